"""Find everything that a turn's time was spent on: here, on the way, and at the server as far as it tells.

In milliseconds after the turn's zero by this computer's clock. What the server tells is put on that clock
(`server_timings`); what it tells nothing of is not made up.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.extensions import SYNTHESIS
from alicia_desktop.session.ledger import SOUND_ENDED_AT, SOUND_STARTED_AT
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.records import JournalRecord, ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import get_mapping, get_number
from alicia_desktop.view.retrievals import retrieval_map, retrieval_ms
from alicia_desktop.view.server_timings import ServerPhase, ServerTimings, read_timings, retrieval_steps
from alicia_desktop.view.tools import duration_ms
from alicia_desktop.view.turn_records import TurnClock, TurnRecords, moment_in

Kind = Literal[
    "speech",
    "transcript",
    "retrieval",
    "start",
    "reasoning",
    "tool",
    "sentence",
    "sound",
    "network",
    "waiting",
    "server",
    "prompt",
    "tokens",
    "voice",
    "buffer",
    "end",
    "untold",
]
Teller = Literal["here", "server", "nobody"]
Stretch = tuple[float, float]
"""From when to when, in milliseconds."""

PAUSE_MS: Final = 120.0
"""Of silence after which our server begins to transcribe what was said."""
WAITED: Final = timedelta(milliseconds=20)
"""In the outbox; what is shorter is how long it takes to send."""
MAX_SOUNDS: Final = 200
"""Sentences whose synthesis is shown: what is waited for is the first."""
AT_SERVER: Final[dict[str, tuple[Kind, str]]] = {
    "queue": ("waiting", translate("Queue at the server")),
    "learning": ("server", translate("Memories learned")),
    "model": ("server", translate("Model chosen")),
    "act": ("server", translate("Kind of message")),
    "prompt": ("prompt", translate("Reading the prompt")),
    "tokens": ("tokens", translate("Tokens")),
}
"""Phases of our server: kind and label."""
ON_THE_WAY: Final = translate("On the way here")
SPEECH_TO_TEXT: Final = translate("Speech to text")
RETRIEVAL: Final = translate("Memory retrieval")
STEP: Final = translate("Reasoning, step {number}")
RETRIEVAL_STEPS: Final = {
    "analyse": translate("question"),
    "words": translate("by words"),
    "meaning": translate("by meaning"),
    "score": translate("scores"),
    "read": translate("reading"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnPhase:
    """Something that lasted in a turn, in one stretch or several; or an instant, of one stretch without length."""

    id: str
    kind: Kind
    label: str
    stretches: tuple[Stretch, ...]
    teller: Teller = "here"
    """Whose clock it was read from."""
    counts: bool = True
    """Whether it may be what was waited for; a mere mark may not, nor what is told in smaller parts."""
    lasts: bool = True
    """False for an instant."""
    note: str = ""
    """Why it took as long, where that is known."""

    @property
    def start(self) -> float:
        """When it began first."""
        return self.stretches[0][0]


def turn_phases(turn: TurnRecords, clock: TurnClock) -> tuple[list[TurnPhase], ServerTimings | None]:
    """Return the phases of a turn in causal order, and what its server told of them."""
    arrived = _arrivals(turn, clock)
    failed = [] if turn.failure is None else [clock.at(turn.failure.received_at)]
    told = None
    if turn.answer is not None or failed:
        told = read_timings(turn, clock, arrived=max([*arrived, *failed], default=None))
    phases = _before(turn, clock, told)
    if told is not None:
        phases += _at_server(turn, clock, told)
    else:
        phases += _memories_found(turn, clock)
    phases += _memories_kept(turn, clock)
    if turn.answer is not None:
        phases += _answer(turn.answer, turn, clock, told, arrived) + _sound(turn, clock) + _end(turn.answer, clock)
    if told is not None and failed:
        phases += [_phase("to here", "network", ON_THE_WAY, told.end, failed[0])]
    phases += [_instant("failed", "end", translate("Failed"), at) for at in failed]
    return phases, told


def _phase(phase_id: str, kind: Kind, label: str, start: float, end: float, *, teller: Teller = "here") -> TurnPhase:
    return TurnPhase(id=phase_id, kind=kind, label=label, stretches=((start, max(start, end)),), teller=teller)


def _instant(phase_id: str, kind: Kind, label: str, at: float, *, teller: Teller = "here") -> TurnPhase:
    return TurnPhase(
        id=phase_id, kind=kind, label=label, stretches=((at, at),), teller=teller, counts=False, lasts=False
    )


def _arrivals(turn: TurnRecords, clock: TurnClock) -> list[float]:
    """Return when the answer's text came, in order."""
    if turn.answer is None:
        return []
    came = [sentence.created_at for sentence in turn.answer.sentences]
    if not came:
        ids = {turn.answer.message.id}
        whole = turn.stanzas("AssistantMessage", ids) or turn.stanzas("StartAnswer", ids)
        came = [record.received_at for record in whole]
    return sorted(map(clock.at, came))


