"""Compare the phases of many turns: median, 95th percentile, a point for each turn, and which of them stand out.

    samples = read_samples(conn, latest_answered(conn, "", limit=500))
    for group in phase_groups(samples, by="model"):
        group.phase, group.group, group.p50, group.p95, group.points

`TurnComparison` reads them some at once, so that nobody else waits for the database meanwhile.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import quantiles
from typing import Final, Literal

from alicia_desktop.base.observable import Signal
from alicia_desktop.base.translation import translate
from alicia_desktop.session.ledger import TRANSPORT
from alicia_desktop.store.conversations import transcripts
from alicia_desktop.store.conversations.turns import latest_answered
from alicia_desktop.store.database import Connection, RecordSource
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import get_mapping, get_text, json_map
from alicia_desktop.view.turn_records import TurnClock, TurnRecords, records_of_turn
from alicia_desktop.view.waterfall import WaterfallRow, waterfall

Grouping = Literal["", "model", "transport", "tool"]
TOTAL: Final = translate("Whole turn")
FIRST_WORD: Final = translate("To the first word")
FIRST_SOUND: Final = translate("To the first sound")
MIN_FOR_OUTLIERS: Final = 4
"""Turns, below which nothing can stand out."""
FENCE: Final = 1.5
"""Of the span between the quartiles: what is as much over the upper one stands out (Tukey)."""
MIN_EXCESS_MS: Final = 5.0
"""What stands out, does so by more than the noise of a clock."""
MAX_NAME: Final = 60
MAX_ASKED: Final = 200
COMPOSED_BY: Final = {"extractive": translate("by rule"), "tool": translate("by a tool")}
"""What composed the words of an answer that are not a model's, by what its server tells of it."""
TRANSPORTS: Final = {"livekit": "LiveKit", "websocket": "WebSocket", "memory": translate("in this process")}
MAX_TURNS: Final = 500
"""Of a conversation, or of all; the last ones."""
AT_ONCE: Final = 25


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnSample:
    """One turn, as it is compared with others."""

    message_id: str
    """Of its answer."""
    conversation_id: str
    title: str
    """Of its conversation."""
    asked: str
    """The question, in one line."""
    at: datetime
    groups: Mapping[str, str]
    """By `model`, `transport` and `tool`, what it belongs to."""
    took_ms: Mapping[str, float]
    """By phase, in the order in which they began."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnPoint:
    """One turn in the plot of a phase."""

    id: str
    """Of the turn's answer."""
    conversation_id: str
    number: int
    """Among the turns that are compared, from 1 in the order of time."""
    ms: float
    title: str
    """Of its conversation."""
    asked: str
    """The question, by which a turn is told from others of its conversation; its title where that was forgotten."""
    when: str
    took: str
    is_outlier: bool
    group: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseGroup:
    """One phase over the turns of one group."""

    id: str
    phase: str
    group: str
    """Empty where nothing is grouped."""
    p50: str
    p95: str
    longest: str
    points: tuple[TurnPoint, ...]

    @property
    def outliers(self) -> int:
        """How many turns stand out."""
        return sum(point.is_outlier for point in self.points)


def read_samples(conn: Connection, turns: Iterable[tuple[str, str, str, str]]) -> list[TurnSample]:
    """Return what is compared of some turns, each as (conversation, its title, question, answer)."""
    wanted: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for conversation_id, title, question, answer in turns:
        wanted[conversation_id].append((title, question, answer))
    found = []
    for conversation_id, some in wanted.items():
        ids = [one for _, question, answer in some for one in (question, answer)]
        bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, conversation_id, ids)}
        for title, question, answer in some:
            asked, said = bundles.get(question), bundles.get(answer)
            if asked is not None and said is not None:
                turn = records_of_turn(conn, asked.message, said, question_meta=asked.meta)
                found.append(turn_sample(turn, title))
    return sorted(found, key=lambda sample: sample.at)


def turn_sample(turn: TurnRecords, title: str) -> TurnSample:
    """Return what is compared of one turn."""
    clock = TurnClock(turn)
    spent = waterfall(turn, clock)
    rows = spent.rows
    took: dict[str, float] = {} if spent.total_ms is None else {TOTAL: spent.total_ms}
    for label, row_id in ((FIRST_WORD, "first sentence"), (FIRST_SOUND, "sound")):
        row = next((row for row in rows if row.id == row_id), None)
        if row is not None:
            took[label] = row.end_ms if row_id == "first sentence" else row.at_ms
    for row in rows:
        if row.took_ms is not None:
            name = _name_of(row)
            took[name] = took.get(name, 0.0) + row.took_ms
    return TurnSample(
        message_id=turn.answer.message.id if turn.answer is not None else turn.question.id,
        conversation_id=turn.question.conversation_id,
        title=title,
        asked=text.one_line(turn.question.contents, MAX_ASKED),
        at=clock.zero,
        groups=_groups_of(turn),
        took_ms=took,
    )


