#!/usr/bin/env python3
"""Measures what each route to the finds costs: the command, Python, Spark and Ray.

routes.py URISIFT FOLDER [--repeat N] [--rounds N] [--kinds KIND,...] [--routes NAME,...] TEXT...

Each TEXT is cut into as many files in FOLDER/plain, and FOLDER/gz has them as gzip: at most twenty in all,
but at least one a text. Both are emptied first. A route searches them once, and N times over
(--repeat, 8, at least 2), as often as --rounds says (3); the difference of the medians is what the text
itself costs, and the rest is fixed. CPU time is that of all processes below this one, user and system, and
rates are in bytes of the unpacked text. --kinds says which files are searched: plain,gz. --routes has names of
the first column, with ; where they have a comma: --routes 'scan_paths,Spark; mapInArrow'. Needs the package
urisift, with Spark and Ray, in this Python.
"""

import argparse
import glob
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

FILES = 20
KINDS = ("plain", "gz")
TICK = os.sysconf("SC_CLK_TCK")


def cpu(root: int) -> float:
    """Seconds that a process and all below it have taken, with those below them that have ended."""
    children: dict[int, list[int]] = {}
    taken: dict[int, float] = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                pid, _, rest = file.read().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        number = int(path.split("/")[2])
        children.setdefault(int(fields[1]), []).append(number)
        taken[number] = sum(map(int, fields[11:15])) / TICK
    todo, total = [root], 0.0
    while todo:
        process = todo.pop()
        total += taken.get(process, 0)
        todo += children.get(process, [])
    return total