def _before(turn: TurnRecords, clock: TurnClock, told: ServerTimings | None) -> list[TurnPhase]:
    """Return what there was before the server had the question."""
    if clock.regeneration_with_memories is not None:
        return [_to_server(told)] if told is not None else []
    if clock.spoken:
        return _speech(clock) + _heard(turn, clock, told)
    phases = []
    if clock.sent is not None and clock.sent - turn.question.created_at > WAITED:
        phases.append(
            _phase("outbox", "waiting", translate("Waiting to be sent"), clock.at(turn.question.created_at), 0.0)
        )
    return [*phases, _to_server(told)] if told is not None else phases


def _to_server(told: ServerTimings) -> TurnPhase:
    return _phase("to server", "network", translate("Network, to the server"), 0.0, told.start)


def _speech(clock: TurnClock) -> list[TurnPhase]:
    if clock.speech_started is None or clock.speech_ended is None:
        return []
    return [_phase("speech", "speech", translate("You speak"), clock.at(clock.speech_started), 0.0)]


def _heard(turn: TurnRecords, clock: TurnClock, told: ServerTimings | None) -> list[TurnPhase]:
    """Return how the speech became words: until the server had them where it tells that, else until they were here."""
    finals = turn.stanzas("Transcription")
    if not finals:
        return []
    final, label = finals[-1], translate("Final transcript")
    until = told.start if told is not None else max(0.0, clock.at(final.received_at))
    took = get_number(final.meta or {}, "recognitionMs") if told is not None else None
    if took is None or not 0.0 <= took <= until:
        return [_phase("transcript", "transcript", label, 0.0, until, teller="server" if told else "here")]
    if endpoint := get_mapping(final.meta or {}, "endpoint"):
        return _paused(endpoint, took=took, until=until)
    begun = until - took
    return [
        _phase("endpoint", "waiting", translate("End of turn found"), 0.0, begun, teller="server"),
        _phase("transcript", "transcript", SPEECH_TO_TEXT, begun, until, teller="server"),
    ]


def _paused(endpoint: Mapping[str, Any], *, took: float, until: float) -> list[TurnPhase]:
    """Return the silence that ended the turn, and the transcript that was made beside it."""
    silence, wait = get_number(endpoint, "silenceMs") or 0.0, get_number(endpoint, "waitMs") or 0.0
    quiet = max(0.0, until - max(0.0, silence))
    over = min(until, quiet + max(0.0, wait))
    begun = min(until, quiet + PAUSE_MS)
    found = _phase("endpoint", "waiting", translate("End of turn found"), 0.0, over, teller="server")
    return [
        replace(found, note=_endpoint_note(endpoint)),
        _phase("transcript", "transcript", SPEECH_TO_TEXT, begun, min(until, begun + took), teller="server"),
    ]


def _endpoint_note(endpoint: Mapping[str, Any]) -> str:
    """Return why a turn was over, such as `after 230 ms of silence, 94 % finished: sound 98 %, words 91 %`."""
    silence = get_number(endpoint, "silenceMs")
    chances = {name: get_number(endpoint, name) for name in ("finished", "acoustic", "words")}
    told = {
        name: f"{min(1.0, max(0.0, chance)):.0%}".replace("%", " %")
        for name, chance in chances.items()
        if chance is not None
    }
    labels = (("acoustic", translate("sound")), ("words", translate("words")))
    parts = [f"{label} {told[name]}" for name, label in labels if name in told]
    finished = translate("{share} finished").format(share=told["finished"]) if "finished" in told else ""
    why = ": ".join(part for part in (finished, ", ".join(parts)) if part)
    after = "" if silence is None else translate("after {time} of silence").format(time=text.duration(silence))
    return ", ".join(part for part in (after, why) if part)


