#!/usr/bin/env python3
"""Checks what urisift finds in a mailbox against Python's own mail library.

mail.py URISIFT MBOX [--show N]

Python takes the mailbox apart (mailbox, email) and decodes every text part; of HTML it keeps the
text and the values of attributes (html.parser). What comes of that is plain text, in which
`urisift --raw` finds URIs. All of them, message by message, should be among those that urisift finds
in the mailbox itself. Prints the counts as one line of JSON, and the differences with --show.
"""

import argparse
import collections
import email
import html.parser
import json
import mailbox
import re
import subprocess
import tempfile

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


def expected(urisift, path):
    """The URIs of each message by Python, and how many messages there are."""
    starts, count = [], 0
    with tempfile.NamedTemporaryFile("wb", suffix=".txt") as out:
        for count, message in enumerate(mailbox.mbox(path, email.message_from_binary_file), 1):
            for part in message.walk():
                if part.get_content_maintype() == "text":
                    starts.append((out.tell(), count))
                    out.write((text_of(part) + SEPARATOR).encode("utf-8", "replace"))
        out.flush()
        finds = run([urisift, "--json", "--raw", out.name])
    by_message, index = collections.defaultdict(set), 0
    for find in finds:
        while index + 1 < len(starts) and starts[index + 1][0] <= find["start"]:
            index += 1
        by_message[starts[index][1]].add(text(find["uri"]))
    return by_message, count


def found(urisift, path):
    """The URIs of each message's body by urisift, and the number of the last message."""
    by_message, last = collections.defaultdict(set), 0
    for find in run([urisift, "--json", path]):
        step, _, rest = find["part"].partition("/")
        last = int(step.split()[1])
        by_message[last].add(text(find["uri"]))
        by_message[last].update(text(reading) for reading in find.get("readings", []))
    return by_message, last


def run(command):
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in output.splitlines()]


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("mbox")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    theirs, messages = expected(options.urisift, options.mbox)
    ours, last = found(options.urisift, options.mbox)
    total = sum(len(uris) for uris in theirs.values())
    missed = [(message, uri) for message in theirs for uri in sorted(theirs[message] - ours[message])]
    for message, uri in missed[: options.show]:
        print(f"msg {message}: {uri}")
    print(json.dumps({"messages": messages, "last": last, "expected": total, "missed": len(missed)}))


main()
