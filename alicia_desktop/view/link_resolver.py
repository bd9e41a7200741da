"""Find where a thing of a conversation can be shown, and the stanza that carried it; say so where it is not kept.

Everything is read in one look at the database: `await database.read(locate, conversation_id, reference, "stanzas")`.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import messages, tools, turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import traces
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.references import (
    Carried,
    Location,
    Place,
    Reference,
    carried_by,
    phase_names,
    stanzas_of,
)
from alicia_desktop.view.trace_details import turn_of_trace

STANZA_GONE: Final = translate("This stanza is not kept any more.")
NO_STANZA: Final = translate(
    "No stanza of it is kept: it was deleted after the time in Settings, or this came without one from the server "
    "or a file."
)
MESSAGE_GONE: Final = translate("This message is not kept any more.")
NO_MESSAGE: Final = translate("This stanza belongs to no message.")
TRACE_GONE: Final = translate("This memory trace is not kept any more.")
NO_TRACE: Final = translate("This stanza carried no memory trace.")
TOOL_GONE: Final = translate("This tool use is not kept any more.")
NO_TOOL: Final = translate("This stanza belongs to no tool use.")
LAST_OF_TURN: Final = translate("This is the last stanza of its turn.")
FIRST_OF_TURN: Final = translate("This is the first stanza of its turn.")
NO_TURN: Final = translate("This stanza belongs to no turn.")

_SENTENCES: Final = ("AssistantSentence", "AudioChunk")
_TOOLS: Final = ("ToolUseRequest", "ToolUseResult")


def locate(conn: Connection, conversation_id: str, reference: Reference, place: Place) -> Location:
    """Return where in `place` a thing is shown.

    Raises:
        WorldError: it is not kept any more, or there is nothing of it in that place; its sentence says which.
    """
    if place == "stanzas":
        return _in_stanzas(conn, conversation_id, reference)
    what, message_id = _meant(conn, conversation_id, reference)
    if place == "memory":
        return _in_memory(conn, what)
    if place == "tools":
        return _in_tools(conn, what)
    if not message_id:
        raise _missing(NO_MESSAGE)
    message = messages.get_in(conn, conversation_id, message_id)
    if message is None or message.deleted_at is not None:
        raise _missing(MESSAGE_GONE)
    return Location(place=place, what=what or Reference(kind="message", id=message.id), message_id=message.id)


def stanza_records(conn: Connection, conversation_id: str, reference: Reference) -> list[JournalRecord]:
    """Return the stanzas of a conversation that carried a thing, the telling one first."""
    records = {record.seq: record for record in _candidates(conn, reference)}
    here = (record for _, record in sorted(records.items()) if record.conversation_id == conversation_id)
    return stanzas_of(reference, here)


def neighbour(conn: Connection, conversation_id: str, seq: int, *, forward: bool) -> Location:
    """Return the next or previous stanza of the same turn.

    Raises:
        WorldError: there is none.
    """
    record = _stanza(conn, conversation_id, seq)
    if not record.turn_ref:
        raise _missing(NO_TURN)
    found = journal.neighbour_in_turn(conn, record, forward=forward)
    if found is None:
        raise _missing(LAST_OF_TURN if forward else FIRST_OF_TURN)
    return _in_stanzas(conn, conversation_id, Reference(kind="stanza", id=str(found)))


def turn_number(conn: Connection, conversation_id: str, reference: Reference) -> int:
    """Return the number of the turn that a thing belongs to, as the Turn tab and the filters count.

    Raises:
        WorldError: it belongs to none.
    """
    _, message_id = _meant(conn, conversation_id, reference)
    number = turns.turn_numbers(conn, conversation_id).get(message_id)
    if number is None:
        raise _missing(NO_TURN)
    return number


def message_of(conn: Connection, conversation_id: str, reference: Reference) -> str:
    """Return the message that a thing belongs to; empty where it belongs to none, or is not kept any more."""
    try:
        return _meant(conn, conversation_id, reference)[1]
    except WorldError:
        return ""


def _in_stanzas(conn: Connection, conversation_id: str, reference: Reference) -> Location:
    if reference.kind == "stanza":
        records = [_stanza(conn, conversation_id, int(reference.id))]
    else:
        records = stanza_records(conn, conversation_id, reference)
    if not records:
        raise _missing(NO_STANZA)
    record = records[0]
    what = Reference(kind="stanza", id=str(record.seq))
    return Location(place="stanzas", what=what, message_id=_message_of_stanza(conn, record, carried_by(record)))


def _in_memory(conn: Connection, what: Reference | None) -> Location:
    if what is not None and what.kind in {"memory", "comparison", "retrieval"}:
        return Location(place="memory", what=what)
    if what is None or what.kind != "trace":
        raise _missing(NO_TRACE)
    if traces.get(conn, what.id) is None:
        raise _missing(TRACE_GONE)
    return Location(place="memory", what=what, message_id=turn_of_trace(conn, what.id))


def _in_tools(conn: Connection, what: Reference | None) -> Location:
    if what is None or what.kind != "tool":
        raise _missing(NO_TOOL)
    use = tools.get(conn, what.id)
    if use is None or use.deleted_at is not None:
        raise _missing(TOOL_GONE)
    return Location(place="tools", what=what, message_id=use.message_id or "")


def _meant(conn: Connection, conversation_id: str, reference: Reference) -> tuple[Reference | None, str]:
    """Return a thing, of a stanza what it carried, and the message that it belongs to."""
    if reference.kind != "stanza":
        return reference, _owner(conn, conversation_id, reference)
    record = _stanza(conn, conversation_id, int(reference.id))
    carried = carried_by(record)
    return carried.what, _message_of_stanza(conn, record, carried)


def _message_of_stanza(conn: Connection, record: JournalRecord, carried: Carried) -> str:
    """Return the answer under which what a stanza carried stands, else the message that the stanza names."""
    kind = carried.what.kind if carried.what is not None else ""
    if carried.what is not None and kind == "trace":
        return turn_of_trace(conn, carried.what.id) or carried.message_id
    return (
        _shown_under(conn, carried.message_id, record.received_at) if kind in {"tool", "step"} else carried.message_id
    )


def _owner(conn: Connection, conversation_id: str, reference: Reference) -> str:
    match reference.kind:
        case "message":
            return reference.id
        case "sentence" | "phase":
            return reference.message_id
        case "trace":
            return turn_of_trace(conn, reference.id)
        case "tool":
            use = tools.get(conn, reference.id)
            return _shown_under(conn, use.message_id, use.created_at) if use is not None else ""
        case "step":
            records = stanza_records(conn, conversation_id, reference)
            return _shown_under(conn, records[0].turn_ref, records[0].received_at) if records else ""
        case _:
            return ""


def _shown_under(conn: Connection, message_id: str | None, at: datetime) -> str:
    """Return the answer under which something of a question or answer stands; the question while there is none."""
    if not message_id:
        return ""
    given = turns.answers_of_turns(conn, [message_id])[message_id]
    named = next((answer for answer in given if answer.id == message_id), None) or turns.answer_at(given, at)
    return named.id if named is not None else message_id


def _candidates(conn: Connection, reference: Reference) -> list[JournalRecord]:
    """Return the stanzas among which are those of a thing: few, whatever the size of the journal."""
    match reference.kind:
        case "sentence":
            return _of_turn(conn, reference.message_id, _SENTENCES)
        case "phase":
            version = {reference.message_id, turns.question_of(conn, reference.message_id)}
            of_turn = _of_turn(conn, reference.message_id, phase_names(reference.id))
            return [one for one in of_turn if _message_of_stanza(conn, one, carried_by(one)) in version]
        case "tool":
            use = tools.get(conn, reference.id)
            of_turn = _of_turn(conn, (use.message_id or "") if use is not None else "", _TOOLS)
            return journal.of_content(conn, reference.id) + of_turn
        case "message":
            return journal.of_content(conn, reference.id) or _of_turn(conn, reference.id, _ANY_OF_MESSAGE)
        case _:
            return journal.of_content(conn, reference.id)


def _of_turn(conn: Connection, message_id: str, names: Collection[str]) -> list[JournalRecord]:
    return journal.of_turn(conn, message_id, names) if message_id else []


def _stanza(conn: Connection, conversation_id: str, seq: int) -> JournalRecord:
    record = journal.get(conn, seq)
    if record is None or record.conversation_id != conversation_id:
        raise _missing(STANZA_GONE)
    return record


def _missing(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code="not_kept")


_ANY_OF_MESSAGE: Final = frozenset(
    {
        "AssistantSentence",
        "AudioChunk",
        "ReasoningStep",
        "ToolUseRequest",
        "ToolUseResult",
        "MemoryTrace",
        "ControlStop",
    }
)
"""What stands for a message whose own stanza is not kept."""
