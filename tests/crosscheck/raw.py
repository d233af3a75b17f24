#!/usr/bin/env python3
"""Checks that the raw bytes of every find, decoded, are the find.

raw.py URISIFT FILE [--show N]

Where a record says that the text is decoded, the bytes of the file between its start and its end are
decoded with Python's own libraries by what mail and HTML use (quoted-printable, base64, encoded words,
character references, charsets), in any combination; one of these has to give the text. Base64 and
encoded words are decoded as a whole, so the text may stand in what comes of them. Where a record does
not say so, the bytes have to be the text. Prints the counts as one line of JSON.
"""

import argparse
import base64
import email.header
import html
import io
import json
import lzma
import quopri
import re
import subprocess
import zipfile
import zlib

CHARSETS = [
    "utf-8", "latin-1", "cp1252", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "iso2022_jp",
    "koi8_r", "cp1251", "iso8859_2", "iso8859_15", "utf-16-le", "utf-16-be",
]


def of_base64(raw):
    try:
        return base64.b64decode(re.sub(rb"[^A-Za-z0-9+/]", b"", raw) + b"==")
    except ValueError:
        return raw


def of_words(raw):
    pieces = email.header.decode_header(raw.decode("latin-1"))
    return "".join(
        piece if isinstance(piece, str) else piece.decode(charset or "utf-8", "replace")
        for piece, charset in pieces
    ).encode()


def readings(raw):
    """Whatever the bytes may stand for: the text, and whether it may have more around it."""
    plain = [(raw, False), (quopri.decodestring(raw), False), (of_base64(raw), True)]
    for transfer, is_part in plain:
        for charset in CHARSETS:
            try:
                text = transfer.decode(charset)
            except UnicodeDecodeError:
                continue
            # A line that flows was broken behind a blank, one of a calendar in front of one.
            flowed = re.sub(r" \r?\n>* ?", "", text)
            calendar = re.sub(r"\\([,;\\])", r"\1", re.sub(r"\r?\n[ \t]", "", text))
            for form in (text, text.replace(" at ", "@"), flowed, calendar):
                yield form, is_part
                yield re.sub(r"[\t\r\n]", "", html.unescape(form)), is_part
                # A word in several runs of a document.
                yield html.unescape(re.sub(r"<[^>]*>", "", form)), is_part
                # A word in several strings of a page in PDF.
                yield re.sub(r"\)[^()]*\(", "", form), is_part
    try:
        yield of_words(raw).decode(), True
    except (LookupError, UnicodeDecodeError):
        pass


def is_decoded(raw, text):
    return any(form == text or is_part and text in form for form, is_part in readings(raw))


def text_of(find):
    """The text that a record stands for: the reference as it is made, if it is one."""
    value = find.get("reference", find.get("raw", find["uri"]))
    return value if isinstance(value, str) else base64.b64decode(value["bytes"]).decode("latin-1")


def unpacked(find, source):
    """The bytes that the offsets of a find count: of a compressed attachment, what it unpacks to."""
    if "packed_at" not in find:
        return source
    packed = source[find["packed_at"] :]
    if packed[:2] not in (b"\x1f\x8b", b"\xfd7"):
        packed = of_base64(packed.split(b"\n\n")[0].split(b"\n--")[0])
    if packed[:2] == b"\xfd7":
        return lzma.LZMADecompressor().decompress(packed)
    if "/zip " in find["part"]:
        return member(find, source)
    if "/pdf/" in find["part"]:
        return stream(packed)
    return zlib.decompressobj(wbits=31).decompress(packed)


def stream(packed):
    """What a stream unpacks to, some bytes after its offset: base64 has only those of whole digits."""
    for start in range(len(b"stream\r\n")):
        try:
            return zlib.decompressobj().decompress(packed[start:])
        except zlib.error:
            pass
    return b""


def member(find, source):
    """A member of a zip archive in base64, by its name in the part."""
    # The archive starts before the member, at the last empty line.
    start = source.rindex(b"\n\n", 0, find["packed_at"]) + 2
    archive = zipfile.ZipFile(io.BytesIO(of_base64(source[start:].split(b"\n\n")[0].split(b"\n--")[0])))
    path = find["part"].split("/zip ", 1)[1]
    return archive.read(max((name for name in archive.namelist() if path.startswith(name)), key=len))


def is_right(find, source):
    source = unpacked(find, source)
    raw, text = source[find["start"] : find["end"]], text_of(find)
    if find.get("decoded"):
        return is_decoded(raw, text)
    return text.encode() == raw or text.encode("latin-1", "replace") == raw


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("file")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    source = open(options.file, "rb").read()
    command = [options.urisift, "--json", options.file]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    finds = [json.loads(line) for line in output.splitlines()]
    wrong = [find for find in finds if not is_right(find, source)]
    for find in wrong[: options.show]:
        print(json.dumps(find)[:600], source[find["start"] : find["end"]])
    decoded = sum(1 for find in finds if find.get("decoded"))
    print(json.dumps({"finds": len(finds), "decoded": decoded, "wrong": len(wrong)}))


main()
