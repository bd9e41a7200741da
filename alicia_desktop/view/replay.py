"""Read all of a past turn that can be replayed: its sound as far as it is kept, its words, stanzas and phases.

    records = await database.read(read_replay, "ac_1", "am_2")
    track = await asyncio.to_thread(build_track, records)       # decodes the sound

What there is no sound of goes on by the times; `ReplayTrack.notes` says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Transcription
from alicia_desktop.session.ledger import SOUND_ENDED_AT, SOUND_STARTED_AT
from alicia_desktop.session.sound_archive import BYTES_A_SECOND, decoded_sounds
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations, sounds
from alicia_desktop.store.conversations.sounds import StoredSound
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import SentenceRecord
from alicia_desktop.view.replay_track import (
    ReplayClip,
    ReplayEvent,
    ReplayLine,
    ReplayTrack,
    after_each_other,
    goes_back,
)
from alicia_desktop.view.turn_records import TurnClock, TurnRecords, moment_in
from alicia_desktop.view.turns import MAX_ROWS, read_turn
from alicia_desktop.view.waterfall import waterfall

NO_SOUND: Final = translate("No sound of this turn is kept: it goes on by the times.")
NO_SPEECH: Final = translate("Your voice was not kept.")
NO_ANSWER_SOUND: Final = translate("Alicia’s voice is not kept.")

TOO_LONG: Final = translate("Of the sound, the first ten minutes are played.")
CLOCK_SET_BACK: Final = translate("This computer’s clock was set back in this turn: times are uncertain.")
NO_TIMES: Final = translate("No times are kept of this turn.")
MAX_PCM_BYTES: Final = 600 * BYTES_A_SECOND
"""Ten minutes, which are decoded at once; of what is kept, no more is read."""
SET_BACK_MS: Final = 1_000.0
"""Stanzas are journaled a little out of the order of their times."""
MAX_TOLD_MS: Final = 180_000
"""A sentence is told to last no longer than can be played of one."""
AFTER_END_MS: Final = 1_000.0
"""Stanzas that come later than so long after the end belong to what was done with the answer, such as a vote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayRecords:
    """What is stored of a turn."""

    turn: TurnRecords
    stanzas: Sequence[tuple[int, str, datetime]]
    """`seq`, name and time of each, in the order of the journal."""
    speech: Sequence[StoredSound]
    """Of the question."""
    voice: Sequence[StoredSound]
    """Of the answer's sentences."""


def read_replay(conn: Connection, conversation_id: str, message_id: str) -> ReplayRecords | None:
    """Return what can be replayed of the turn of a question or an answer; None where it is gone."""
    turn = None if conversations.is_deleted(conn, conversation_id) else read_turn(conn, conversation_id, message_id)
    if turn is None:
        return None
    question_id, answer_id = turn.question.id, turn.answer.message.id if turn.answer is not None else ""
    if message_id not in {question_id, answer_id}:
        return None
    asked_again = turn.answer is not None and turn.answer.asked_again_at is not None
    wanted = {answer_id} if asked_again else {question_id, answer_id}
    moments = journal.moments_of_turn(conn, question_id)
    return ReplayRecords(
        turn=turn,
        stanzas=[(one.seq, one.name, one.received_at) for one in moments if one.turn_ref in wanted],
        speech=() if asked_again else sounds.of_message(conn, question_id, most_bytes=MAX_PCM_BYTES),
        voice=sounds.of_message(conn, answer_id, most_bytes=MAX_PCM_BYTES),
    )


def build_track(records: ReplayRecords) -> ReplayTrack:
    """Lay out a turn; decodes its sound, so call it in a thread."""
    turn = records.turn
    clock = TurnClock(turn)
    decoder = _Decoder()
    speech, voice = decoder.decode(records.speech), decoder.decode(records.voice)
    heard = _place_speech(turn, clock, speech)
    lines, spoken = _answer_lines(turn, clock, dict(voice))
    clips = [*heard, *spoken]
    moments = [clock.at(at) for _, _, at in records.stanzas]
    stanzas = [
        ReplayEvent(at=at, kind="stanza", label=name, id=str(seq))
        for at, (seq, name, _) in zip(after_each_other(moments), records.stanzas, strict=True)
    ]
    bars = waterfall(turn, clock).rows[:MAX_ROWS]
    begun = [0.0, *(clip.start for clip in heard), *(bar.at_ms for bar in bars if bar.kind == "speech")]
    ends = [0.0, *(clip.end for clip in clips), *(line.end for line in lines), *(bar.end_ms for bar in bars)]
    last = max(ends)
    kept = [one for one in stanzas if one.at <= last + AFTER_END_MS]
    last = max([last, *(one.at for one in kept)])
    notes = [
        *_sound_notes(records, clock, speech, voice),
        *decoder.notes,
        *([CLOCK_SET_BACK] if goes_back(moments, by=SET_BACK_MS) else []),
        *([NO_TIMES] if not records.stanzas and last <= 0 else []),
    ]
    first = min(begun)
    asked = _question_lines(turn, clock, first, stanzas)
    return ReplayTrack.of(
        first=first,
        last=last,
        stanzas=kept,
        lines=[*asked, *lines],
        clips=clips,
        bars=bars,
        notes=notes,
    )


