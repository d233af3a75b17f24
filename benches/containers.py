#!/usr/bin/env python3
"""Measures how fast urisift takes containers apart, beside what else does the like, in one run.

containers.py URISIFT RIVALS FOLDER --mail MAILBOX --text TEXT --pages FOLDER [--rounds N] [--megabytes N]

RIVALS is the program of benches/rivals. Each input is repeated to the given number of megabytes in files in FOLDER,
and these are packed. Then the commands of each table take turns, so that whatever else the machine does slows
them all, and the least time of each counts. Output goes to a pipe that is drained. What is not installed is left
out, and said.
"""

import argparse
import bz2
import gzip
import os
import re
import resource
import shutil
import subprocess
import time
import zipfile
from pathlib import Path


def repeated(source, out, size):
    """The bytes of a file, over and over."""
    return repeated_bytes(Path(source).read_bytes(), out, size)


def of_text(mailbox):
    """The messages of a mailbox that hold nothing in base64."""
    messages = re.split(rb"(?<=\n)(?=From )", Path(mailbox).read_bytes())
    return b"".join(message for message in messages if b"base64" not in message)


def repeated_bytes(bytes_, out, size):
    """The same of these bytes."""
    with open(out, "wb") as file:
        while file.tell() < size:
            file.write(bytes_)
    return out


def packed(path):
    """The file, packed in several ways."""
    for command, ending in [(["gzip", "-c"], ".gz"), (["zstd", "-qc"], ".zst")]:
        if shutil.which(command[0]):
            with open(f"{path}{ending}", "wb") as out:
                subprocess.run([*command, path], stdout=out, check=True)
    return path