def phase_groups(samples: Sequence[TurnSample], *, by: Grouping = "") -> tuple[PhaseGroup, ...]:
    """Return the phases, the most frequent order of a turn kept, each in groups; those of more turns come first."""
    phases = dict.fromkeys(phase for sample in samples for phase in sample.took_ms)
    sizes = Counter(sample.groups.get(by, "") for sample in samples)
    found = []
    for phase in phases:
        for group, _ in sizes.most_common():
            points = [
                (number, sample, sample.took_ms[phase])
                for number, sample in enumerate(samples, 1)
                if phase in sample.took_ms and sample.groups.get(by, "") == group
            ]
            if points:
                found.append(_group(phase, group, points))
    return tuple(found)


def _name_of(row: WaterfallRow) -> str:
    return (
        translate("Tool: {tool}").format(tool=text.one_line(row.label, MAX_NAME))
        if row.kind == "tool"
        else text.one_line(row.label, MAX_NAME)
    )


def _groups_of(turn: TurnRecords) -> dict[str, str]:
    tools = dict.fromkeys(use.tool_name or "" for use in turn.answer.tools) if turn.answer is not None else {}
    transport = turn.question_meta.get(TRANSPORT) or turn.answer_meta.get(TRANSPORT, "")
    return {
        "model": _model_of(turn.answer_meta),
        "transport": TRANSPORTS.get(transport, text.one_line(transport, MAX_NAME)) or translate("connection not known"),
        "tool": text.one_line(", ".join(name for name in tools if name), MAX_NAME) or translate("no tool"),
    }


def _model_of(meta: Mapping[str, str]) -> str:
    """Return the model that was asked for an answer, and what composed the words where it was not the model."""
    name = get_text(json_map(meta, "model"), "name") or meta.get("model", "")
    model = text.one_line(name, MAX_NAME) if not name.startswith("{") else translate("model not told")
    composed = COMPOSED_BY.get(meta.get("answeredBy", ""))
    if composed is None:
        return model
    if get_mapping(json_map(meta, "prompt"), "parts"):
        return translate("{model}, then {composer}").format(model=model, composer=composed)
    return translate("no model, {composer}").format(composer=composed) if "prompt" in meta else composed


def _group(phase: str, group: str, found: Sequence[tuple[int, TurnSample, float]]) -> PhaseGroup:
    times = sorted(ms for _, _, ms in found)
    fence = _fence(times)
    return PhaseGroup(
        id=f"{phase}\x1f{group}",
        phase=phase,
        group=group,
        p50=text.duration(percentile(times, 50)),
        p95=text.duration(percentile(times, 95)),
        longest=text.duration(times[-1]),
        points=tuple(
            TurnPoint(
                id=sample.message_id,
                conversation_id=sample.conversation_id,
                number=number,
                ms=ms,
                title=sample.title or translate("Untitled"),
                asked=sample.asked or sample.title or translate("Untitled"),
                when=text.long_time(sample.at),
                took=text.duration(ms),
                is_outlier=ms > fence,
                group=group,
            )
            for number, sample, ms in found
        ),
    )


def percentile(times: Sequence[float], share: int) -> float:
    """Return the value below which `share` percent of sorted times lie, between two of them by proportion."""
    if len(times) == 1:
        return times[0]
    return quantiles(times, n=100, method="inclusive")[share - 1]


def _fence(times: Sequence[float]) -> float:
    """Return the time above which a turn stands out among sorted ones."""
    if len(times) < MIN_FOR_OUTLIERS:
        return float("inf")
    lower, upper = percentile(times, 25), percentile(times, 75)
    return upper + max(FENCE * (upper - lower), MIN_EXCESS_MS)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnComparison:
    """What is shown of the turns of a conversation, or of all."""

    turns: int = 0
    of: int = 0
    """How many are to be read; as many as `turns` once all are."""
    groups: tuple[PhaseGroup, ...] = ()
    is_cut: bool = False
    """Whether there are more than `MAX_TURNS`."""


class TurnComparisonView:
    """Reads and groups the last turns; what was asked for later is shown."""

    def __init__(self, *, database: RecordSource) -> None:
        self.changed: Signal[TurnComparison] = Signal()
        self._database = database
        self._samples: list[TurnSample] = []
        self._of = 0
        self._by: Grouping = ""
        self._asked = 0

    @property
    def shown(self) -> TurnComparison:
        """What there is so far."""
        return TurnComparison(
            turns=len(self._samples),
            of=self._of,
            groups=phase_groups(self._samples, by=self._by),
            is_cut=self._of >= MAX_TURNS,
        )

    def group(self, by: Grouping) -> None:
        """Group what was read in another way."""
        self._by = by
        self.changed.emit(self.shown)

    async def read(self, conversation_id: str) -> None:
        """Read the turns of a conversation, or of all where none is named; the newest are there first."""
        self._asked += 1
        asked = self._asked
        turns = await self._database.read(latest_answered, conversation_id, limit=MAX_TURNS)
        self._samples, self._of = [], len(turns)
        for start in range(len(turns), 0, -AT_ONCE):
            found = await self._database.read(read_samples, turns[max(0, start - AT_ONCE) : start])
            if asked != self._asked:
                return
            self._samples = sorted([*found, *self._samples], key=lambda sample: sample.at)
            if start == len(turns) or start <= AT_ONCE:
                self.changed.emit(self.shown)
        self._of = len(self._samples)
        self.changed.emit(self.shown)

    def stop(self) -> None:
        """Read no more: nobody looks."""
        self._asked += 1
