"""Export a conversation as Markdown: who said what and when, with notes, tools and memories below.

What was said stays as it was written: answers are Markdown already. What an edit or a new answer took the place of is
there too, and says so. `store.conversations.conversation_file` writes the form that can be imported again.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.protocol.attachments import read_attachments
from alicia_desktop.store.conversations import conversations, transcripts
from alicia_desktop.store.conversations.conversation_file import ImportedConversation
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import ConversationRecord, MemoryUseRecord, MessageRecord, ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.conversation_settings import made_by
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import json_map
from alicia_desktop.view.traces import score_meaning, score_of

NAMES: Final = {"user": translate("You"), "assistant": "Alicia", "system": translate("System")}
VOTES: Final = {"up": translate("Helpful"), "down": translate("Not helpful"), "critical": translate("Seriously wrong")}
ACTIONS: Final = {"retrieved": translate("Retrieved"), "stored": translate("Stored"), "updated": translate("Updated")}


def export_markdown(conn: Connection, conversation_id: str) -> str:
    """Return a stored conversation as Markdown.

    Raises:
        WorldError: there is no such conversation.
    """
    record = conversations.get(conn, conversation_id)
    if record is None:
        raise WorldError(
            sentence=translate("There is no conversation {conversation} here.").format(conversation=conversation_id),
            code="no_conversation",
        )
    return render_markdown(record, transcripts.whole(conn, conversation_id))


def export_message(conn: Connection, conversation_id: str, message_id: str) -> str:
    """Return one message of a stored conversation as Markdown, with what led to it.

    Raises:
        WorldError: there is no such message.
    """
    found = [one for one in transcripts.some(conn, conversation_id, [message_id]) if one.message.id == message_id]
    if not found:
        raise WorldError(sentence=translate("This message is not here any more."), code="no_message")
    return "\n\n".join(_message(found[0], None)) + "\n"


def import_summary(done: ImportedConversation) -> str:
    """Return what an import brought, as a sentence."""
    messages = translate_count("{count} message", "{count} messages", done.messages)
    came = translate("{messages} and {memories}").format(messages=messages, memories=text.memories(done.memories))
    if not done.memories_known:
        return f"{came}."
    stayed = translate_count(
        "{count} memory was already here and left unchanged.",
        "{count} memories were already here and left unchanged.",
        done.memories_known,
    )
    return f"{came}; {stayed}"


def render_markdown(
    conversation: ConversationRecord, bundles: Sequence[MessageBundle], zone: tzinfo | None = None
) -> str:
    """Return the whole conversation; times are of this computer's zone unless another is given."""
    begun = translate("Started {time} · `{conversation}`").format(
        time=_moment(conversation.created_at, zone), conversation=conversation.id
    )
    parts = [f"# {_flat(conversation.title) or translate('Conversation')}", begun]
    for bundle in bundles:
        parts += _message(bundle, zone)
    return "\n\n".join(parts) + "\n"


def _message(bundle: MessageBundle, zone: tzinfo | None) -> Iterator[str]:
    message = bundle.message
    yield f"## {NAMES[message.message_role]} · {_moment(message.created_at, zone)}{_state(message)}"
    if message.contents:
        yield message.contents
    files = read_attachments(message.attachments)
    if files:
        yield "\n".join(
            translate("* Attached: {name} ({size})").format(name=_flat(file.name), size=text.data_size(file.size))
            for file in files
        )
    below = [
        *_model(bundle),
        *_thoughts(bundle),
        *map(_tool, bundle.tools),
        *map(_memory, bundle.traces),
        *_opinions(bundle),
    ]
    if below:
        yield "\n".join(f"> * {line}" for line in below)


def _state(message: MessageRecord) -> str:
    said = [
        translate("replaced") if message.superseded_at else "",
        translate("stopped") if message.stopped_at else "",
        translate("not finished") if message.completion_status in {"pending", "streaming", "failed"} else "",
        translate("not sent yet") if message.sync_status == "pending" else "",
    ]
    words = ", ".join(word for word in said if word)
    return f" ({words})" if words else ""


def _model(bundle: MessageBundle) -> Iterator[str]:
    if told := made_by(json_map(bundle.meta, "model")):
        yield translate("Model: {model}").format(model=_flat(told))


def _thoughts(bundle: MessageBundle) -> Iterator[str]:
    for step in bundle.reasoning:
        yield translate("Reasoning: {step}").format(step=_flat(step.content))


def _tool(tool: ToolUseRecord) -> str:
    result = tool.error_message or ("" if tool.tool_result is None else text.plain(tool.tool_result))
    came = f" → {_flat(result)}" if result else ""
    return translate("Tool `{tool}({parameters})`: {status}{result}").format(
        tool=tool.tool_name, parameters=text.parameters(tool.tool_arguments), status=tool.status, result=came
    )


def _memory(trace: MemoryUseRecord) -> str:
    number = score_of(trace)
    score = "" if number is None else f" ({format_number(number, '.2f')} {score_meaning(trace)})"
    return f"{ACTIONS.get(trace.action or '', translate('Memory'))}{score}: {memory_text(_flat(trace.content))}"


def _opinions(bundle: MessageBundle) -> Iterator[str]:
    vote = bundle.opinions.votes.get(bundle.message.id)
    if vote is not None:
        yield translate("Your vote: {vote}").format(vote=VOTES.get(vote.vote, vote.vote))
    for written in bundle.opinions.notes.get(bundle.message.id, ()):
        yield translate("Note: {note}").format(note=_flat(written.content))


def _moment(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def _flat(words: str) -> str:
    """Return it on one line, whole: a list item ends at a line's end."""
    return " ".join(words.split())
