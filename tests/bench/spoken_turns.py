"""Spoken turns through the whole program, each window at a sound card of its own; timed part by part.

The end of speech and her first sound are what the card's monitors hear; what lies between them is told by the stanzas
that the window journaled, whose moments are of the same clock.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from sqlcipher3 import dbapi2

from alicia_desktop.protocol.extensions import RECEIVED_AT, SYNTHESIS, TIMINGS
from tests.bench.alicia import environment
from tests.bench.card_ears import CardEars, listening
from tests.bench.spoken_sentences import FACT, Spoken
from tests.support.driven_window import SETTINGS, DrivenWindow, driven_window, is_answered
from tests.support.processes import ending, wait_until
from tests.support.sound_card import SoundCard, sound_card

Kind = Literal["ours", "naive"]
Received = Mapping[str, tuple[float, Mapping[str, Any]]]
"""Name of a stanza → its moment, and its meta."""
PATIENCE_SECONDS: Final = 20.0
JOURNALED_SECONDS: Final = 2.0
REST_SECONDS: Final = 0.8
PARTS: Final = ("silence", "transcript", "retrieval", "first clause", "synthesis", "playback")
"""From the end of speech to her first sound, one behind the other."""
BEFORE_THE_ANSWER: Final = ("queue", "learning", "model", "retrieval", "act")
"""Phases of a turn that count as retrieval."""
NEEDED: Final = frozenset({"Transcription", "StartAnswer", "AudioChunk"})
"""Without one of these nothing can be told of a turn."""
READ: Final = "SELECT name, at, meta FROM journal WHERE direction = 'in' AND seq > ? ORDER BY seq"


class TurnLostError(Exception):
    """A turn cannot be timed: it was cut, not understood or not answered; its text says which."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimedTurn:
    """From the end of speech to her first sound, in seconds."""

    voice: str
    whole: float
    parts: Mapping[str, float]
    """One of `PARTS` → how long it took; their sum is the whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A window with a microphone and a loudspeaker that nobody else uses."""

    card: SoundCard
    ears: CardEars
    window: DrivenWindow
    journal: dbapi2.Connection

    def take(self, said: Spoken) -> TimedTurn:
        """Say something, wait for her first sound, and stop her.

        Raises:
            TurnLostError: there is nothing to time.
        """
        newest = self._newest()
        try:
            ended, sounded = self._converse(said)
            received = self._await(newest, voice=said.voice)
        finally:
            self._hush()
        if sounded < ended:
            raise TurnLostError(f"{said.voice} was cut off")
        return timed(said.voice, ended, sounded, received)

    def _hush(self) -> None:
        """Stop her, and wait until she is silent and listens."""
        self.window.press("Key_Escape")
        self.window.until(lambda seen: seen["voice"]["state"] == "listening", what="her listening")
        wait_until(lambda: self.ears.is_silent(REST_SECONDS), what="silence", within=PATIENCE_SECONDS)

    def hold_dialogue(self, sentences: Sequence[Spoken], seconds: float) -> float:
        """Talk with her for so long, hearing each answer to its end; returns how long it was indeed."""
        begun = time.monotonic()
        for said in sentences:
            if time.monotonic() - begun >= seconds:
                break
            self._converse(said)
            wait_until(lambda: self.ears.is_silent(REST_SECONDS), what="the end of an answer", within=PATIENCE_SECONDS)
        return time.monotonic() - begun

    def _converse(self, said: Spoken) -> tuple[float, float]:
        """Return when a sentence had ended and when she began; with silence enough behind it that no word is added."""
        self.ears.forget()
        self.card.play(said.wav)
        try:
            wait_until(lambda: self.ears.she_began() is not None, what="her", within=PATIENCE_SECONDS)
        except TimeoutError as error:
            raise TurnLostError(f"{said.voice} got no answer") from error
        ended, sounded = self.ears.speech_ended(), self.ears.she_began()
        assert ended is not None
        assert sounded is not None
        return ended, sounded

    def _newest(self) -> int:
        (newest,) = self.journal.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone()
        return int(newest)

    def _await(self, newest: int, *, voice: str) -> Received:
        """Wait until what was received of a turn is journaled, which a busy computer does behind her first sound."""
        try:
            wait_until(lambda: self._received(newest).keys() >= NEEDED, what="stanzas", within=JOURNALED_SECONDS)
        except TimeoutError as error:
            raise TurnLostError(f"{voice}: only {', '.join(self._received(newest))} came") from error
        return self._received(newest)

    def _received(self, newest: int) -> Received:
        """Return moment and meta of the first stanza of each name, of transcriptions the final one."""
        found: dict[str, tuple[float, dict[str, Any]]] = {}
        for name, at, meta in self.journal.execute(READ, (newest,)):
            told = json.loads(meta or "{}")
            if name != "Transcription" or "endpoint" in told:
                found.setdefault(name, (datetime.fromisoformat(at).timestamp(), told))
        return found


def timed(voice: str, ended: float, sounded: float, received: Received) -> TimedTurn:
    """Return the parts of a turn; moments in seconds."""
    heard, (chunk_at, chunk) = received["Transcription"][1], received["AudioChunk"]
    timings = received["StartAnswer"][1][TIMINGS]
    asked = timings[RECEIVED_AT] / 1000
    recognised = late_words(heard)
    found = sum(one["end"] - one["start"] for one in timings["phases"] if one["name"] in BEFORE_THE_ANSWER) / 1000
    made = sum(chunk[SYNTHESIS].values()) / 1000
    spent = (asked - ended - recognised, recognised, found, chunk_at - asked - found - made, made, sounded - chunk_at)
    return TimedTurn(voice=voice, whole=sounded - ended, parts=dict(zip(PARTS, spent, strict=True)))


def late_words(heard: Mapping[str, Any]) -> float:
    """Return how long the silence was over before the words were there, in seconds."""
    endpoint = heard["endpoint"]
    if "finished" in endpoint:  # they were recognised in the silence, and it was decided when they were there
        return max(0.0, float(endpoint["silenceMs"] - endpoint["waitMs"])) / 1000
    return float(heard["recognitionMs"]) / 1000


@contextmanager
def place(folder: Path, kind: Kind, *, settings: Mapping[str, str] | None = None) -> Iterator[Place]:
    """A window that knows a fact, has answered once and listens; `settings` are of its environment."""
    data = folder / "alicia"
    data.mkdir(parents=True)
    (data / "settings.toml").write_text(f"{SETTINGS}[voice]\nbridges = false\n")
    with ExitStack() as stack:
        card = stack.enter_context(sound_card(folder / "card"))
        mine = {**environment(folder), **card.environment, **(settings or {})}
        if kind == "naive":
            stack.enter_context(_naive_server(data, mine))
        window = stack.enter_context(driven_window(environment=mine))
        window.online()
        window.write(FACT)
        window.until(lambda seen: is_answered(seen, 1), what="an answer")
        window.open_microphone()
        ears = stack.enter_context(listening(card))
        journal = dbapi2.connect(str(data / "client.db"))
        stack.callback(journal.close)
        yield Place(card=card, ears=ears, window=window, journal=journal)


@contextmanager
def _naive_server(data: Path, mine: Mapping[str, str]) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.bench.naive_server", str(data)]
    started = subprocess.Popen(command, env={**os.environ, **mine}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with ending(started):
        wait_until((data / "server.json").exists, what="the server", within=60)
        yield
