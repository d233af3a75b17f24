#!/usr/bin/env python3
"""Checks what urisift finds in archives and compressed files that other programs have made.

archives.py URISIFT FOLDER [--libraries] [--show N]

Texts are made in the folder and packed in every format by a program or library that is here: those of Python, `ar`,
`bsdtar`, `compress`, `cpio`, `dpkg-deb`, `lz4`, `xz`, `zip`, `zstd`, and brotli, cramjam and inflate64 from PyPI, which
--libraries installs. Of some formats the frame is written here. In each, urisift has to find what it finds in the texts
themselves, without a problem. Prints the counts as one line of JSON, with the formats that nothing here can make as
`not made`; and the differences with --show.
"""

import argparse
import bz2
import collections
import gzip
import json
import lzma
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib

from libraries import need

if "--libraries" in sys.argv:
    need(brotli="brotli", cramjam="cramjam", inflate64="inflate64")

URIS = 40

# How often the text of a compressed file is repeated.
TIMES = 100


def texts():
    """Names and texts; some packed alone, some of one byte or none, one that is long."""
    page = "".join(f"<p><a href='http://a.example/{n}?b&amp;c'>http://b.example/{n}</a>.\n" for n in range(URIS))
    plain = "".join(f"see http://c.example/{n}, or <http://d.exa\n mple/{n}>\n" for n in range(URIS))
    return {
        "a.html": f"<!doctype html>\n{page}",
        "b.txt": plain,
        "d/a name that is longer than sixteen bytes.txt": plain * 9,
        "d/one": "x",
        "d/none": "",
    }


def run(*command, data=None, cwd=None):
    done = subprocess.run([str(part) for part in command], input=data, cwd=cwd, capture_output=True)
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def finds(urisift, path):
    """How often each URI is found, and what is said on standard error."""
    done = subprocess.run([urisift, "--json", path], capture_output=True, text=True)
    uris = (json.loads(line)["uri"] for line in done.stdout.splitlines())
    return collections.Counter(uris), done.stderr


def brotli(text):
    import brotli
    return brotli.compress(text)


def snappy(text):
    import cramjam
    return bytes(cramjam.snappy.compress(text))


def deflate64(text):
    import inflate64
    deflater = inflate64.Deflater()
    return deflater.deflate(text) + deflater.flush()


# Compressed files: a function of the text for each.

def lzip(text):
    alone = lzma.compress(text, format=lzma.FORMAT_ALONE, preset=6)
    # 8 MiB, as preset 6 has.
    size = len(alone) - 13 + 26
    return b"LZIP\x01\x17" + alone[13:] + struct.pack("<IQQ", zlib.crc32(text), len(text), size)


def compress(text):
    """`compress`, or the same by its rules where that is not here: codes that grow from 9 to 16 bits."""
    if shutil.which("compress"):
        return run("compress", "-c", data=text)
    bits, width, codes, following, table, last = [], 9, 0, 257, {}, None

    def put(code, is_last_of_width):
        nonlocal codes
        bits.extend(code >> bit & 1 for bit in range(width))
        codes += 1
        while is_last_of_width and codes % 8:
            bits.extend([0] * width)
            codes += 1

    for byte in text:
        if last is None:
            last = byte
        elif (last, byte) in table:
            last = table[last, byte]
        else:
            wider = following == 1 << width and width < 16
            put(last, wider)
            if wider:
                width, codes = width + 1, 0
            if following < 1 << 16:
                table[last, byte] = following
                following += 1
            last = byte
    put(last, False)
    bits.extend([0] * (-len(bits) % 8))
    return b"\x1f\x9d\x90" + bytes(
        sum(bits[at + bit] << bit for bit in range(8)) for at in range(0, len(bits), 8)
    )


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def snappy_stored(text):
    """A stream of chunks that are not packed."""
    stream = b"\xff\x06\0\0sNaPpY"
    for at in range(0, len(text), 65536):
        part = text[at : at + 65536]
        crc = crc32c(part)
        crc = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
        stream += b"\x01" + struct.pack("<I", len(part) + 4)[:3] + struct.pack("<I", crc) + part
    return stream


