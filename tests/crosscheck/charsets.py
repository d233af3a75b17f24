#!/usr/bin/env python3
"""Checks the charsets of urisift against Python's codecs.

charsets.py URISIFT [--show N]

Random texts with URIs, encoded by Python, are the bodies of mails with these charsets. urisift should
find the same URIs in each, with letters of the charset where they have any. Where an offset is known,
the raw bytes there should decode to the find, if the charset has no state. Prints the counts as one
line of JSON.
"""

import argparse
import json
import random
import subprocess

LETTERS = {
    "latin": "äöüéèçñ",
    "cyrillic": "бвгджз",
    "greek": "αβγδε",
    "hebrew": "אבגד",
    "han": "中文字典大小",
    "kana": "かなカナ日本語",
    "hangul": "한글조선",
}

# The label, Python's codec, the letters that it has.
CHARSETS = [
    ("utf-7", "utf_7", ["latin", "cyrillic", "han", "hangul"]),
    ("hz-gb-2312", "hz", ["han"]),
    ("iso-2022-kr", "iso2022_kr", ["hangul"]),
    ("iso-2022-jp", "iso2022_jp", ["kana"]),
    ("iso-2022-jp-1", "iso2022_jp_1", ["kana"]),
    ("iso-2022-jp-2", "iso2022_jp_2", ["kana", "han", "hangul", "greek"]),
    ("iso-2022-jp-3", "iso2022_jp_3", ["kana"]),
    ("iso-2022-jp-2004", "iso2022_jp_2004", ["kana"]),
    ("mac-roman", "mac_roman", ["latin"]),
    ("macintosh", "mac_roman", ["latin"]),
    ("utf-16", "utf_16", ["latin", "han", "hebrew"]),
    ("utf-16le", "utf_16_le", ["latin", "han"]),
    ("utf-16be", "utf_16_be", ["latin", "cyrillic"]),
    ("utf-32", "utf_32", ["latin", "han"]),
    ("utf-32be", "utf_32_be", ["latin", "greek"]),
    ("gb18030", "gb18030", ["han", "latin"]),
    ("euc-kr", "euc_kr", ["hangul"]),
    ("cp437", "cp437", ["latin"]),
    ("ibm850", "cp850", ["latin"]),
    ("cp852", "cp852", ["latin"]),
    ("cp855", "cp855", ["cyrillic"]),
    ("cp857", "cp857", ["latin"]),
    ("cp858", "cp858", ["latin"]),
    ("cp860", "cp860", ["latin"]),
    ("cp861", "cp861", ["latin"]),
    ("cp862", "cp862", ["hebrew"]),
    ("cp863", "cp863", ["latin"]),
    ("cp865", "cp865", ["latin"]),
    ("cp866", "cp866", ["cyrillic"]),
    ("cp869", "cp869", ["greek"]),
    ("cp737", "cp737", ["greek"]),
    ("cp775", "cp775", ["latin"]),
]

SHIFTS = ("utf-7", "hz", "iso-2022", "utf-16", "utf-32")


def has(codec, text):
    try:
        return text.encode(codec).decode(codec) == text
    except UnicodeError:
        return False


def word(chance, letters):
    """Letters of the charset, or ASCII."""
    kind = chance.random()
    if letters and kind < 0.4:
        return "".join(chance.choice(letters) for _ in range(chance.randint(1, 9)))
    return "".join(chance.choice("abcxyz0189") for _ in range(chance.randint(1, 9)))


def uri(chance, letters):
    """In angle brackets, letters of every script belong to a URI."""
    ascii = "".join(chance.choice("abc/~+&=?-_.%41") for _ in range(chance.randint(0, 20)))
    ascii = ascii.replace("%", "%41").strip("._~-") + "/x"
    inner = word(chance, letters) + "/" if letters and chance.random() < 0.5 else ""
    return f"http://{chance.choice('abc')}.example/{inner}{ascii}"


def body(chance, letters):
    """Lines of words, and the URIs in them."""
    lines, uris = [], []
    for _ in range(12):
        words = [word(chance, letters) for _ in range(chance.randint(0, 6))]
        if chance.random() < 0.7:
            uris.append(uri(chance, letters))
            words.insert(chance.randint(0, len(words)), f"<{uris[-1]}>")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n", uris


def run(urisift, mail):
    command = [urisift, "--as", "mail", "--json", "--problems", "-"]
    output = subprocess.run(command, input=mail, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in output.stdout.splitlines()]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("folder", nargs="?")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    chance = random.Random(22)
    expected = wrong = misplaced = 0
    for label, codec, scripts in CHARSETS:
        letters = "".join(c for script in scripts for c in LETTERS[script] if has(codec, c))
        assert letters, label
        for _ in range(3):
            text, uris = body(chance, letters)
            head = f"Subject: x\nTo: y\nContent-Type: text/plain; charset={label}\n\n".encode()
            mail = head + text.encode(codec)
            records = [r for r in run(options.urisift, mail)]
            finds = [record for record in records if "uri" in record]
            found = [find["uri"] for find in finds]
            expected += len(uris)
            if found != uris or len(finds) != len(records):
                wrong += sum(a != b for a, b in zip(found, uris)) + abs(len(found) - len(uris)) or 1
                if options.show > 0:
                    options.show -= 1
                    print(label, found, uris, records[-1:], sep="\n  ")
            if not label.startswith(SHIFTS):
                for find in finds:
                    raw = mail[find["start"] : find["end"]].decode(codec)
                    misplaced += raw.strip("<>") != find["uri"]
    counts = {"charsets": len(CHARSETS), "expected": expected, "wrong": wrong, "misplaced": misplaced}
    print(json.dumps(counts))


main()