def in_members(text, size):
    """The text in members of gzip and frames of Zstandard, and in blocks of bzip2."""
    bytes_ = Path(text).read_bytes()
    with open(f"{text}.members.gz", "wb") as out:
        for start in range(0, len(bytes_), size):
            out.write(gzip.compress(bytes_[start : start + size], 6))
    if shutil.which("zstd"):
        with open(f"{text}.frames.zst", "wb") as out:
            for start in range(0, len(bytes_), size):
                out.write(subprocess.run(["zstd", "-qc"], input=bytes_[start : start + size], stdout=subprocess.PIPE, check=True).stdout)
    with bz2.open(f"{text}.bz2", "wb") as out:
        out.write(bytes_[: len(bytes_) // 4])


def zipped(pages, path):
    """The pages as a ZIP archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for page in pages:
            archive.write(page, Path(page).name)
    return path


def copied(pages, folder, size):
    """The pages, over and over, in a folder."""
    files = [file for file in sorted(Path(pages).rglob("*.html")) if file.is_file()]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    total, copies = 0, []
    while total < size:
        for file in files:
            copies.append(shutil.copy(file, folder / f"{len(copies):06}.html"))
            total += file.stat().st_size
    return copies


def small(text, folder, count, size):
    """That many files of a size in folders, cut out of the text."""
    bytes_ = Path(text).read_bytes()
    shutil.rmtree(folder, ignore_errors=True)
    for number in range(count):
        file = folder / f"{number // 100:03}" / f"{number:05}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes_[number * size : (number + 1) * size])
    return folder


def archived(pages, path):
    """The pages as a web archive, and each record packed as a member of gzip."""
    with open(path, "wb") as plain, open(f"{path}.gz", "wb") as members:
        for number, page in enumerate(pages):
            page = Path(page).read_bytes()
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
            record = b"\r\n".join([
                b"WARC/1.0",
                b"WARC-Type: response",
                b"WARC-Target-URI: http://host%d.example/pages/page.html" % number,
                b"WARC-Date: 2026-01-01T00:00:00Z",
                b"Content-Type: application/http; msgtype=response",
                b"Content-Length: %d" % (len(head) + len(page)),
                b"",
                head + page,
                b"\r\n",
            ])
            plain.write(record)
            members.write(gzip.compress(record, 6))
    return path


def run(command):
    """The seconds of CPU time and of wall time that the command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while child.stdout.read(1 << 20):
        pass
    child.wait()
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu, wall


def table(title, rows, rounds, kind, against):
    """Runs the commands in turn; prints the least time of each, and its ratio to the row `against`."""
    rows = {name: [str(word) for word in command] for name, command in rows.items()}
    absent = {command[0] for command in rows.values() if not shutil.which(command[0])}
    rows = {name: command for name, command in rows.items() if command[0] not in absent}
    least = {name: run(command) for name, command in rows.items()}
    for _ in range(rounds):
        for name, command in rows.items():
            least[name] = tuple(map(min, least[name], run(command)))
    times = {name: time[kind] for name, time in least.items()}
    print(f"\n| {title} | ms | ÷ {against} |\n|---|---|---|")
    for name, time_ in times.items():
        print(f"| {name} | {time_ * 1e3:.0f} | {time_ / times[against]:.2f} |")
    for tool in sorted(absent):
        print(f"\nskipped: no {tool} here")


CPU, WALL = 0, 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("rivals")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--mail", required=True)
    arguments.add_argument("--text", required=True)
    arguments.add_argument("--pages", required=True)
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--megabytes", type=int, default=200)
    options = arguments.parse_args()
    folder, size = options.folder, options.megabytes << 20
    folder.mkdir(parents=True, exist_ok=True)

    mail = packed(repeated(options.mail, folder / "mail.mbox", size))
    lean = repeated_bytes(of_text(options.mail), folder / "lean.mbox", size)
    text = packed(repeated(options.text, folder / "text.log", size))
    pages = copied(options.pages, folder / "pages", size)
    warc = archived(pages[: len(pages) // 2], folder / "pages.warc")
    archive = zipped(pages, folder / "pages.zip")
    in_members(text, 1 << 20)
    comments = folder / "comments.html"
    comments.write_bytes((b"<!doctype html><!--" + b"a comment of a page. " * 100_000 + b"-->") * (size >> 21))
    dense = folder / "dense.txt"
    dense.write_text("".join(f"https://h{n % 977}.example/path/{n}?q={n * 7}#f\n" for n in range(size // 200)))

    one = [options.urisift, "-j1"]

    def both(path, *flags):
        return {
            "one thread": [*one, *flags, path],
            "two threads": [options.urisift, "-j2", *flags, path],
        }

    rounds = options.rounds
    for name, path in [("mail", mail), ("mail without attachments", lean)]:
        table(f"{name}, one thread, CPU", {
            "urisift --raw": [*one, "--raw", path],
            "urisift": [*one, path],
            "urisift --json": [*one, "--json", path],
            "mail-parser + linkify": [options.rivals, "mail", path],
        }, rounds, CPU, "urisift")
    table("pages, one thread, CPU", {
        "urisift --raw": [*one, "--raw", folder / "pages"],
        "urisift": [*one, "--base", "http://a.example/", folder / "pages"],
        "lol_html, href and src": [options.rivals, "lol", *pages],
        "html5gum, href and src": [options.rivals, "gum", *pages],
    }, rounds, CPU, "urisift")
    for name, path in [("logs", text), ("a URI in each line", dense)]:
        table(f"{name}, one thread, CPU", {
            "urisift": [*one, path],
            "urisift --json": [*one, "--json", path],
        }, rounds, CPU, "urisift")
    files = small(text, folder / "small", 7000, 1200)
    empty = folder / "empty.txt"
    empty.touch()
    for name, path in [("7,000 files of 1,200 bytes", files), ("an empty file", empty)]:
        table(f"{name}, one thread, CPU", {
            "urisift --raw": [*one, "--raw", path],
            "urisift": [*one, path],
            "rg -o https?://": ["rg", "-j1", "-o", "https?://", path],
        }, rounds, CPU, "urisift")
    table("packed text, one thread, CPU", {
        "urisift .gz": [*one, f"{text}.gz"],
        "gzip -dc": ["gzip", "-dc", f"{text}.gz"],
        "urisift .zst": [*one, f"{text}.zst"],
        "zstd -dc": ["zstd", "-dcq", f"{text}.zst"],
        "urisift": [*one, text],
    }, rounds, CPU, "urisift")
    table("comments, one thread, CPU", {
        "urisift": [*one, comments],
        "urisift --raw": [*one, "--raw", comments],
    }, rounds, CPU, "urisift --raw")
    inputs = [
        ("mail.mbox", mail),
        ("mail.mbox.gz", f"{mail}.gz"),
        ("pages.warc", warc),
        ("pages.warc.gz", f"{warc}.gz"),
        ("text.log.zst", f"{text}.zst"),
        ("text.log.gz", f"{text}.gz"),
        ("pages.zip", archive),
        ("text.log.bz2, a quarter", f"{text}.bz2"),
        ("text.log.gz, members of 1 MiB", f"{text}.members.gz"),
        ("text.log.zst, frames of 1 MiB", f"{text}.frames.zst"),
    ]
    for name, path in inputs:
        if os.path.exists(path):
            table(f"{name}, wall", both(path), rounds, WALL, "two threads")
    database, parquet = folder / "finds.db", folder / "finds.parquet"
    csv = folder / "finds.csv"
    with open(csv, "wb") as out:
        subprocess.run([options.urisift, "--csv", dense], stdout=out, check=False)
    importing = f'rm -f "$1" && sqlite3 "$1" ".mode csv" ".import {csv} finds"'
    fresh = ["sh", "-c", 'rm -f "$1" && shift && exec "$@"', "sh"]
    table("outputs of a URI in each line, two threads, wall", {
        "urisift": [options.urisift, "-j2", dense],
        "urisift --json": [options.urisift, "-j2", "--json", dense],
        "urisift -o finds.db": [*fresh, database, options.urisift, "-j2", dense, "-o", database],
        "urisift -o finds.parquet": [*fresh, parquet, options.urisift, "-j2", dense, "-o", parquet],
        **(
            {"sqlite3 .import of the CSV": ["sh", "-c", importing, "sh", database]}
            if shutil.which("sqlite3")
            else {}
        ),
    }, rounds, WALL, "urisift --json")


main()
