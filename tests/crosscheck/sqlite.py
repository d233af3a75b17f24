#!/usr/bin/env python3
"""Compares the finds in databases with the values that Python's sqlite3 reads from them.

sqlite.py URISIFT FOLDER [--show N]

Makes databases in the folder: random tables of every encoding and some sizes of pages, with long values, JSON, HTML
and quoted text, indexes, deleted rows, tables WITHOUT ROWID, values of every length around that of a page, and one like
the history of a browser. A value that is wholly a URI has to be found as it is. In all values, what is found has to be
what `urisift --raw` finds in them with a border between. Prints, as one line of JSON, how many databases and values
there are, how many values and finds are missed, how many finds are of no value, and how many bytes are not those of
their find.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import sqlite3
import subprocess

WORDS = "see the page of all that is there".split()

# Stands between two fields.
BORDER = "\x1f"

# Flags with which more is found.
MORE = ["--www", "--bare", "--email", "--refang"]


def address(rng):
    path = "".join(rng.choice("abcdefgh/é-_") for _ in range(rng.choice([1, 9, 40, 700])))
    return f"https://{rng.choice('abcd')}{rng.randrange(999)}.example/{path}x"


def value(rng):
    kind = rng.randrange(8)
    if kind < 3:
        return address(rng)
    if kind == 3:
        text = rng.choices(WORDS, k=rng.randrange(1, 300))
        text[rng.randrange(len(text))] = address(rng)
        return " ".join(text)
    if kind == 4:
        return rng.choice([None, rng.randrange(1 << 40), rng.random(), "", "Wörter"])
    if kind == 5:
        return rng.choice([address(rng).encode(), rng.randbytes(30)])
    if kind == 6:
        return marked(rng)
    return "Welcome"


def marked(rng):
    """Text that starts with a mark, mostly with a quote."""
    uri, words = address(rng), " ".join(rng.choices(WORDS, k=rng.choice([1, 5, 200])))
    return rng.choice([
        f'"{uri}"',
        f'"{words}" {uri}',
        json.dumps({"text": words, "url": uri, "n": [1.5, None]}, ensure_ascii=False),
        json.dumps([words, uri], ensure_ascii=False),
        f'<p class="a">{words} <a href="{uri}">{words}</a>',
        f'say "{words}" {uri}',
        f"'{words}' ({uri})",
        f"  \n\t{words}\n{uri}\n",
        f'"" {words}. a@{words[:3]}.example',
        '"' + words,
        f'"é" {words} www.a.example/{rng.randrange(99)}',
        f'"hxxp[:]//a{rng.randrange(99)}[.]example',
        f'"a{rng.randrange(99)}[dot]example(dot)org',
        '"' * rng.randrange(1, 600) + uri,
    ])


def fill(connection, rng):
    for table in range(rng.randrange(1, 5)):
        width = rng.randrange(1, 60)
        columns = [f"c{i}" for i in range(width)]
        without = rng.random() < 0.3
        names = ", ".join(columns)
        key = f", PRIMARY KEY ({columns[-1]})) WITHOUT ROWID" if without else ")"
        connection.execute(f"CREATE TABLE t{table} ({names}{key}")
        if rng.random() < 0.5:
            connection.execute(f"CREATE INDEX i{table} ON t{table} ({columns[0]})")
        marks = ", ".join("?" * width)
        for row in range(rng.randrange(120)):
            values = [value(rng) for _ in columns]
            if without:
                values[-1] = f"{row} {address(rng)}"
            connection.execute(f"INSERT INTO t{table} VALUES ({marks})", values)
        if rng.random() < 0.5:
            connection.execute(f"DELETE FROM t{table} WHERE abs(random()) % 3 = 0")
        if rng.random() < 0.1:
            connection.execute(f"DROP TABLE t{table}")


def history(connection, rng):
    connection.executescript(
        """CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
            visit_count INTEGER DEFAULT 0 NOT NULL);
        CREATE TABLE visits(id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL);
        CREATE INDEX urls_url_index ON urls (url);"""
    )
    for row in range(800):
        connection.execute(
            "INSERT INTO urls(url, title, visit_count) VALUES (?, ?, ?)",
            (address(rng), rng.choice(["Welcome", "/a", "x.org", ""]), rng.randrange(9)),
        )
        connection.execute("INSERT INTO visits(url, visit_time) VALUES (?, ?)", (row, row << 20))
    connection.execute("DELETE FROM urls WHERE id % 7 = 0")


def borders(connection, rng):
    """Values of all lengths around that of a page, and of two."""
    connection.execute("CREATE TABLE t(a, b)")
    connection.execute("CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID")
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (encoding,) = connection.execute("PRAGMA encoding").fetchone()
    width = 1 if encoding == "UTF-8" else 2
    for pages in (1 / 8, 1 / 4, 1, 2):
        for length in range(int(pages * size / width) - 60, int(pages * size / width) + 20):
            uri = f"https://a.example/{rng.randrange(1 << 20)}"
            text = '"' + "é😀 x"[: rng.randrange(5)] + " " * (length - len(uri)) + uri
            for table in "tw":
                connection.execute(f"INSERT INTO {table} VALUES (?, ?)", (text + table, f'"{uri}"'))


def made(folder):
    for seed in range(32):
        rng = random.Random(seed)
        path = folder / f"{seed}.db"
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA page_size = {rng.choice([512, 1024, 4096, 65536])}")
        connection.execute(f"PRAGMA encoding = '{rng.choice(['UTF-8', 'UTF-16le', 'UTF-16be'])}'")
        connection.execute(f"PRAGMA auto_vacuum = {rng.randrange(3)}")
        filler = borders if seed >= 20 else history if seed % 10 == 0 else fill
        filler(connection, rng)
        connection.commit()
        if rng.random() < 0.2:
            connection.execute("VACUUM")
        connection.close()
        yield path


def values_of(path):
    """All text in the rows, as text."""
    connection = sqlite3.connect(path)
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (name,) in names:
        for row in connection.execute(f"SELECT * FROM {name}"):
            for cell in row:
                if isinstance(cell, bytes):
                    try:
                        cell = cell.decode()
                    except UnicodeDecodeError:
                        continue
                    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", cell):
                        continue
                if isinstance(cell, str):
                    yield cell
    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("urisift")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    counts = collections.Counter(databases=0, values=0, missed=0, foreign=0, wrong=0, problems=0)
    for path in made(args.folder):
        done = subprocess.run([args.urisift, *MORE, "--json", path], capture_output=True, check=False)
        finds = [json.loads(line) for line in done.stdout.decode().splitlines()]
        texts = list(values_of(path))
        joined = "".join(f"{BORDER}{text.strip()}{BORDER}\n" for text in texts)
        plain = [args.urisift, *MORE, "--json", "--raw", "-"]
        plain = subprocess.run(plain, input=joined.encode(), capture_output=True, check=False)
        wanted = collections.Counter(t for t in texts if t.startswith("https://") and " " not in t)
        found = collections.Counter(find["uri"] for find in finds)
        expected = collections.Counter(json.loads(line)["uri"] for line in plain.stdout.decode().splitlines())
        raw = path.read_bytes()
        missed, foreign = (wanted | expected) - found, found - expected
        wrong = [
            find for find in finds
            if not find.get("decoded")
            and raw[find["start"]:find["end"]].decode() != find.get("raw", find["uri"])
        ]
        counts["databases"] += 1
        counts["values"] += wanted.total()
        counts["missed"] += missed.total()
        counts["foreign"] += foreign.total()
        counts["wrong"] += len(wrong)
        counts["problems"] += done.returncode not in (0, 1)
        for what in [*missed, *foreign, *map(str, wrong), done.stderr.decode()][: args.show]:
            print(path, repr(what))
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
