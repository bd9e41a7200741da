"""kill −9 of the real client or the real server, again and again, in the middle of questions and answers.

One conversation on one data folder each, as long as it takes: what a cycle has written must be there after all that
follow. Written is what `talk --json` has printed, since a stanza is printed once it is on disk.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from sqlcipher3 import dbapi2

from tests.support.command import objects, run
from tests.support.patience import PATIENCE
from tests.support.ports import free_ports
from tests.support.processes import wait_until
from tests.support.scripted_model import ModelBeside, Script
from tests.support.serving import Served, serving
from tests.support.talking import Talk, descendants, is_alive, named, talking

QUESTIONS: Final = 60
"""More than a client gets to ask before it is killed."""
ANSWER: Final = ("The keeper counted ships. ", "He never slept. ", "In the morning he rowed home. ", "The end.")
QUIET: Final = 60.0
"""Most seconds without any change, in peace at the end: longer than the longest pause between two tries."""
MAX_WAIT_SECONDS: Final = 2.5
"""Seconds from the first question to the kill."""
PIECE: Final = 0.15
"""Seconds that the model takes for a piece of its answer."""

Row = tuple[object, ...]


@dataclass
class Report:
    """What happened so far."""

    cycles: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    written: dict[str, str] = field(default_factory=dict)
    """Id → text of every question that was on disk."""


class Torture:
    """One conversation between a client and a server that are killed."""

    def __init__(self, *, folder: Path, model: ModelBeside, seed: int) -> None:
        self.report = Report()
        self._random = Random(f"torture {seed}")
        self._client, self._server = folder / "client", folder / "server"
        self._model = model
        (self._port,) = free_ports(1)
        self._conversation = ""

    def play(self, cycles: int, *, seconds: float = float("inf")) -> Report:
        """Play cycles, no new one after `seconds`, and look at everything at the end.

        Raises:
            AssertionError: something was lost, torn or doubled.
        """
        with self._serving() as server:
            first = self._talk(server, "--text", "Hello.")
            self._conversation = named(first, "StartAnswer")[0]["body"]["conversationId"]
        began = time.monotonic()
        while self.report.cycles < cycles and time.monotonic() - began < seconds:
            self._cycle()
            self.report.cycles += 1
            self._check_client()
        self._settle()
        self._check_both()
        return self.report

    # --- a cycle ---

    def _cycle(self) -> None:
        victim = self._random.choice(("client", "client", "server", "both"))
        with self._serving() as server, talking(*self._go_on(), environment=self._environment(server)) as talk:
            for number in range(QUESTIONS):
                talk.write(f"Question {self.report.cycles}.{number}?")
            awaited = self._random.choices(("", "UserMessage", "StartAnswer"), (15, 50, 35))[0]
            if awaited:  # else it may hit the start
                wait_until(lambda: bool(named(talk.said, awaited)), what=awaited)
            longest = PIECE * len(ANSWER) if awaited == "StartAnswer" else MAX_WAIT_SECONDS
            time.sleep(self._random.uniform(0, longest))  # noqa: TID251 - real processes have real time
            if victim != "client":
                _kill(server.process.pid)
            if victim == "server":
                time.sleep(self._random.uniform(0, 0.3))  # noqa: TID251 - as above: the client meets a dead server
            self._kill_client(talk)
        self.report.kills[victim] += 1
        for one in named(talk.said, "UserMessage"):
            if one["direction"] == "out":
                self.report.written[one["body"]["id"]] = one["body"]["content"]

    def _kill_client(self, talk: Talk) -> None:
        children = descendants(talk.process.pid)
        _kill(talk.process.pid)
        talk.process.wait(PATIENCE)
        wait_until(lambda: not any(is_alive(pid) for pid in children), what="the end of its children")

    @contextmanager
    def _serving(self) -> Iterator[Served]:
        environment = {**self._model.environment, "ALICIA_DATA_DIR": str(self._server)}
        with serving("--port", str(self._port), environment=environment) as server:
            assert server.token, "the server did not come up again"
            yield server

    def _environment(self, server: Served) -> dict[str, str]:
        return {
            "ALICIA_DATA_DIR": str(self._client),
            "ALICIA_SERVER": server.address,
            "ALICIA_TOKEN": server.token,
        }

    def _go_on(self) -> tuple[str, ...]:
        return ("--conversation", self._conversation) if self._conversation else ()

    def _talk(self, server: Served, *arguments: str) -> list[dict[str, object]]:
        done = run("talk", "--json", *self._go_on(), *arguments, environment=self._environment(server))
        assert done.returncode == 0, done.stderr
        return objects(done.stdout)

    def _settle(self) -> None:
        """Let both run in peace until all is delivered and answered and both have the same, or nothing changes."""
        with self._serving() as server, talking(*self._go_on(), environment=self._environment(server)) as talk:
            left = self._unsettled()
            with suppress(TimeoutError):
                while any(left):
                    wait_until(lambda: self._unsettled() != left, what="peace", within=QUIET)  # noqa: B023 - asked at once
                    left = self._unsettled()
            talk.write("Is all there?")
            assert talk.finish() == 0, talk.errors

    def _unsettled(self) -> tuple[list[Row] | set[Row], ...]:
        """Return what is not delivered, not answered, not whole, or not the same."""
        waiting = self._rows(self._client, _WAITING)
        unanswered = self._rows(self._server, _UNANSWERED, self._conversation)
        streaming = self._rows(self._client, "SELECT 1 FROM alicia_messages WHERE completion_status = 'streaming'")
        return waiting, unanswered, streaming, *self._differences()

    def _differences(self) -> tuple[set[Row], set[Row]]:
        """Return the answers that only the client has, and those that only the server has."""
        ours, theirs = (
            set(self._rows(folder, _ANSWERS, self._conversation)) for folder in (self._client, self._server)
        )
        return ours - theirs, theirs - ours

    # --- what must hold ---

    def _rows(self, folder: Path, query: str, *values: object) -> list[Row]:
        (path,) = [path for path in folder.iterdir() if path.name in {"client.db", "server.db"}]
        with closing(dbapi2.connect(str(path))) as conn:
            return list(conn.execute(query, values))

    def _check_client(self) -> None:
        assert self._rows(self._client, "PRAGMA quick_check(1)") == [("ok",)], "torn"
        mine = self._rows(self._client, "SELECT id, contents FROM alicia_messages WHERE message_role = 'user'")
        kept = {str(name): str(text) for name, text in mine}
        lost = self.report.written.items() - kept.items()
        assert not lost, f"lost on this computer: {sorted(lost)}"

    def _check_both(self) -> None:
        self._check_client()
        assert not self._rows(self._client, _WAITING), "not delivered"
        for folder in (self._client, self._server):
            assert self._rows(folder, "PRAGMA integrity_check") == [("ok",)], "torn"
            asked = self._rows(folder, _QUESTIONS, self._conversation)
            lost = self.report.written.items() - {(str(name), str(text)) for name, text in asked}
            assert not lost, f"lost in {folder.name}: {sorted(lost)}"
            said = Counter(text for _, text in asked)
            assert not [text for text, count in said.items() if count > 1], f"doubled in {folder.name}: {said}"
            unanswered = self._rows(folder, _UNANSWERED, self._conversation)
            assert not unanswered, f"never answered, says {folder.name}: {unanswered}"
            answered = self._rows(folder, _ANSWERED_TWICE, self._conversation)
            assert not answered, f"answered twice in {folder.name}: {answered}"
            assert not self._rows(folder, _TORN, self._conversation), f"sentences are missing in {folder.name}"
        ours, theirs = self._differences()
        assert not ours, f"only the client has {sorted(ours)}"
        assert not theirs, f"only the server has {sorted(theirs)}"


_WAITING: Final = "SELECT 1 FROM outbox"
_QUESTIONS: Final = "SELECT id, contents FROM alicia_messages WHERE conversation_id = ? AND message_role = 'user'"
_UNANSWERED: Final = (
    "SELECT id, contents FROM alicia_messages AS question WHERE conversation_id = ? AND message_role = 'user' "
    "AND completion_status <> 'failed' AND NOT EXISTS (SELECT 1 FROM alicia_messages AS answer "
    "WHERE answer.previous_id = question.id AND answer.message_role = 'assistant')"
)
_ANSWERED_TWICE: Final = (
    "SELECT previous_id, count(*) FROM alicia_messages WHERE conversation_id = ? AND message_role = 'assistant' "
    "AND superseded_at IS NULL GROUP BY previous_id HAVING count(*) > 1"
)
_TORN: Final = (
    "SELECT m.id FROM alicia_messages m JOIN alicia_sentences s ON s.message_id = m.id WHERE m.conversation_id = ? "
    "AND m.completion_status = 'completed' GROUP BY m.id HAVING count(*) <> max(s.sentence_sequence_number)"
)
_ANSWERS: Final = (
    "SELECT id, previous_id, completion_status, contents FROM alicia_messages WHERE conversation_id = ? "
    "AND message_role = 'assistant' AND superseded_at IS NULL"
)


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def scripted() -> ModelBeside:
    """Return a model whose answers are some sentences long."""
    return ModelBeside(Script(pieces=ANSWER, pause=PIECE))