def make(texts: list[str], folder: str) -> int:
    """Writes the files; how many bytes they are, unpacked."""
    total = 0
    for kind in KINDS:
        shutil.rmtree(f"{folder}/{kind}", ignore_errors=True)
        os.makedirs(f"{folder}/{kind}")
    pieces = max(1, FILES // len(texts))
    for number, text in enumerate(texts):
        with open(text, "rb") as file:
            data = file.read()
        total += len(data)
        size = len(data) // pieces + 1
        for piece in range(pieces):
            part, name = data[piece * size :][:size], f"{number}.{os.path.basename(text)}.{piece}"
            with open(f"{folder}/plain/{name}", "wb") as file:
                file.write(part)
            with open(f"{folder}/gz/{name}.gz", "wb") as file:
                file.write(gzip.compress(part, 6, mtime=0))
    return total


# Each route is a function that makes a function of the paths.
Search = Callable[[list[str]], object]


def command(urisift: str, folder: str, flags: list[str]) -> Search:
    """The command on one thread; what it prints is thrown away."""

    def search(paths: list[str]) -> None:
        words = [urisift, "-j1", "-s", "--exit-zero", *flags, "--files-from=-"]
        given = "".join(f"{path}\n" for path in paths).encode()
        subprocess.run(words, input=given, stdout=subprocess.DEVNULL, check=True)

    return search


def python(urisift: str, folder: str, flags: list[str]) -> Search:
    import pyarrow  # noqa: F401 (a fixed cost, and no part of the first search)

    import urisift as package

    def search(paths: list[str]) -> int:
        scan = package.scan_paths(paths, threads=1, on_problem=lambda problem: None)
        return sum(batch.num_rows for batch in scan)

    return search


def spark(urisift: str, folder: str, flags: list[str]) -> Search:
    from pyspark.sql import SparkSession

    from urisift import spark as uris

    way, cores, out = flags
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    uris.register(session)

    def search(paths: list[str]) -> None:
        given = session.sparkContext.parallelize(paths, max(4, len(paths) // 5))
        if way == "pipe":
            found = uris.pipe(given, command=urisift)
        elif way == "source":
            listed = f"{folder}/paths"
            with open(listed, "w") as file:
                file.write("".join(f"{path}\n" for path in paths))
            asked = session.read.format("uris").option("files_per_task", "5")
            found = asked.option("files_from", listed).load()
        else:
            found = uris.scan(session.createDataFrame(given.map(lambda path: (path,)), "path string"))
        if out == "nothing":
            found.write.format("noop").mode("overwrite").save()
        else:
            found.write.mode("overwrite").parquet(f"{folder}/{out}")

    return search


def ray(urisift: str, folder: str, flags: list[str]) -> Search:
    import ray as engine

    from urisift import ray as uris

    engine.init(num_cpus=1, include_dashboard=False, log_to_driver=False)

    def search(paths: list[str]) -> None:
        shutil.rmtree(f"{folder}/out", ignore_errors=True)
        items = [{"path": path} for path in paths]
        given = engine.data.from_items(items, override_num_blocks=max(4, len(paths) // 5))
        uris.scan(given).write_parquet(f"{folder}/out")

    return search


ROUTES: dict[str, tuple[Callable[[str, str, list[str]], Search], list[str]]] = {
    "urisift": (command, []),
    "urisift --json": (command, ["--json"]),
    "urisift --csv": (command, ["--csv"]),
    "urisift -o Parquet": (command, ["-o", "FOLDER/out.parquet"]),
    "scan_paths": (python, []),
    "Spark, mapInArrow": (spark, ["scan", "1", "nothing"]),
    "Spark, mapInArrow, Parquet": (spark, ["scan", "1", "out"]),
    "Spark, mapInArrow, Parquet, all cores": (spark, ["scan", str(os.cpu_count()), "out"]),
    "Spark, DataSource, Parquet": (spark, ["source", "1", "out"]),
    "Spark, rdd.pipe, Parquet": (spark, ["pipe", "1", "out"]),
    "Ray, Parquet": (ray, []),
}


def measured(search: Search, paths: list[str], rounds: int) -> tuple[float, float]:
    """Medians of the CPU time and the time on the wall, in seconds."""
    times = []
    for _ in range(rounds):
        before = cpu(os.getpid()), time.monotonic()
        search(paths)
        times.append((cpu(os.getpid()) - before[0], time.monotonic() - before[1]))
    return tuple(statistics.median(each) for each in zip(*times, strict=True))  # type: ignore[return-value]


def route(name: str, args: argparse.Namespace, total: int) -> None:
    """Measures one route, in this process."""
    make_search, flags = ROUTES[name]
    flags = [flag.replace("FOLDER", args.folder) for flag in flags]
    started = time.monotonic()
    search = make_search(args.urisift, args.folder, flags)
    begun = time.monotonic() - started
    for kind in args.kinds.split(","):
        paths = sorted(glob.glob(f"{args.folder}/{kind}/*"))
        search(paths)
        once = measured(search, paths, args.rounds)
        often = measured(search, paths * args.repeat, args.rounds)
        seconds = [(b - a) / (args.repeat - 1) for a, b in zip(once, often, strict=True)]
        rates = [total / 1e6 / max(each, 1e-9) for each in seconds]
        fixed = once[1] - seconds[1]
        cells = [name, kind, f"{rates[0]:.0f}", f"{rates[1]:.0f}", f"{begun:.1f}", f"{fixed:.2f}"]
        print("| " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("urisift")
    parser.add_argument("folder")
    parser.add_argument("texts", nargs="+", metavar="TEXT")
    parser.add_argument("--repeat", type=int, default=8, help="how often the files are searched at once (8)")
    parser.add_argument("--rounds", type=int, default=3, help="how often that is measured (3)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which files: plain,gz")
    names = ",".join(name.replace(",", ";") for name in ROUTES)
    parser.add_argument("--routes", default=names, help="their names, with ; for a comma: " + names)
    parser.add_argument("--route", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.repeat < 2 or args.rounds < 1:
        parser.error("--repeat is at least 2, and --rounds 1")
    for name in args.routes.split(","):
        if name.replace(";", ",") not in ROUTES:
            parser.error(f"there is no route {name!r}")
    if not set(args.kinds.split(",")) <= set(KINDS):
        parser.error(f"--kinds: expected some of {', '.join(KINDS)}")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if args.route:
        route(args.route, args, sum(os.path.getsize(path) for path in glob.glob(f"{args.folder}/plain/*")))
        return
    total = make(args.texts, args.folder)
    count = len(os.listdir(f"{args.folder}/plain"))
    print(f"{total / 1e6:.0f} MB in {count} files; MB of CPU seconds, MB/s; start, fixed (s)")
    print("| route | files | MB per CPU second | MB/s | start, s | fixed, s |\n|---|---|---|---|---|---|", flush=True)
    for name in args.routes.split(","):
        subprocess.run([sys.executable, *sys.argv, "--route", name.replace(";", ",")], check=True)


if __name__ == "__main__":
    main()