SQUEEZED = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "xz of two": lambda text: lzma.compress(text[: len(text) // 2]) + lzma.compress(text[len(text) // 2 :]),
    "lzma": lambda text: lzma.compress(text, format=lzma.FORMAT_ALONE),
    "lzma by xz": lambda text: run("xz", "--format=lzma", "-c", data=text),
    "lz": lzip,
    "Z": compress,
    "zlib": zlib.compress,
    "sz": snappy,
    "sz, stored": snappy_stored,
    "zst": lambda text: run("zstd", "-q", "-c", data=text),
    "zst in parts": lambda text: run("zstd", "-q", "-c", "-B4096", "--check", data=text),
    "lz4": lambda text: run("lz4", "-q", "-c", data=text),
    "br": brotli,
}


# Archives: a function of the folder of the texts and of the path of the archive.

def names(folder):
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file()]


def zipped(method):
    def pack(folder, path):
        with zipfile.ZipFile(path, "w", method) as archive:
            for name in names(folder):
                archive.write(folder / name, name)
    return pack


def zipped_by_deflate64(folder, path):
    """zipfile stores what is packed; the method and the sizes in the headers of the members are changed."""
    texts = [(folder / name).read_bytes() for name in names(folder)]
    packed = [deflate64(text) for text in texts]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in zip(names(folder), packed):
            archive.writestr(name, data)
        starts = [member.header_offset for member in archive.infolist()]
    archive = bytearray(path.read_bytes())
    for at, text in zip(starts, texts):
        archive[at + 8] = 9
        archive[at + 22 : at + 26] = struct.pack("<I", len(text))
    path.write_bytes(archive)


def streamed(folder, path):
    """Without sizes before the members: as zip writes to a pipe."""
    path.write_bytes(run("zip", "-q", "-r", "-", ".", cwd=folder))


def after(prefix):
    def pack(folder, path):
        zipped(zipfile.ZIP_DEFLATED)(folder, path)
        path.write_bytes(prefix + path.read_bytes())
    return pack


def tarred(form):
    def pack(folder, path):
        with tarfile.open(path, "w", format=form) as archive:
            archive.add(folder, ".")
    return pack


def number(width, base, *values):
    return b"".join(f"{value:0{width}{base}}".encode() for value in values)


def newc(name, data, mode):
    name = name.encode() + b"\0"
    head = b"070701" + number(8, "x", 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0) + name
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)


def odc(name, data, mode):
    name = name.encode() + b"\0"
    head = number(6, "o", 0, 1, mode, 0, 0, 1, 0) + number(11, "o", 0) + number(6, "o", len(name))
    return b"070707" + head + number(11, "o", len(data)) + name + data


def old(order):
    def member(name, data, mode):
        name = name.encode() + b"\0"
        sizes = (len(name), len(data) >> 16, len(data) & 0xFFFF)
        head = struct.pack(f"{order}13H", 0o70707, 0, 1, mode, 0, 0, 1, 0, 0, 0, *sizes) + name
        return head + b"\0" * (len(head) % 2) + data + b"\0" * (len(data) % 2)
    return member


def cpio(member, squeeze=bytes):
    """As the manual cpio(5) says."""
    def pack(folder, path):
        files = [member(name, (folder / name).read_bytes(), 0o100644) for name in names(folder)]
        path.write_bytes(squeeze(b"".join([member("d", b"", 0o40755), *files, member("TRAILER!!!", b"", 0)])))
    return pack


def ar(folder, path):
    run("ar", "rc", path, *names(folder), cwd=folder)


def deb(squeeze):
    def pack(folder, path):
        root = path.parent / "package"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(folder, root)
        (root / "DEBIAN").mkdir()
        control = "Package: made\nVersion: 1\nArchitecture: all\nMaintainer: a <a@a.example>\nDescription: made\n"
        (root / "DEBIAN" / "control").write_text(control)
        run("dpkg-deb", "--root-owner-group", f"-Z{squeeze}", "-b", root, path)
    return pack


def rpm(squeeze):
    """A lead, a signature and a header without entries, and the payload."""
    def pack(folder, path):
        cpio(newc, squeeze)(folder, path)
        header = b"\x8e\xad\xe8\x01" + b"\0" * 12
        lead = b"\xed\xab\xee\xdb\x03\0" + b"\0" * 90
        path.write_bytes(lead + header + header + path.read_bytes())
    return pack


