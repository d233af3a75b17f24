"""Folders of input, made anew for each run."""

from __future__ import annotations

import base64
import html
import io
import json
import os
import quopri
import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from command import PROJECT

PLAIN = """\
One is http://one.example/a, two is http://two.example/b?c=d#e, and one is http://one.example/a again.
See <http://folded.example/long-
    name/of/a/page> and <URL:ftp://ftp.example/pub/>, mailto:ada@mail.example or urn:isbn:0451450523.
Broken: http://broken.example:8o/x and http://percent.example/%zz; be careful with
http://www.bank.example&id@10.0.0.1:22/~x and http://me:secret@user.example/.
Beyond ASCII: http://ümlaut.example/straße, https://例え.example/, HTTP://ONE.example:80/%7ea
Words: https://words.example/red/apple https://words.example/green/apple https://words.example/red/PEAR
Open http://open.example/(a)/b. Or tel:+44-20-7946-0123, news:news.answers, doi:10.1000/182.
"""

MAIL = """\
From ada@mail.example Thu Jan  1 00:00:00 1970
From: Ada <ada@mail.example>
Date: Thu, 1 Jan 1970 00:00:00 +0000
Message-ID: <1@mail.example>
Subject: one
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9: http://quoted.example/page=
s?x=3D1 and http://one.example/a

From bob@mail.example Fri Feb  2 00:00:01 2001
From: Bob <bob@mail.example>
Date: Fri, 2 Feb 2001 00:00:01 +0000
Message-ID: <2@mail.example>
Subject: two
Content-Type: text/html; charset=utf-8

<p>See <a href="http://linked.example/?a=1&amp;b=2">this</a> and http://one.example/a</p>

"""


def plain(folder: Path) -> Path:
    (folder / "a.txt").write_text(PLAIN, "utf-8")
    (folder / "b.mbox").write_text(MAIL)
    (folder / "c.json").write_text(r'{"u": "http:\/\/escaped.example\/b?c\u0026d"}')
    (folder / "d.html").write_text(
        '<!doctype html><base href="http://base.example/x/"><p><a href="../y">y</a> <img src=z.png>'
    )
    with tarfile.open(folder / "e.tar", "w") as tar:
        member(tar, b"inside/f.txt", b"http://archived.example/ and http://one.example/a\n")
    # Enough of them that not all fit the window.
    (folder / "g.log").write_text(
        "".join(f"10:00:{i % 60:02} GET http://log.example/page/{i:03}\n" * (1 + i % 3) for i in range(300))
    )
    # More places than are shown at once, and more text around them.
    (folder / "i.log").write_text((f"{'left ' * 100}http://often.example/ {'right ' * 100}\n") * 150)
    (folder / "h.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03no deflate")
    return folder


def two(folder: Path) -> Path:
    """Two folders to compare."""
    texts = {
        "old": "http://a.both.example/1 http://a.both.example/1 http://a.both.example/1\n"
        "http://b.both.example/1 http://b.both.example/1 http://b.both.example/1\n"
        "http://gone.example/ http://same.example/ http://10.0.0.1/ urn:isbn:0451450523\n",
        "new": "http://a.both.example/1 http://a.both.example/1 http://a.both.example/1 http://a.both.example/1\n"
        "http://b.both.example/1 http://b.both.example/2\n"
        "http://new.example/1 http://new.example/1 http://new.example/2\n"
        "http://same.example/ http://10.0.0.1/ urn:isbn:0451450523\n",
    }
    for name, text in texts.items():
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text(text)
    return folder


LINKED = {
    "http": "http://a.example/linked",
    "https": "https://a.example/linked",
    "ftp": "ftp://a.example/linked",
    "mailto": "mailto:a@b.example",
}


