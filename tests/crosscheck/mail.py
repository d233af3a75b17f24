#!/usr/bin/env python3
"""Checks what urisift finds in mailboxes against Python's own mail library.

mail.py URISIFT MBOX [--show]

Python takes the mailbox apart (mailbox, email) and decodes every text part; of HTML it keeps the
text and the values of attributes (html.parser). What comes of that is plain text, in which
`urisift --raw` finds URIs. Message by message, these should be the URIs that urisift finds in the
bodies of the mailbox itself. The first messages are also written as Babyl and as MMDF by Python, and
read again by both. Prints the counts as one line of JSON, with each difference under the name of its
class, and the differences with --show.
"""

import argparse
import collections
import email
import html.parser
import itertools
import json
import mailbox
import os
import re
import shutil
import subprocess
import tempfile

# How many messages are read again in files of other kinds.
REWRITTEN = 2000

# Ends every URI, and is in no mail.
SEPARATOR = "\n\n\x0c\x00\n\n"


class Text(html.parser.HTMLParser):
    """The text of a document, and the values of its attributes."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.pieces = []

    def handle_starttag(self, tag, attributes):
        self.pieces.append("\x00")
        for name, value in attributes:
            if value and not name.startswith("xmlns"):
                self.pieces.append("\x00" + value.strip() + "\x00")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        self.pieces.append("\x00")

    def handle_data(self, data):
        self.pieces.append(data)


def text_of(part):
    """A text part as plain text."""
    payload = part.get_payload(decode=True) or b""
    charset = part.get_content_charset() or "utf-8"
    try:
        text = payload.decode(charset, "replace")
    except LookupError:
        text = payload.decode("latin-1")
    if part.get_content_subtype() == "calendar":
        return re.sub(r"\\([,;\\])", r"\1", re.sub(r"\r?\n[ \t]", "", text))
    if part.get_content_subtype() != "html":
        return text
    parser = Text()
    parser.feed(text)
    parser.close()
    return "".join(parser.pieces)


def expected(urisift, messages):
    """The URIs of each message by Python, and how many messages there are."""
    starts, count = [], 0
    with tempfile.NamedTemporaryFile("wb", suffix=".txt") as out:
        for count, message in enumerate(messages, 1):
            for part in message.walk():
                if part.get_content_maintype() == "text":
                    starts.append((out.tell(), count))
                    out.write((text_of(part) + SEPARATOR).encode("utf-8", "replace"))
        out.flush()
        finds = run([urisift, "--json", "--raw", out.name])
    by_message, index = collections.defaultdict(dict), 0
    for find in finds:
        while index + 1 < len(starts) and starts[index + 1][0] <= find["start"]:
            index += 1
        by_message[starts[index][1]][text(find["uri"])] = readings(find)
    return by_message, count


def found(urisift, path):
    """The finds in each message's body by urisift, and the number of the last message."""
    by_message, last = collections.defaultdict(list), 0
    for find in run([urisift, "--json", path]):
        step, _, rest = find["part"].partition("/")
        if step.startswith("msg "):
            last = int(step.split()[1])
            if not rest.endswith("header"):
                by_message[last].append(find)
    return by_message, last


def readings(find):
    return {text(find["uri"]), *map(text, find.get("readings", []))}


def without_marks(uri):
    """A URI without escapes, as urisift reads them: `\\:` is nothing (roff), and `\\-` is `-`."""
    return re.sub(r"\\([^\w\s])", r"\1", uri.replace("\\:", ""))


def compared(urisift, path, messages, show):
    """The counts of one mailbox."""
    theirs, count = expected(urisift, messages)
    ours, last = found(urisift, path)
    missed, more = collections.Counter(), collections.Counter()
    for message in sorted({*theirs, *ours}):
        all_ours = set().union(*map(readings, ours[message]))
        all_theirs = set().union(*theirs[message].values())
        for uri in sorted(set(theirs[message]) - all_ours):
            kind = "escapes" if without_marks(uri) in all_ours else "unexplained"
            missed[kind] += 1
            told(show, kind, message, "missed", uri)
        unescaped = {without_marks(uri) for uri in all_theirs}
        for find in ours[message]:
            if readings(find) & all_theirs:
                continue
            kind = "unexplained"
            if not re.search(r"/[\d.]+ text/", find["part"]):
                kind = "parts that are no text"
            elif "reference" in find:
                kind = "relative references"
            elif re.search(r" \S+@\S+$", find["part"]):
                kind = "values of attributes"
            elif text(find["uri"]) in unescaped:
                kind = "escapes"
            more[kind] += 1
            told(show, kind, message, "more", text(find["uri"]))
    return {
        "messages": count,
        "last": last,
        "expected": sum(map(len, theirs.values())),
        "missed": missed,
        "more": more,
        "unexplained": missed["unexplained"] + more["unexplained"],
    }


def told(show, kind, message, side, uri):
    if kind == "unexplained" and show:
        print(f"{side}: msg {message}: {uri}")


def rewritten(kind, path, count):
    """The first messages of a mailbox in a new file of another kind."""
    folder = tempfile.mkdtemp()
    other = kind(f"{folder}/box")
    for message in itertools.islice(mailbox.mbox(path, create=False), count):
        other.add(message)
    other.flush()
    other.close()
    return f"{folder}/box"


def run(command):
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in output.splitlines()]


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("mbox")
    arguments.add_argument("--show", action="store_true")
    options = arguments.parse_args()
    urisift, show = options.urisift, options.show
    messages = mailbox.mbox(options.mbox, email.message_from_binary_file)
    counts = {"mbox": compared(urisift, options.mbox, messages, show)}
    for kind in (mailbox.Babyl, mailbox.MMDF):
        path = rewritten(kind, options.mbox, REWRITTEN)
        counts[kind.__name__.lower()] = compared(urisift, path, kind(path, create=False), show)
        shutil.rmtree(os.path.dirname(path))
    print(json.dumps(counts))


main()