def warc(folder, path):
    """Frames of Zstandard with a dictionary, which is before them and packed itself (IIPC)."""
    records = []
    for name in names(folder):
        data = (folder / name).read_bytes()
        head = f"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: application/octet-stream\r\nContent-Length: {len(data)}\r\n\r\n"
        records.append(head.encode() + data + b"\r\n\r\n")
    samples = path.parent / "samples"
    samples.mkdir(exist_ok=True)
    for at in range(200):
        record = records[at % 3]
        start = at * 17 % (len(record) - 300)
        (samples / str(at)).write_bytes(record[:120] + record[start : start + 180])
    dictionary = path.parent / "dictionary"
    run("zstd", "-q", "--train", *samples.iterdir(), "--maxdict=4096", "-f", "-o", dictionary)
    packed = run("zstd", "-q", "-c", dictionary)
    frames = [run("zstd", "-q", "-c", "-D", dictionary, data=record) for record in records]
    path.write_bytes(b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(packed)) + packed + b"".join(frames))


def by_bsdtar(form):
    def pack(folder, path):
        run("bsdtar", "--format", form, "-cf", path, "-C", folder, ".")
    return pack


def by_cpio(form):
    def pack(folder, path):
        path.write_bytes(run("cpio", "-o", "-H", form, data="\n".join(names(folder)).encode(), cwd=folder))
    return pack


PROGRAM = b"MZ\x90\0" + bytes(56) + b"\x40\0\0\0" + b"PE\0\0" + b"\x07" * 70000

ARCHIVES = {
    **{f"zip {name}": zipped(method) for name, method in [
        ("stored", zipfile.ZIP_STORED),
        ("deflated", zipfile.ZIP_DEFLATED),
        ("bzip2", zipfile.ZIP_BZIP2),
        ("lzma", zipfile.ZIP_LZMA),
    ]},
    "zip deflate64": zipped_by_deflate64,
    "zip to a pipe": streamed,
    "zip after a script": after(b"#!/usr/bin/env python3\n"),
    "zip after a program": after(PROGRAM),
    "crx": after(b"Cr24\x03\0\0\0\x09\0\0\0signature"),
    "tar ustar": tarred(tarfile.USTAR_FORMAT),
    "tar gnu": tarred(tarfile.GNU_FORMAT),
    "tar pax": tarred(tarfile.PAX_FORMAT),
    "cpio newc": cpio(newc),
    "cpio newc.gz": cpio(newc, gzip.compress),
    "cpio odc": cpio(odc),
    "cpio binary": cpio(old("<")),
    "cpio binary, swapped": cpio(old(">")),
    **{f"cpio {form} by cpio": by_cpio(form) for form in ["newc", "crc", "odc", "bin"]},
    **{f"{form} by bsdtar": by_bsdtar(form) for form in ["cpio", "newc", "zip", "pax", "ar"]},
    "ar": ar,
    **{f"deb with {name}": deb(name) for name in ["gzip", "xz", "zstd"]},
    "rpm with gz": rpm(gzip.compress),
    "rpm with xz": rpm(lzma.compress),
    "rpm with lzma": rpm(lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE)),
    "rpm with bz2": rpm(bz2.compress),
    "rpm with zst": rpm(lambda data: run("zstd", "-q", "-c", data=data)),
    "warc.zst with a dictionary": warc,
}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("urisift")
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--libraries", action="store_true")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    folder = options.folder / "texts"
    for name, text in texts().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    in_all = sum((finds(options.urisift, folder / name)[0] for name in names(folder)), collections.Counter())
    text = (folder / "b.txt").read_bytes() * TIMES
    in_text = finds(options.urisift, folder / "b.txt")[0]
    in_text = collections.Counter({uri: TIMES * count for uri, count in in_text.items()})

    counts = {"formats": 0, "expected": 0, "missed": 0, "foreign": 0, "problems": 0}
    skipped, shown = [], 0

    made = [(name, squeeze, in_text) for name, squeeze in SQUEEZED.items()]
    made += [(name, pack, in_all) for name, pack in ARCHIVES.items()]
    for name, pack, expected in made:
        path = options.folder / ("packed.br" if name == "br" else "packed")
        path.unlink(missing_ok=True)
        try:
            if name in SQUEEZED:
                path.write_bytes(pack(text))
            else:
                pack(folder, path)
        except (OSError, ImportError):
            skipped.append(name)
            continue
        found, problems = finds(options.urisift, path)
        missed, foreign = expected - found, found - expected
        counts["formats"] += 1
        counts["expected"] += expected.total()
        counts["missed"] += missed.total()
        counts["foreign"] += foreign.total()
        counts["problems"] += len(problems.splitlines())
        if (missed or foreign or problems) and shown < options.show:
            shown += 1
            print(name, "missed", missed.most_common(3), "foreign", foreign.most_common(3), problems)
    print(json.dumps({**counts, "not made": skipped}))


if __name__ == "__main__":
    main()