def links(folder: Path) -> Path:
    """Every URI of the attack strings, in each form in which a URI can stand in a text."""
    uris = [*LINKED.values(), *(decoded(attack) for attack in strings("uris"))]
    (folder / "text.txt").write_bytes(lines(f"see {uri} here\n" for uri in uris))
    (folder / "wrapped.txt").write_bytes(lines(f"see <URL:{uri}> here\n\n" for uri in uris))
    (folder / "page.html").write_bytes(
        b"<!doctype html>\n" + lines(f'<a href="{html.escape(uri)}">x</a>\n' for uri in uris)
    )
    (folder / "raw.html").write_bytes(b"<!doctype html>\n" + lines(f'<a href="{uri}">x</a>\n' for uri in uris))
    (folder / "data.json").write_bytes(lines(json.dumps({"u": uri}) + "\n" for uri in uris))
    return folder


def lines(texts: Iterator[str]) -> bytes:
    return b"".join(text.encode(errors="surrogateescape") for text in texts)


def decoded(attack: bytes) -> str:
    return attack.decode(errors="surrogateescape")


def strings(*names: str) -> list[bytes]:
    """The attack strings of `corpora/hostile`, or of some of its files."""
    paths = sorted((PROJECT / "corpora/hostile").glob("*.txt"))
    paths = [path for path in paths if not names or path.stem in names]
    found = [line for path in paths for line in path.read_bytes().splitlines()]
    assert len(found) > 20
    return [re.sub(rb"\\x([0-9a-f]{2})", lambda byte: bytes([int(byte[1], 16)]), line) for line in found]


def member(tar: tarfile.TarFile, name: bytes, content: bytes) -> None:
    info = tarfile.TarInfo(os.fsdecode(name))
    info.size = len(content)
    tar.addfile(info, io.BytesIO(content))


def hostile(folder: Path) -> Path:
    """Each attack string wherever a text can stand."""
    attacks = list(enumerate(strings()))
    (folder / "text.txt").write_bytes(b"".join(around(i, a) for i, a in attacks))
    (folder / "mail.mbox").write_bytes(b"".join(message(i, a) for i, a in attacks))
    (folder / "page.html").write_bytes(b"<!doctype html>\n" + b"".join(anchor(i, a) for i, a in attacks))
    (folder / "data.json").write_bytes(b"".join(record(i, a) for i, a in attacks))
    (folder / "archive.warc").write_bytes(b"".join(archived(i, a) for i, a in attacks))
    (folder / "long.txt").write_text(f"http://long.example/{'x' * 65_516}\nhttp://long.example/{'-x/' * 21_838}\n")
    named(folder / "names", attacks)
    containers(folder, attacks)
    return folder


def around(i: int, attack: bytes) -> bytes:
    """Lines around URIs, and each component of one."""
    n = b"%d" % i
    return b"\n".join([
        attack + b" http://around.example/" + n + b" " + attack,
        attack,
        b"<URL:" + attack + b">",
        b"<URL:http://wrapped.example/" + n + attack + b">",
        b"http://" + attack + b"/" + n,
        b"http://" + attack + b".example/" + n,
        b"http://" + attack + b"@user.example/" + n,
        b"http://path.example/" + n + b"/" + attack,
        b"http://query.example/" + n + b"?" + attack,
        b"http://fragment.example/" + n + b"#" + attack,
        b'"http://quoted.example/' + n + b"/" + attack + b'"',
        b"urn:x-attack:" + n + attack,
        b"mailto:" + attack + b"@mail.example",
        b"\n",
    ])


def message(i: int, attack: bytes) -> bytes:
    field = attack.replace(b"\n", b" ")
    return b"\n".join([
        b"From a@b.example Thu Jan  1 00:00:00 1970",
        b"From: " + field + b" <a@b.example>",
        b"Date: " + (field if i % 2 else b"Thu, 1 Jan 1970 00:00:00 +0000 (" + field + b")"),
        b"Message-ID: <" + field + b"@b.example>",
        b"Subject: " + field + b" http://subject.example/%d" % i,
        b"MIME-Version: 1.0",
        b'Content-Type: multipart/mixed; boundary="b"',
        b"",
        b"--b",
        b'Content-Type: text/plain; charset="' + field.replace(b'"', b"") + b'"; name="' + field + b'"',
        b"Content-Transfer-Encoding: quoted-printable",
        b"",
        quopri.encodestring(b"http://quoted-printable.example/%d?" % i + attack + b" " + attack),
        b"--b",
        b"Content-Type: text/html; charset=utf-8",
        b'Content-Disposition: attachment; filename="' + field + b'"',
        b"Content-Transfer-Encoding: base64",
        b"",
        base64.encodebytes(anchor(i, attack)),
        b"--b--",
        b"",
        b"",
    ])


