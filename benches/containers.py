#!/usr/bin/env python3
"""Measures how fast urisift takes containers apart, beside what else does the like, in one run.

containers.py URISIFT FOLDER [--rounds N] [--megabytes N] TEXT...

For each TEXT (the first of them a mailbox) a file of so many megabytes is made in FOLDER, by repeating
it, and packed; then the commands below take turns, and the median of the CPU time that each takes
(user and system, of the child) is told, with the rate in bytes of the unpacked text. What is printed
goes to a pipe that is drained.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys

# What scripts for links in mail do: a mail library, and an expression.
RIVAL = """
import email, html.parser, mailbox, re, sys
URL = re.compile(r'https?://[^\\\\s<>"]+')
class Links(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if value and name in ('href', 'src') and ':' in value:
                print(value)
    def handle_data(self, data):
        for url in URL.findall(data):
            print(url)
for message in mailbox.mbox(sys.argv[1], email.message_from_binary_file):
    for part in message.walk():
        if part.get_content_maintype() != 'text':
            continue
        text = (part.get_payload(decode=True) or b'').decode(part.get_content_charset() or 'utf-8', 'replace')
        if part.get_content_subtype() == 'html':
            Links().feed(text)
        else:
            print('\\\\n'.join(URL.findall(text)))
""".replace("\\\\", "\\")


def make(text, folder, size):
    """The text, over and over, as plain as packed."""
    plain = os.path.join(folder, os.path.basename(text))
    with open(text, "rb") as source, open(plain, "wb") as out:
        bytes_ = source.read()
        while out.tell() < size:
            out.write(bytes_)
    for command, ending in [(["gzip", "-c"], ".gz"), (["zstd", "-qc"], ".zst")]:
        with open(plain + ending, "wb") as out:
            subprocess.run([*command, plain], stdout=out, check=True)
    return plain


def commands(urisift, plain, is_mail):
    """What is measured, by its name."""
    ours = [urisift, "-j1"]
    rows = {
        "urisift --raw": [*ours, "--raw", plain],
        "urisift .gz": [*ours, plain + ".gz"],
        "gzip -dc": ["gzip", "-dc", plain + ".gz"],
        "urisift .zst": [*ours, plain + ".zst"],
        "zstd -dc": ["zstd", "-dcq", plain + ".zst"],
    }
    if is_mail:
        rows["urisift"] = [*ours, plain]
        rows["urisift --json"] = [*ours, "--json", plain]
        rows["Python email"] = [sys.executable, "-c", RIVAL, plain]
    return rows


def taken(command):
    """The seconds of CPU time that the command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while child.stdout.read(1 << 20):
        pass
    child.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(urisift, plain, is_mail, rounds):
    rows = commands(urisift, plain, is_mail)
    times = {name: [] for name in rows}
    for name in rows:
        taken(rows[name])
    for _ in range(rounds):
        for name, command in rows.items():
            # One round of the rival is enough: it takes a hundred times as long.
            if name != "Python email" or not times[name]:
                times[name].append(taken(command))
    size = os.path.getsize(plain)
    print(f"{os.path.basename(plain)}, {size / 1e6:.0f} MB")
    for name, all_ in times.items():
        median = statistics.median(all_)
        print(f"  {name:16} {median * 1e3:8.0f} ms {size / median / 1e6:8.0f} MB/s")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("folder")
    arguments.add_argument("texts", nargs="+")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--megabytes", type=int, default=256)
    options = arguments.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    for tool in ("gzip", "zstd"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not here")
    for index, text in enumerate(options.texts):
        plain = make(text, options.folder, options.megabytes << 20)
        measure(options.urisift, plain, index == 0, options.rounds)


main()
