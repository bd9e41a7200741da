"""Write and read the file of a capture: a zip of JSON lines with a manifest (docs/capture-format.md).

    with writing_private(path) as file, CaptureWriter(file) as writer:
        writer.write_lines("stanzas", lines)
        writer.finish(manifest)           # last, so that a capture that was cut off has none

    with CaptureReader(path) as reader:
        reader.manifest.conversation
        for line in reader.lines("stanzas"): ...

Lines pass one at a time, both ways. A capture may come from anybody: its members have fixed names, which are looked
up and never used as paths, and every size is bounded before anything is read.
"""

import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Final, Literal, Self

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.translation import translate
from alicia_desktop.store.conversations.captured_rows import MARKS, SOUNDS, TABLES

FORMAT: Final = "alicia-capture"
VERSION: Final = 2
"""Of the file; a program that knows only older ones refuses it. The first one had neither sounds nor marks."""
SUFFIX: Final = "alicia-capture"
"""Of the names of files."""
STANZAS: Final = "stanzas"
MANIFEST: Final = "manifest.json"
MAX_FILE_BYTES: Final = 1 << 30
MAX_UNPACKED_BYTES: Final = 2 << 30
MAX_LINE_BYTES: Final = 16 << 20
"""A stanza of the largest size (docs/protocol.md#limits) is 2.7 MB as base64."""
MAX_MANIFEST_BYTES: Final = 1 << 20
MAX_DIRECTORY_BYTES: Final = 1 << 16
"""The list of members, which is read at once."""
Selection = Literal["whole", "filtered", "marked"]
_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
_BROKEN: Final = (zipfile.BadZipFile, KeyError, ValueError, RuntimeError, EOFError, zlib.error)
"""What reading something else than a whole archive raises; `RuntimeError` where it is encrypted."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a capture holds."""

    format: str = FORMAT
    version: int
    program: str
    """Version of the program that wrote it."""
    created_at: datetime
    selection: Selection
    filter: str = ""
    """By which the stanzas were chosen, as it was typed; empty where it was redacted."""
    redacted: tuple[str, ...] = ()
    """What was replaced, in words for people: kinds of rules and never what they looked for."""
    conversation: msgspec.Raw
    """The conversation's own row."""
    stanzas: int
    rows: dict[str, int]
    """How many of each table; without any in a capture that is not of the whole conversation."""
    sounds: int = 0
    marks: int = 0
    time_references: tuple[int, ...] = ()
    """Numbers of the stanzas from which times were counted anew."""


class CaptureWriter:
    """Write one capture, members one after the other."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=False)
        self._unpacked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, stack: object) -> None:
        self._archive.close()

    def write_lines(self, name: str, lines: Iterable[bytes]) -> int:
        """Write a member and return how many lines it has.

        Raises:
            WorldError: it is larger than what can be opened again.
        """
        count = 0
        with self._archive.open(_member(f"{name}.jsonl"), "w") as member:
            for line in lines:
                self._unpacked += len(line)
                if self._unpacked > MAX_UNPACKED_BYTES or self._file.tell() > MAX_FILE_BYTES:
                    raise _too_large(translate("The conversation"))
                member.write(line)
                count += 1
        return count

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, which makes the capture whole."""
        content = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        self._archive.writestr(_member(MANIFEST), content)


def _member(name: str) -> zipfile.ZipInfo:
    """Return the head of a member, without the clock of the computer it is written on."""
    head = zipfile.ZipInfo(name)
    head.compress_type = zipfile.ZIP_DEFLATED
    return head