def _at_server(turn: TurnRecords, clock: TurnClock, told: ServerTimings) -> list[TurnPhase]:
    """Return what the server tells that it did; what came several times, such as a prompt, is one phase."""
    several: dict[str, list[Stretch]] = defaultdict(list)
    for one in told.phases:
        if one.name not in {"tool", "retrieval"}:
            several[one.name].append((one.start, one.end))
    found = []
    for name, lasted in several.items():
        kind, label = AT_SERVER.get(name, ("server", translate("Server: {phase}").format(phase=name)))
        stretches = tuple(sorted(lasted))
        found.append(TurnPhase(id=f"server {name}", kind=kind, label=label, stretches=stretches, teller="server"))
    if "tokens" in several:
        found.append(
            _instant("first token", "tokens", translate("First token"), min(several["tokens"])[0], teller="server")
        )
    for one in told.phases:
        if one.name == "retrieval":
            found += _told_retrieval(turn, one)
            break
    return found + _told_tools(turn, clock, told)


def _told_retrieval(turn: TurnRecords, phase: ServerPhase) -> list[TurnPhase]:
    """Return the retrieval as a whole, its steps, and what is left of it."""
    whole = _phase("retrieval", "retrieval", RETRIEVAL, phase.start, phase.end, teller="server")
    steps = _steps(turn, phase.start, phase.end)
    return [replace(whole, counts=not steps), *steps]


def _steps(turn: TurnRecords, start: float, end: float) -> list[TurnPhase]:
    """Return the steps of a retrieval one after the other, and the rest of it; none where they are not told."""
    found: list[TurnPhase] = []
    at = start
    for name, took in retrieval_steps(turn):
        label = translate("Retrieval, {step}").format(step=RETRIEVAL_STEPS.get(name, name))
        until = min(end, at + took)
        found.append(_phase(f"retrieval step {name}", "retrieval", label, at, until, teller="server"))
        at = until
    if found and at < end:
        found.append(_phase("retrieval rest", "retrieval", translate("Retrieval, the rest"), at, end, teller="server"))
    return found


def _told_tools(turn: TurnRecords, clock: TurnClock, told: ServerTimings) -> list[TurnPhase]:
    """Return the tools' phases: those of the server under the ids of their cards, the first of a name for the first."""
    waiting: dict[str, list[str]] = defaultdict(list)
    uses = turn.answer.tools if turn.answer is not None else ()
    for use in uses:
        waiting[use.tool_name or ""].append(use.id)
    found = []
    for number, phase in enumerate(phase for phase in told.phases if phase.name == "tool"):
        ids = waiting[phase.tool]
        phase_id = ids.pop(0) if ids else f"tool at server {number}"
        found.append(_phase(phase_id, "tool", phase.tool or translate("tool"), phase.start, phase.end, teller="server"))
    known = {phase.id for phase in found}
    return found + [phase for phase in _tools(uses, clock) if phase.id not in known]


def _tools(uses: Sequence[ToolUseRecord], clock: TurnClock) -> list[TurnPhase]:
    found = []
    for use in uses:
        at, took, name = clock.at(use.created_at), duration_ms(use), use.tool_name or translate("unknown tool")
        lasted = _instant(use.id, "tool", name, at) if took is None else _phase(use.id, "tool", name, at, at + took)
        found.append(lasted)
    return found


def _memories_found(turn: TurnRecords, clock: TurnClock) -> list[TurnPhase]:
    """Return when memories were looked for, which ends with the first that was found, and never after the answer began.

    Where none was found, the StartAnswer says how long it took.
    """
    uses = turn.answer.traces if turn.answer is not None else ()
    written = {use.id for use in uses if use.action in {"stored", "updated"}}
    told = (retrieval_ms(sent) for sent in (retrieval_map(uses, turn.answer_meta), *(use.meta for use in uses)))
    took = next((ms for ms in told if ms is not None), None)
    ends = [clock.at(one.received_at) for one in turn.trace_stanzas() if one.content_id not in written][:1]
    starts = _started(turn, clock)
    if not ends and took is not None:
        ends = starts
    if not ends:
        return []
    end = min(ends + starts + _arrivals(turn, clock)[:1])
    if took is None:
        return [_instant("retrieval", "retrieval", RETRIEVAL, end)]
    steps = _steps(turn, end - took, end)
    return [replace(_phase("retrieval", "retrieval", RETRIEVAL, end - took, end), counts=not steps), *steps]


def _memories_kept(turn: TurnRecords, clock: TurnClock) -> list[TurnPhase]:
    uses = turn.answer.traces if turn.answer is not None else ()
    written = {use.id for use in uses if use.action in {"stored", "updated"}}
    kept = [record for record in turn.trace_stanzas() if record.content_id in written]
    return [_instant("kept", "retrieval", translate("Memory stored"), clock.at(kept[0].received_at))] if kept else []


