"""Watches what `opened.Traps` laid out: a process of its own, because who waits in Qt for a pipe holds Python's lock.

Called with the folder; says where its terminal and its web server are, then answers each line with what was opened.
"""

import ctypes
import json
import os
import select
import socket
import struct
import sys
import threading
import tty

PIPE = "p.png"
IN_OPEN, IN_ISDIR = 0x20, 0x40000000
EVENT = struct.Struct("iIII")


def wait_for_readers(pipe: str, opened: set[str]) -> None:
    """Open the pipe for writing, which lasts until somebody reads it, and give that reader its end."""
    while True:
        os.close(os.open(pipe, os.O_WRONLY))
        opened.add(pipe)
        threading.Event().wait(0.01)  # without a writer meanwhile: else the reader would see no end


def take(events: bytes, watched: dict[int, str], opened: set[str]) -> None:
    """Note which files were opened."""
    at = 0
    while at < len(events):
        watch, mask, _, length = EVENT.unpack_from(events, at)
        name = events[at + EVENT.size : at + EVENT.size + length].rstrip(b"\0").decode()
        at += EVENT.size + length
        if not mask & IN_ISDIR and name != PIPE:
            opened.add(f"{watched[watch]}/{name}" if name else watched[watch])


def tell(what: object) -> None:
    """Write a line of JSON to whoever started this."""
    sys.stdout.write(f"{json.dumps(what)}\n")
    sys.stdout.flush()


def main(folder: str) -> None:
    """Answer until the input ends."""
    opened: set[str] = set()
    libc = ctypes.CDLL(None)
    inotify = libc.inotify_init1(os.O_NONBLOCK)
    master, slave = os.openpty()
    tty.setraw(slave)
    device = os.ttyname(slave)
    watched = {libc.inotify_add_watch(inotify, path.encode(), IN_OPEN): path for path in (folder, device)}
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=wait_for_readers, args=(f"{folder}/{PIPE}", opened), daemon=True).start()
    address = f"http://127.0.0.1:{server.getsockname()[1]}/a.png"
    tell({"device": device, "address": address, "watched": sorted(watched)})
    while True:
        ready, _, _ = select.select([inotify, server, sys.stdin], [], [])
        if server in ready:
            server.accept()[0].close()
            opened.add(address)
        if inotify in ready:
            take(os.read(inotify, 65_536), watched, opened)
            if device in opened and master >= 0:
                os.close(master)  # who reads the terminal gets its end
                master = -1
        elif sys.stdin in ready:  # once all that the kernel has told is noted
            if not sys.stdin.readline():
                return
            tell(sorted(opened))


if __name__ == "__main__":
    main(sys.argv[1])
