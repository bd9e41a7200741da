"""The files that docs/architecture.md names as the way of a turn, held against a turn whose calls are watched.

The window, the session, the line and the server are real, in one process, with rooms in memory. A file of the program
counts when one of its functions is handed the message (its text, its id, its stanza or its bytes), or returns it.
"""

import asyncio
import dataclasses
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Final

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import alicia_desktop
from alicia_desktop.session import message_factory
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.transport.memory import MemoryChannel, MemoryTransport
from tests.app.stage import stage_on
from tests.support.patience import PATIENCE
from tests.support.scripted_model import Script, ScriptedModel

PRODUCT: Final = Path(alicia_desktop.__file__).parent
PAGE: Final = PRODUCT.parent / "docs" / "architecture.md"
SERVER: Final = f"{PRODUCT}/server/"
DATABASE: Final = f"{PRODUCT}/store/database.py"
GUARD: Final = f"{PRODUCT}/ui/override_errors.py"
"""It calls the overrides of Qt's functions, is handed whatever these are, and does nothing with it."""
QUESTION: Final = "Xylophones or zithers?"
ANSWER: Final = "Zithers have more strings."
MAX_OUT_FILES: Final = 22
MAX_IN_FILES: Final = 24
MAX_DEPTH: Final = 6
MAX_VALUES: Final = 400
MAX_ITEMS: Final = 50


class MessageTrace:
    """The files in the order in which a message that holds one of the `marks` comes to them, while `recording`."""

    def __init__(self, *marks: str) -> None:
        self.marks = set(marks)
        self.files: list[str] = []
        self.recording = False
        self._known: dict[str, str] = {}
        self._database: Database | None = None

    def profile(self, frame: FrameType, event: str, value: object) -> None:
        """Look at one call or return; for `sys.setprofile`."""
        if not self.recording or event not in {"call", "return"}:
            return
        path = frame.f_code.co_filename
        if path not in self._known:
            counts = path.startswith(f"{PRODUCT}/") and not path.startswith((f"{PRODUCT}/base/", GUARD))
            self._known[path] = str(Path(path).relative_to(PRODUCT)) if counts else ""
        file = self._known[path]
        if (
            file
            and file not in self.files
            and not self._is_servers(frame)
            and self._holds(_values(frame, event, value))
        ):
            self.files.append(file)

    async def watch(self, database: Database) -> None:
        """Look at this thread, and at those of a database."""

        def start(_: Connection) -> None:
            sys.setprofile(self.profile)

        self._database = database
        await database.write(start)
        await database.read(start)
        sys.setprofile(self.profile)

    def _is_servers(self, frame: FrameType | None) -> bool:
        """Whether the server, which is in this process too, or its database has called."""
        while frame is not None:
            owner = frame.f_locals.get("self") if frame.f_code.co_filename == DATABASE else self._database
            if frame.f_code.co_filename.startswith(SERVER) or (
                isinstance(owner, Database) and owner is not self._database
            ):
                return True
            frame = frame.f_back
        return False

    def _holds(self, value: object) -> bool:
        return any(mark in text for text in _texts(value, MAX_DEPTH, [MAX_VALUES]) for mark in self.marks)


async def unwatch(database: Database) -> None:
    def stop(_: Connection) -> None:
        sys.setprofile(None)

    sys.setprofile(None)
    await database.write(stop)
    await database.read(stop)


def _values(frame: FrameType, event: str, value: object) -> object:
    if event == "return":
        return value
    return tuple(given for name, given in frame.f_locals.items() if name != "self")


def _texts(value: object, depth: int, left: list[int]) -> Iterator[str]:
    left[0] -= 1
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield value.decode("latin-1")
    elif depth and left[0] > 0:
        for one in _inner(value):
            yield from _texts(one, depth - 1, left)


def _inner(value: object) -> tuple[Any, ...]:
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values()) if len(value) < MAX_ITEMS else ()
    if isinstance(value, tuple | list | set | frozenset):
        return tuple(value)[:MAX_ITEMS]
    if isinstance(value, msgspec.Struct):
        return tuple(getattr(value, name) for name in value.__struct_fields__)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, each.name, None) for each in dataclasses.fields(value))
    return ()


def stated(title: str) -> list[str]:
    """Return the files, and folders ending in `/`, of the page's paragraph that begins with a title."""
    (paragraph,) = re.findall(
        rf"^\*\*{re.escape(title)}\*\*(.*?)\n\n", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return re.findall(r"`([a-z_/]+(?:\.py|/))`", paragraph)


def check(traced: list[str], way: list[str], beside: list[str]) -> None:
    """Compare a trace with what the page states."""
    assert [file for file in way if file not in traced] == [], "the message did not come there"
    assert [file for file in traced if file in way] == way, "the message came there in another order"
    folders = tuple(one for one in beside if one.endswith("/"))
    unknown = [file for file in traced if file not in way and file not in beside and not file.startswith(folders)]
    assert unknown == [], "docs/architecture.md does not name these"
    assert all((PRODUCT / one).exists() for one in (*way, *beside))


@pytest.mark.slow
async def test_the_way_of_a_turn_goes_through_the_files_that_the_documentation_names(
    theme, folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, back = MessageTrace(QUESTION), MessageTrace(ANSWER)
    sent = asyncio.Event()
    make_question, send, deliver = message_factory.question, MemoryTransport.send, MemoryChannel.deliver

    def question(*given: Any, **named: Any) -> Any:
        body, meta = make_question(*given, **named)
        out.marks.add(body.id)
        return body, meta

    async def to_the_wire(self: MemoryTransport, data: bytes) -> None:
        await send(self, data)
        if QUESTION.encode() in data:
            out.recording = False
            sent.set()

    def from_the_wire(self: MemoryChannel, stanzas: list[bytes]) -> None:
        back.recording = back.recording or any(ANSWER.encode() in data for data in stanzas)
        deliver(self, stanzas)

    monkeypatch.setattr("alicia_desktop.session.driver.question", question)
    monkeypatch.setattr(MemoryTransport, "send", to_the_wire)
    monkeypatch.setattr(MemoryChannel, "deliver", from_the_wire)
    async with ScriptedModel("Of course.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        hold = asyncio.Event()
        stage.model.say(Script(pieces=(f"{ANSWER} ",), hold=hold))
        field = stage.window.conversation.dock.composer.field
        await stage.focus(field)
        QTest.keyClicks(field, QUESTION)
        assert stage.presenter.drafts is not None
        await stage.presenter.drafts.store()  # or its own time for that comes on the way
        try:
            await out.watch(stage.client.database)
            out.recording = True
            stage.press(Qt.Key.Key_Return)
            await asyncio.wait_for(sent.wait(), PATIENCE)
            await back.watch(stage.client.database)
            hold.set()
            await stage.until(lambda: stage.texts()[1:] == [ANSWER] and not stage.rows[1].streaming)
            await stage.until(lambda: "ui/conversation/text_view.py" in back.files)
        finally:
            await unwatch(stage.client.database)
    ways = {"out": stated("Enter → wire"), "in": stated("Wire → pixel")}
    check(out.files, ways["out"], stated("Beside the way out"))
    check(back.files, ways["in"], stated("Beside the way in"))
    assert len(ways["out"]) <= MAX_OUT_FILES
    assert len(ways["in"]) <= MAX_IN_FILES