class CaptureReader:
    """Read one capture, from anybody."""

    def __init__(self, path: Path) -> None:
        """Open it and read its manifest.

        Raises:
            WorldError: `not_a_capture`, `capture_newer`, `capture_too_large`, `not_read`.
        """
        self.path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise _unreadable(path, error) from error
        try:
            _check_size(path, self._file)
            self._archive = zipfile.ZipFile(self._file)
            self._check_members()
            self.manifest = parse_manifest(path, self._archive.read(MANIFEST))
        except OSError as error:
            self._file.close()
            raise _unreadable(path, error) from error
        except _BROKEN as error:
            self._file.close()
            raise _not_a_capture(path) from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, stack: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._archive.close()
        self._file.close()

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a member; none where there is no such member.

        Raises:
            WorldError: it is damaged, or a line is longer than any of ours.
        """
        if f"{name}.jsonl" not in self._archive.namelist():
            return
        try:
            with self._archive.open(f"{name}.jsonl") as member:
                while line := member.readline(MAX_LINE_BYTES + 1):
                    if len(line) > MAX_LINE_BYTES:
                        raise _too_large(translate("A line of {file}").format(file=self.path.name))
                    yield line
        except OSError as error:
            raise _unreadable(self.path, error) from error
        except _BROKEN as error:
            raise _damaged(self.path) from error

    def _check_members(self) -> None:
        """Raise unless all members are ours, once each, and together no larger than allowed."""
        members = self._archive.infolist()
        names = [member.filename for member in members]
        known = {MANIFEST, *(f"{name}.jsonl" for name in (STANZAS, *TABLES, SOUNDS, MARKS))}
        if len(set(names)) != len(names) or not set(names) <= known or MANIFEST not in names:
            raise zipfile.BadZipFile
        if any(member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for member in members):
            raise zipfile.BadZipFile
        manifest = self._archive.getinfo(MANIFEST)
        unpacked = sum(member.file_size for member in members)
        if unpacked > MAX_UNPACKED_BYTES or manifest.file_size > MAX_MANIFEST_BYTES:
            raise _too_large(self.path.name)


def _check_size(path: Path, file: IO[bytes]) -> None:
    """Look at the last bytes, which say how long the list of members is, before a library reads it."""
    size = file.seek(0, os.SEEK_END)
    if size > MAX_FILE_BYTES:
        raise _too_large(path.name)
    file.seek(max(0, size - _END_BYTES))
    end = file.read(_END_BYTES)
    if not end.startswith(_END) or int.from_bytes(end[12:16], "little") > MAX_DIRECTORY_BYTES:
        raise zipfile.BadZipFile
    file.seek(0)


class _Head(msgspec.Struct, frozen=True):
    format: str
    version: int


def parse_manifest(path: Path, content: bytes) -> Manifest:
    """Read a manifest; `path` is for sentences.

    Raises:
        WorldError: `capture_newer`.
        ValueError: it is none.
        BadZipFile: it is of something else.
    """
    head = decode_json(content, _Head)
    if head.format != FORMAT:
        raise zipfile.BadZipFile
    if head.version > VERSION:
        sentence = translate(
            "{file} is a capture of version {version}, and this program knows version {known}. Install a newer one."
        ).format(file=path.name, version=head.version, known=VERSION)
        raise WorldError(sentence=sentence, code="capture_newer")
    return decode_json(content, Manifest)


def _not_a_capture(path: Path) -> WorldError:
    return WorldError(
        sentence=translate("{file} is no capture, or was cut off.").format(file=path.name), code="not_a_capture"
    )


def _damaged(path: Path) -> WorldError:
    return WorldError(sentence=translate("{file} is damaged.").format(file=path.name), code="capture_damaged")


def _too_large(what: str) -> WorldError:
    limit = translate("{packed} GB packed, {unpacked} GB unpacked, {line} MB a line").format(
        packed=MAX_FILE_BYTES >> 30, unpacked=MAX_UNPACKED_BYTES >> 30, line=MAX_LINE_BYTES >> 20
    )
    sentence = translate("{what} is too large for a capture ({limit}). Save less of it by a filter.").format(
        what=what, limit=limit
    )
    return WorldError(sentence=sentence, code="capture_too_large")


def _unreadable(path: Path, error: OSError) -> WorldError:
    return WorldError(
        sentence=translate("{path} cannot be read: {reason}.").format(path=path, reason=system_reason(error)),
        code="not_read",
    )