def anchor(i: int, attack: bytes) -> bytes:
    escaped = attack.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b'"', b"&quot;")
    return b'<a href="http://anchor.example/%d?' % i + escaped + b'">' + attack + b"</a>\n<a href=\"" + escaped + b'">x</a>\n'


def record(i: int, attack: bytes) -> bytes:
    uris = [f"http://json.example/{i}/{decoded(attack)}", f"http://{decoded(attack)}/{i}"]
    escaped = [json.dumps({"u": uri}).replace("<", "\\u003c").replace("/", "\\/") for uri in uris]
    return "".join(one + "\n" for one in escaped).encode()


def archived(i: int, attack: bytes) -> bytes:
    body = anchor(i, attack) + b'<a href="relative">x</a>'
    field = attack.replace(b"\n", b" ").replace(b"\r", b" ")
    return b"\r\n".join([
        b"WARC/1.0",
        b"WARC-Type: resource",
        b"WARC-Target-URI: http://target.example/%d/" % i + field,
        b"WARC-Record-ID: <" + field + b">",
        b"WARC-Date: " + field,
        b"Content-Type: text/html",
        b"Content-Length: %d" % len(body),
        b"",
        body,
        b"",
        b"",
    ])


def named(folder: Path, attacks: list[tuple[int, bytes]]) -> None:
    """Files by those names, as far as a name can be so; some of them broken, which is a problem."""
    folder.mkdir()
    for i, attack in attacks:
        name = attack.replace(b"/", b"\xe2\x88\x95").replace(b"\0", b"")[:200]
        path = os.fsencode(folder) + b"/%d " % i + name
        if i % 3:
            content = b"http://named.example/%d\n" % i
        else:
            content = b"\x1f\x8b\x08\0\0\0\0\0\0\x03no deflate"
        with open(path, "wb") as file:
            file.write(content)


def containers(folder: Path, attacks: list[tuple[int, bytes]]) -> None:
    with tarfile.open(folder / "members.tar", "w", format=tarfile.PAX_FORMAT) as tar:
        for i, attack in attacks:
            member(tar, attack.replace(b"\0", b"") or b"x", b"http://tar.example/%d\n" % i)
    with zipfile.ZipFile(folder / "members.zip", "w") as zip:
        for i, attack in attacks:
            zip.writestr(f"{i} {attack.decode(errors='replace')}", f"http://zip.example/{i}\n")


def places(folder: Path) -> Path:
    """One URI at 10,000 places."""
    (folder / "a.log").write_text("".join(f"{i} GET http://often.example/\n" for i in range(10_000)))
    (folder / "b.log").write_text("GET http://once.example/\n")
    return folder


def large_two(folder: Path) -> Path:
    """100,000 distinct URIs, of which two files share 40,000."""
    for name, numbers in [("old", range(70_000)), ("new", range(30_000, 100_000))]:
        uris = (f"http://www{i % 1987}.host{i % 8999}.example/page/{i}?id={i * 7919 % 99991}\n" for i in numbers)
        (folder / name).write_text("".join(uris))
    return folder


def large(folder: Path) -> Path:
    """100,000 distinct URIs, in the manner of a mailing list's."""
    schemes = ["http", "https", "https", "https", "ftp"]
    for part in range(10):
        texts = [f"From a@b.example Thu Jan  1 00:00:00 {1990 + part}\nMessage-ID: <{part}@b.example>\n\n"]
        for i in range(part, 100_000, 10):
            host = f"www{i % 1987}.host{i % 89}.example"
            needle = "needle" if i % 1000 == 7 else "page"
            texts.append(
                f"On line {i} it says <{schemes[i % 5]}://{host}/{needle}/{i}?id={i * 7919 % 99991}#at>, and more.\n"
            )
        (folder / f"{part}.mbox").write_text("".join(texts))
    return folder
