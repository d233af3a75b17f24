"""Mounts a file system on a folder: stalling.py FOLDER. Prints a line once it is there, or why it cannot be.

It speaks the protocol of FUSE, with nothing but Python and the rights to mount. It has one file, `file`, of 1 MiB of
lines: the first 128 KiB are read as of any file, and a read of more is never answered. It ends when its standard input
does.
"""

import ctypes
import os
import select
import struct
import sys

LINE = b"see http://b.example/ there\n"
LENGTH, ANSWERED = 1 << 20, 128 << 10
TEXT = (LINE * (ANSWERED // len(LINE) + 1))[:ANSWERED]
LOOKUP, FORGET, GETATTR, OPEN, READ, RELEASE, INIT, INTERRUPT, BATCH_FORGET = 1, 2, 3, 14, 15, 18, 26, 36, 42
ENOENT, ENOSYS = 2, 38
NOSUID_NODEV, DETACH = 6, 2
ROOT, FILE = 1, 2
libc = ctypes.CDLL(None, use_errno=True)


def attributes(node):
    mode, length = (0o40755, 0) if node == ROOT else (0o100644, LENGTH)
    return struct.pack("<6Q10I", node, length, length // 512, 0, 0, 0, 0, 0, 0, mode, 1, os.getuid(), os.getgid(), 0, 4096, 0)


def answer(operation, node, body):
    """The answer to a request: an error and bytes, or None if there is none."""
    if operation == INIT:
        # Reads ahead, and by requests that a signal may end.
        return 0, struct.pack("<4I2HI36x", 7, 31, ANSWERED, 1, 0, 0, 4096)
    if operation == LOOKUP:
        if node != ROOT or body != b"file\0":
            return ENOENT, b""
        return 0, struct.pack("<4Q2I", FILE, 0, 60, 60, 0, 0) + attributes(FILE)
    if operation == GETATTR:
        return 0, struct.pack("<QII", 60, 0, 0) + attributes(node)
    if operation == OPEN and node == FILE:
        # What another process has read, or waits for, stays in the cache: opening does not wait for it.
        return 0, struct.pack("<QII", 0, 2, 0)
    if operation == READ:
        _, start, length = struct.unpack_from("<QQI", body)
        return (0, TEXT[start : start + length]) if start + length <= ANSWERED else None
    if operation in (FORGET, BATCH_FORGET, INTERRUPT):
        return None
    return (0 if operation == RELEASE else ENOSYS), b""


def main():
    folder = os.fsencode(sys.argv[1])
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}".encode()
    if libc.mount(b"stalling", folder, b"fuse", NOSUID_NODEV, options) != 0:
        raise OSError(ctypes.get_errno(), "mount")
    print("ready", flush=True)
    while True:
        ready, _, _ = select.select([device, sys.stdin], [], [])
        if sys.stdin in ready:
            break
        request = os.read(device, 1 << 18)
        _, operation, unique, node = struct.unpack_from("<IIQQ", request)
        answered = answer(operation, node, request[40:])
        if answered is not None:
            error, body = answered
            os.write(device, struct.pack("<IiQ", 16 + len(body), -error, unique) + body)
    libc.umount2(folder, DETACH)


try:
    main()
except OSError as error:
    print(error, flush=True)
