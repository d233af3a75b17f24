"""Compares what records say of messages with what Python's email says: thread, place, attachment and quoted lines.

usage: messages.py URISIFT MAILBOX
"""

import collections
import email.policy
import email.utils
import json
import mailbox
import re
import subprocess
import sys

ID = re.compile(r"<[^<>]+>")
QUOTED = re.compile(r" {0,3}>")


def ids(message, name):
    """The Message-IDs in a field."""
    value = message.get(name) or ""
    return ["".join(found.split()) for found in ID.findall(str(value))]


def root(message):
    """The first message of the thread, as far as this one tells."""
    own = "".join(str(message.get("Message-ID") or "").split())
    return (ids(message, "References") + ids(message, "In-Reply-To") + [own])[0]


def numbered(part, number=""):
    """The parts that are not multiparts, by the numbers of IMAP, each with what is attached around it."""
    found = {}
    kind = part.get_content_maintype()
    if kind == "multipart" and part.is_multipart():
        for index, inner in enumerate(part.get_payload(), 1):
            found |= numbered(inner, f"{number}.{index}" if number else str(index))
    elif part.get_content_type() != "message/rfc822":
        found[number or "1"] = part
    return found


def depth(line):
    """How many marks of quotation a line starts with."""
    count = 0
    while match := QUOTED.match(line):
        count, line = count + 1, line[match.end() :]
    return count - (count > 0 and line.startswith("From "))


def is_attached(part):
    """What RFC 2183 says; what is not a text is attached unless it says otherwise."""
    return part.get_content_disposition() == "attachment" or part.get_content_maintype() not in (
        "text",
        "multipart",
        "message",
    )


def commented(part, uri):
    """Where a URI of an HTML part is: in its comments, or its body; None if that is not to be told from its text."""
    text = part.get_payload(decode=True).decode("latin-1")
    comments = re.findall(r"(?s)<!--(?!\[if).*?(?:-->|\Z)", text)
    inside = sum(comment.count(uri) for comment in comments)
    if not inside:
        return "body"
    return "comment" if inside == text.count(uri) else None


def main():
    """Prints the counts as JSON."""
    urisift, path = sys.argv[1:]
    data = open(path, "rb").read()
    by_id = collections.defaultdict(list)
    for message in mailbox.mbox(path):
        by_id["".join(str(message.get("Message-ID") or "").split())].append(message)
    asked = [urisift, "--json", path]
    counts = collections.Counter()
    different = collections.Counter()
    for line in subprocess.run(asked, stdout=subprocess.PIPE, check=False).stdout.splitlines():
        find = json.loads(line)
        same = by_id.get(find.get("message_id"), [])
        # What is forwarded has a Message-ID of its own, and Python's mailbox has it only in a message.
        if len(same) != 1 or "message/rfc822" in find["part"] or find["part"].count("msg") > 1:
            counts["other"] += 1
            continue
        message = same[0]
        counts["finds"] += 1
        wanted, had = {"thread": root(message)}, {"thread": find.get("thread")}
        step = re.search(r"/(\d[\d.]*) \S+/\S+", find["part"])
        had["place"] = find["place"]
        if "header" in find["part"].split(" a@")[0].rsplit("/", 1)[-1]:
            start = data.rfind(b"\n", 0, find["start"]) + 1
            while data[start : start + 1] in b" \t":
                start = data.rfind(b"\n", 0, start - 1) + 1
            is_list = data[start : start + 5].lower() == b"list-"
            wanted["place"] = "list-header" if is_list else "header"
        elif step and (part := numbered(message).get(step[1])) is not None:
            had["attachment"] = find.get("attachment")
            is_file = re.search(r"/(uu|yenc) ", find["part"])
            wanted["place"] = "attachment" if is_attached(part) or is_file else "body"
            if wanted["place"] == "body" and part.get_content_type() == "text/html":
                wanted["place"] = commented(part, find["uri"]) or had["place"]
                counts["comment"] += wanted["place"] == "comment"
            name = part.get_filename()
            wanted["attachment"] = name if name and wanted["place"] == "attachment" else None
            if is_file:
                had.pop("attachment")
                wanted.pop("attachment")
            # A line of what is encoded may be several lines of the file.
            encoding = str(part.get("Content-Transfer-Encoding") or "").strip().lower()
            is_plain = part.get_content_type() == "text/plain" and encoding in ("", "7bit", "8bit")
            if is_plain and not is_file:
                start = data.rfind(b"\n", 0, find["start"]) + 1
                before = data[start : find["start"]].decode("latin-1")
                had["quoted"], wanted["quoted"] = find.get("quoted", 0), depth(before)
        else:
            counts["no part"] += 1
            had.pop("place")
        for name, value in wanted.items():
            counts[name] += 1
            if had[name] != value:
                different[name] += 1
                if different[name] <= 5:
                    values = f"{had[name]!r} {value!r}"
                    print(name, values, find["part"], find["uri"], file=sys.stderr)
    print(json.dumps({**counts, "different": dict(different)}))


if __name__ == "__main__":
    main()
