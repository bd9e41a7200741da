"""How soon a very long conversation can be read, and what a word costs that is streamed into it.

The real database, view and window: opened is a conversation when its last messages are laid out and painted. Between
two openings of the long one stands one of a short one, which is also what it is held against.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtWidgets import QApplication
from sqlalchemy import Connection

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation import ConversationView
from tests.bench.measure import Figure, Goal, Measure, Samples, seconds
from tests.bench.traffic import BEGUN

MILLISECONDS: Final = 1e3
LONG, SHORT = 100_000, 100
OPENINGS: Final = 40
EDITED_OPENINGS: Final = 10
WORDS: Final = 300
"""Of a long answer."""
OPEN_GOAL_MS: Final = 150.0
WORD_GOAL_MS: Final = 2.0
QUESTION: Final = "What was it that we said about the recital, and who brings the cake for the children?"
ANSWER: Final = (
    "Emma plays at **18:30 on Friday** in the hall of the music school. You wanted seats near the front, so be there "
    "by six.\n\n* The cake comes from Anna.\n* Leave the island by two.\n\nShall I remind you?"
)


def fill(conn: Connection, conversation_id: str, count: int) -> None:
    """Write a conversation of so many messages, questions and answers in turn, each answer with a memory."""
    at = BEGUN.isoformat(timespec="microseconds")
    conn.exec_driver_sql(
        "INSERT INTO alicia_conversations(id, user_id, created_at, updated_at) VALUES (?1, 'user', ?2, ?2)",
        (conversation_id, at),
    )
    name = f"am_{conversation_id}_"
    conn.exec_driver_sql(
        "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, contents, "
        "completion_status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'completed', ?, ?)",
        [
            (f"{name}{n}", conversation_id, n, f"{name}{n - 1}" if n else None, role, said, at, at)
            for n, (role, said) in enumerate([("user", QUESTION), ("assistant", ANSWER)] * (count // 2))
        ],
    )
    conn.exec_driver_sql(
        "INSERT INTO alicia_memory_used(id, conversation_id, message_id, memory_id, content, confidence, created_at, "
        "updated_at) VALUES (?, ?, ?, 'amem_1', 'Emma has a recital.', 0.9, ?, ?)",
        [(f"amu_{conversation_id}_{n}", conversation_id, f"{name}{n}", at, at) for n in range(1, count, 2)],
    )


def edit_first(conn: Connection, conversation_id: str, count: int) -> None:
    """Ask the first question of a conversation of so many messages anew: all that follows the old one is hidden."""
    at = BEGUN.isoformat(timespec="microseconds")
    name = f"am_{conversation_id}_"
    conn.exec_driver_sql(
        "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, contents, "
        "completion_status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'completed', ?, ?)",
        [
            (f"{name}{count}", conversation_id, count, None, "user", QUESTION, at, at),
            (f"{name}{count + 1}", conversation_id, count + 1, f"{name}{count}", "assistant", ANSWER, at, at),
        ],
    )
    conn.exec_driver_sql(
        "UPDATE alicia_messages SET superseded_at = ?1, superseded_by = CASE id WHEN ?2 THEN ?3 END "
        "WHERE conversation_id = ?4 AND sequence_number < ?5",
        (at, f"{name}0", f"{name}{count}", conversation_id, count),
    )


class Reader:
    """A window in which conversations are opened."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._clock = SystemClock()
        self._database = database
        self._view = ConversationView(database=database, clock=self._clock, scope=scope)
        theme = Theme()
        theme.install(QApplication.instance())  # type: ignore[arg-type]  # made before
        self._window = MainWindow(theme=theme)
        self._window.resize(1280, 800)
        self._window.show()
        self._list = self._window.conversation.messages

    async def open(self, conversation_id: str) -> float:
        """Return the milliseconds from the wish to the paint of its last messages."""
        begun = time.perf_counter()
        await self._database.write(conversations.open_now, conversation_id, self._clock.now())
        await self._view.show(conversation_id)
        self._window.set_messages(self._view.rows)
        self._list.place()
        self._list.viewport().repaint()
        taken = MILLISECONDS * (time.perf_counter() - begun)
        assert self._view.rows[-1].id in self._list.visible_ids()
        return taken

    def words(self) -> list[float]:
        """Return the milliseconds of layout of each word that the last answer grows by."""
        row = replace(self._view.rows[-1], streaming=True, text="")
        taken = []
        for number in range(WORDS):
            row = replace(row, text=f"{row.text} word{number}", revision=1_000_000 + number)
            self._view.rows.put(row)
            taken.append(MILLISECONDS * seconds(self._list.place))
        return taken

    def close(self) -> None:
        """Follow nothing more."""
        self._view.close()
        self._window.close()


@cache
def _samples() -> tuple[Samples, ...]:
    """Take both measures' samples in one window."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder, qasync.QEventLoop(app) as loop:
        taken: tuple[Samples, ...] = loop.run_until_complete(_read(Path(folder)))
        return taken


async def _read(folder: Path) -> tuple[Samples, ...]:
    database = await Database.open(folder / "client.db", clock=SystemClock())
    try:
        await database.write(fill, "long", LONG)
        await database.write(fill, "short", SHORT)
        await database.write(fill, "edited", LONG)
        await database.write(edit_first, "edited", LONG)
        async with Scope("bench") as scope:
            reader = Reader(database, scope)
            pairs = [(await reader.open("long"), await reader.open("short")) for _ in range(OPENINGS + 1)][1:]
            short = reader.words()
            await reader.open("long")
            words = reader.words()
            edited = [(await reader.open("edited"), await reader.open("long")) for _ in range(EDITED_OPENINGS)]
            reader.close()
    finally:
        await database.close()
    opened, with_versions = (
        Samples(ours=[one for one, _ in some], baseline=[other for _, other in some]) for some in (pairs, edited)
    )
    return opened, Samples(ours=words, baseline=short), with_versions


def measures() -> Iterator[Measure]:
    """Yield them."""
    yield Measure(
        name=f"Opening a conversation of {LONG:,} messages",
        what="From the wish to its last messages on screen, with the database, the view and the window.",
        unit="ms",
        figure=Figure.P95,
        run=lambda: _samples()[0],
        baseline=f"a conversation of {SHORT} messages, opened in turn with it; median",
        goal=Goal(limit=OPEN_GOAL_MS),
    )
    yield Measure(
        name=f"A streamed word in a conversation of {LONG:,} messages",
        what=f"Laying out the last answer anew with every word, up to {WORDS} of them.",
        unit="ms",
        figure=Figure.P95,
        run=lambda: _samples()[1],
        baseline=f"the same words in a conversation of {SHORT} messages; median",
        goal=Goal(limit=WORD_GOAL_MS),
    )
    yield Measure(
        name=f"Opening one of {LONG:,} messages, its first edited",
        what="The same, where another version of the first question hides all the others: which is read of each one.",
        unit="ms",
        figure=Figure.MEDIAN,
        run=lambda: _samples()[2],
        baseline="the same conversation without another version",
    )