def _place_speech(turn: TurnRecords, clock: TurnClock, speech: Sequence[tuple[int, bytes]]) -> list[ReplayClip]:
    """Return where the user's speech was heard: it begins with the first sound, which is when it was noticed."""
    begun = clock.at(clock.speech_started) if clock.speech_started is not None else None
    found = []
    for _, pcm in speech:
        length = _length(pcm)
        start = min(begun, 0.0) if begun is not None else -length
        found.append(ReplayClip(start=start, message_id=turn.question.id, sequence=0, pcm=pcm, length=length))
    return found


def _question_lines(
    turn: TurnRecords, clock: TurnClock, first: float, stanzas: Sequence[ReplayEvent]
) -> list[ReplayLine]:
    """Return the words of the question: transcripts as they came, or what was typed from the beginning on."""
    places = {one.id: one.at for one in stanzas}
    heard: list[tuple[float, str, bool]] = []
    for record in turn.stanzas("Transcription"):
        content = decode(record.raw) if record.raw is not None else None
        if isinstance(content, Stanza) and isinstance(content.body, Transcription) and content.body.text.strip():
            at = places.get(str(record.seq), clock.at(record.received_at))
            heard.append((at, content.body.text, not content.body.final))
    if not heard:
        heard = [(0.0 if clock.spoken else first, turn.question.contents, False)]
    starts = after_each_other(max(first, at) for at, _, _ in heard)
    ends = [*starts[1:], starts[-1]]
    return [
        ReplayLine(start=start, end=end, speaker="you", text=said, message_id=turn.question.id, interim=interim)
        for start, end, (_, said, interim) in zip(starts, ends, heard, strict=True)
    ]


def _answer_lines(
    turn: TurnRecords, clock: TurnClock, voice: dict[int, bytes]
) -> tuple[list[ReplayLine], list[ReplayClip]]:
    """Return the sentences of the answer and their sound: one after the other, and none before its text was here."""
    bundle = turn.answer
    if bundle is None:
        return [], []
    if not bundle.sentences:
        return _whole_answer(turn, clock), []
    begun, ended = moment_in(turn.answer_meta, SOUND_STARTED_AT), moment_in(turn.answer_meta, SOUND_ENDED_AT)
    until = clock.at(ended) if begun is not None and ended is not None and ended >= begun else None
    came = after_each_other(clock.at(one.created_at) for one in bundle.sentences)
    free = clock.at(begun) if begun is not None else came[0]
    lines, clips = [], []
    for sentence, here, following in zip(bundle.sentences, came, [*came[1:], came[-1]], strict=True):
        number, pcm = sentence.sentence_sequence_number, voice.get(sentence.sentence_sequence_number, b"")
        start = max(free, here)
        spoken = bool(pcm) or (begun is not None and (until is None or start < until))
        length = _length(pcm) or (_told_length(sentence) if spoken else 0.0)
        start, end = (start, start + length) if length else (here, following)
        if length:
            free = end
        lines.append(_line(sentence, start, end))
        if pcm:
            clips.append(
                ReplayClip(start=start, message_id=sentence.message_id, sequence=number, pcm=pcm, length=length)
            )
    return lines, clips


def _line(sentence: SentenceRecord, start: float, end: float) -> ReplayLine:
    return ReplayLine(
        start=start,
        end=end,
        speaker="alicia",
        text=sentence.text,
        message_id=sentence.message_id,
        sequence=sentence.sentence_sequence_number,
    )


def _whole_answer(turn: TurnRecords, clock: TurnClock) -> list[ReplayLine]:
    """Return an answer that came in one piece."""
    assert turn.answer is not None
    message = turn.answer.message
    came = [clock.at(one.received_at) for one in turn.stanzas("AssistantMessage", {message.id})]
    at = max(0.0, came[0]) if came else 0.0
    if not message.contents.strip():
        return []
    return [ReplayLine(start=at, end=at, speaker="alicia", text=message.contents, message_id=message.id)]


class _Decoder:
    """Decodes sounds one by one, as far as there is room for them."""

    def __init__(self) -> None:
        self._size = 0
        self._unread = 0
        self._is_full = False

    def decode(self, kept: Sequence[StoredSound]) -> list[tuple[int, bytes]]:
        """Return number and PCM of each sound that can be heard."""
        found: list[tuple[int, bytes]] = []
        for one in kept:
            if self._is_full:
                break
            decoded = decoded_sounds([one])
            self._unread += not decoded
            self._size += sum(len(pcm) for _, pcm in decoded)
            self._is_full = self._size > MAX_PCM_BYTES
            found += [] if self._is_full else decoded
        return found

    @property
    def notes(self) -> list[str]:
        """What is missing."""
        unread = translate_count("{count} sound cannot be played.", "{count} sounds cannot be played.", self._unread)
        return [*([unread] if self._unread else []), *([TOO_LONG] if self._is_full else [])]


def _sound_notes(
    records: ReplayRecords, clock: TurnClock, speech: Sequence[object], voice: Sequence[object]
) -> list[str]:
    if not speech and not voice:
        return [NO_SOUND]
    notes = [] if speech or not clock.spoken or records.turn.answer is None else [NO_SPEECH]
    was_heard = moment_in(records.turn.answer_meta, SOUND_STARTED_AT) is not None
    return [*notes, *([NO_ANSWER_SOUND] if was_heard and not voice else [])]


def _length(pcm: bytes) -> float:
    """Return how long a sound is, in milliseconds."""
    return len(pcm) / BYTES_A_SECOND * 1_000


def _told_length(sentence: SentenceRecord) -> float:
    """Return how long a sentence is told to be, where that can be."""
    told = sentence.duration_ms or 0
    return float(told) if 0 < told <= MAX_TOLD_MS else 0.0
