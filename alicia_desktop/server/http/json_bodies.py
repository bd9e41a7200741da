"""Read and check the JSON bodies of HTTP requests, and write records as the protocol names their fields."""

import asyncio
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.json_lines import entry_of
from alicia_desktop.store.records import ConversationRecord, MemoryRecord, MessageRecord

T = TypeVar("T")
MAX_DIGITS: Final = 40
"""Python itself refuses to read thousands of them."""
MAX_BODY_BYTES: Final = 8 * 1024 * 1024
"""Of most bodies: the largest stanza with its text escaped."""
MAX_BATCH_BYTES: Final = 64 * 1024 * 1024
"""Of a body that holds many messages or memories."""
MAX_BODY_DEPTH: Final = 24
"""Objects and lists inside one another; what is kept of them goes on in stanzas, which have 32."""
BODY_SECONDS: Final = 60.0
"""For a whole body."""


async def read_body(request: web.Request, kind: type[T], *, max_bytes: int = MAX_BODY_BYTES) -> T:
    """Read the body as `kind`.

    Raises:
        WorldError: `bad_request`, `body_too_large` or `body_too_slow`, naming what is wrong with it.
    """
    body = await _read(request, max_bytes)
    try:
        return decode_json(body or b"{}", kind, max_depth=MAX_BODY_DEPTH)
    except msgspec.DecodeError as error:
        raise bad_request(f"The body is invalid: {error}") from error


async def read_text(request: web.Request) -> str:
    """Read the body as text, which is UTF-8 whatever the request says of it.

    Raises:
        WorldError: `bad_request` when it is not, `body_too_large` or `body_too_slow`.
    """
    body = await _read(request, MAX_BATCH_BYTES)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise bad_request(f"The body is not UTF-8 text (byte {error.start}).") from error


async def _read(request: web.Request, max_bytes: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > max_bytes:
                    sentence = f"The body is larger than {max_bytes // 2**20} MiB."
                    raise WorldError(sentence=sentence, code="body_too_large")
    except TimeoutError as error:
        sentence = f"The body was not received within {BODY_SECONDS:.0f} seconds."
        raise WorldError(sentence=sentence, code="body_too_slow") from error
    except (web.RequestPayloadError, ConnectionError) as error:
        raise bad_request("The body is incomplete.") from error
    return bytes(body)


def read_number(request: web.Request, name: str, *, default: int, most: int) -> int:
    """Read a number of the query string between 0 and `most`.

    Raises:
        WorldError: `bad_request` when it is no number.
    """
    given = request.query.get(name)
    if given is None:
        return default
    if not given.isdecimal() or len(given) > MAX_DIGITS:
        raise bad_request(f"`{name}` must be a number, 0 or more.")
    return min(int(given), most)


def not_found_error(what: str) -> WorldError:
    """Return the error for something that does not exist."""
    return WorldError(sentence=f"There is no such {what}.", code="not_found")


def bad_request(sentence: str) -> WorldError:
    """Return the error for a request that cannot be fulfilled as it is."""
    return WorldError(sentence=sentence, code="bad_request")


def conversation(record: ConversationRecord) -> dict[str, Any]:
    """Convert a conversation to JSON as in docs/protocol.md#http-api."""
    return {
        "id": record.id,
        "user_id": record.user_id,
        "title": record.title,
        "status": record.status,
        "livekit_room_name": record.livekit_room_name or record.id,
        "preferences": dict(record.preferences),
        "created_at": record.created_at.isoformat(),
        "updated_at": record.updated_at.isoformat(),
    }


def message(record: MessageRecord) -> dict[str, Any]:
    """Convert a message to JSON as in docs/protocol.md#http-api."""
    return {
        "id": record.id,
        "conversation_id": record.conversation_id,
        "sequence_number": record.sequence_number,
        "previous_id": record.previous_id,
        "role": record.message_role,
        "contents": record.contents,
        "state": record.completion_status,
        "local_id": record.local_id,
        "superseded_at": None if record.superseded_at is None else record.superseded_at.isoformat(),
        "superseded_by": record.superseded_by,
        "stopped_at": None if record.stopped_at is None else record.stopped_at.isoformat(),
        "created_at": record.created_at.isoformat(),
        "updated_at": record.updated_at.isoformat(),
        **({"attachments": list(record.attachments)} if record.attachments else {}),
    }


def memory(record: MemoryRecord) -> dict[str, Any]:
    """Convert a memory to JSON: the names of `memory_entries`, and beside them those of the table."""
    return {
        **entry_of(record),
        "content": record.content,
        "kind": record.kind,
        "category": record.category,
    }