def _started(turn: TurnRecords, clock: TurnClock) -> list[float]:
    ids = {turn.answer.message.id} if turn.answer is not None else None
    return [clock.at(record.received_at) for record in turn.stanzas("StartAnswer", ids)][:1]


def _answer(
    bundle: MessageBundle, turn: TurnRecords, clock: TurnClock, told: ServerTimings | None, arrived: list[float]
) -> list[TurnPhase]:
    """Return how the answer came."""
    started = _started(turn, clock)
    phases = [_instant("start", "start", "StartAnswer", at) for at in started]
    phases += [
        _instant(step.id, "reasoning", STEP.format(number=step.sequence_number), clock.at(step.created_at))
        for step in bundle.reasoning
    ]
    if told is None:
        phases += _tools(bundle.tools, clock)
    if not bundle.sentences:
        return phases + _whole_answer(turn, clock, told)
    first, last = arrived[0], arrived[-1]
    if told is None:
        phases.append(_phase("first sentence", "sentence", translate("First sentence"), (started or [first])[0], first))
        if last > first:
            phases.append(_phase("last sentence", "sentence", translate("All sentences"), first, last))
        return phases
    phases.append(_instant("first sentence", "sentence", translate("First sentence"), first))
    if bundle.message.completion_status == "completed":
        phases.append(_phase("to here", "network", ON_THE_WAY, told.end, last))
    elif last > told.end:
        phases.append(_phase("last sentence", "sentence", translate("All sentences"), told.end, last))
    return phases


def _whole_answer(turn: TurnRecords, clock: TurnClock, told: ServerTimings | None) -> list[TurnPhase]:
    """Return how an answer came that was sent in one piece."""
    assert turn.answer is not None
    came = [clock.at(one.received_at) for one in turn.stanzas("AssistantMessage", {turn.answer.message.id})][:1]
    phases = [_phase("to here", "network", ON_THE_WAY, told.end, at) for at in came if told is not None]
    return phases + [_instant("first sentence", "sentence", translate("Whole answer"), at) for at in came]


def _sound(turn: TurnRecords, clock: TurnClock) -> list[TurnPhase]:
    """Return how the answer was spoken: made and sent by the server, held in the buffer, and heard."""
    phases: list[TurnPhase] = []
    sounds = [one for one in turn.stanzas("AudioChunk") if _is_of_answer(one, turn.question.id)]
    if made := [stretch for record in sounds[:MAX_SOUNDS] for stretch in _synthesis(record, clock)]:
        label, stretches = translate("Speech synthesis"), tuple(sorted(made))
        note = (
            translate("of the first {most} of {count} pieces of sound").format(
                most=MAX_SOUNDS, count=format_number(len(sounds))
            )
            if len(sounds) > MAX_SOUNDS
            else ""
        )
        phases.append(TurnPhase(id="voice", kind="voice", label=label, stretches=stretches, teller="server", note=note))
    started = moment_in(turn.answer_meta, SOUND_STARTED_AT)
    ended = moment_in(turn.answer_meta, SOUND_ENDED_AT)
    if started is None:
        return phases
    begun = clock.at(started)
    came = [at for record in sounds if (at := clock.at(record.received_at)) <= begun]
    if came:
        phases.append(_phase("buffer", "buffer", translate("Buffer"), came[0], begun))
    if ended is None:
        return [*phases, _instant("sound", "sound", translate("Alicia speaks"), begun)]
    return [*phases, _phase("sound", "sound", translate("Alicia speaks"), begun, clock.at(ended))]


def _is_of_answer(sound: JournalRecord, question_id: str) -> bool:
    """Return whether a sound came from the server and does not only bridge the wait behind the question."""
    return sound.direction == "in" and (sound.meta or {}).get("messageId") != question_id


def _synthesis(record: JournalRecord, clock: TurnClock) -> list[Stretch]:
    """Return when the sound of a sentence was made, where the server tells it."""
    told, came = get_mapping(record.meta or {}, SYNTHESIS), clock.at(record.received_at)
    took, waited = get_number(told, "ms"), get_number(told, "waitedMs")
    if took is None or waited is None or took < 0 or waited < 0:
        return []
    return [(came - waited - took, came - waited)]


def _end(bundle: MessageBundle, clock: TurnClock) -> list[TurnPhase]:
    """Return when the answer was stopped, or what ended it."""
    message = bundle.message
    if message.stopped_at is not None:
        return [_instant("stopped", "end", translate("Stopped"), clock.at(message.stopped_at))]
    if message.error_message:
        return [_instant("error", "end", translate("Error"), clock.at(message.updated_at))]
    return []
