"""Decide what of a turn is pinned automatically, by the rules of docs/memory.md#context-for-an-answer.

`auto` is a message of great importance, `code` a block of code that is spoken of again, `concept` a term that was
explained on request, `system` what the program itself must keep. `manual` is the user's own, by the server's HTTP
interface. Pure functions over messages; `conversation_memory` stores what they return.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from alicia_desktop.context.api_types import CreatePinRequest
from alicia_desktop.memory.quality import AUTO_PIN_IMPORTANCE, UNKNOWN_IMPORTANCE, is_failure
from alicia_desktop.memory.segmentation import sentences_of, words_of
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord

MAX_PIN_CHARACTERS: Final = 2_000
"""Characters of a pin; a longer block of code is cut."""
MAX_MESSAGE_CHARACTERS: Final = 20_000
"""Characters of a message that are read."""
CODE_IMPORTANCE: Final = 0.7
CONCEPT_IMPORTANCE: Final = 0.6
SYSTEM_IMPORTANCE: Final = 1.0
MAX_CONCEPT_SENTENCES: Final = 2
"""How much of an explanation is pinned."""
NAME_PREFIX: Final = "The user's name is "
LANGUAGE_PREFIX: Final = "The user's program is set to the language "
_BLOCK: Final = re.compile(r"```[\w+#.-]*\n(?P<code>.*?)```", re.DOTALL)
_CODE_REFERENCE: Final = re.compile(
    r"\b(?:the|this|that|your|my|our) (?:\w+ )?(?:code|function|script|snippet|program|class|method|loop|query|regex"
    r"|command|block)\b",
    re.IGNORECASE,
)
_IDENTIFIER: Final = re.compile(r"\b(?:def|class|function|fn|func|const|let|var|struct|CREATE TABLE)\s+([A-Za-z_]\w+)")
_EXPLAIN: Final = re.compile(
    r"^\W*(?:(?:please|can you|could you|alicia)\W+)*(?:what (?:is|are) (?:an? |the )?"
    r"|what(?:['’]s| does) (?:an? |the )?|explain (?:to me )?(?:what )?(?:an? |the )?|define "
    r"|(?:what is|tell me) the meaning of )"
    r"(?P<term>[\w][\w .+#/-]{1,60}?)(?: (?:is|means?|are))?\W*$",
    re.IGNORECASE,
)
_PERSONAL_TERM: Final = re.compile(
    r"\b(?:my|our|your|mine|yours|i|you|we|me|time|date|day|weather|name|today|tomorrow|it|this|that)\b|\d",
    re.IGNORECASE,
)
_MY_NAME: Final = re.compile(
    r"\b(?:my name is|my name['’]s|(?:please )?call me|i am called)\s+"
    r"(?P<name>(?-i:[A-ZÀ-ÖØ-Þ])[\w'’-]*(?: (?-i:[A-ZÀ-ÖØ-Þ])[\w'’-]*)?)",
    re.IGNORECASE,
)


def pins_for(message: ActiveMessageRecord, earlier: Sequence[ActiveMessageRecord]) -> list[CreatePinRequest]:
    """Return the pins that a message asks for; `earlier` are the messages before it, in order."""
    message = replace(message, text=message.text[:MAX_MESSAGE_CHARACTERS])
    if message.role == "user":
        return [*_name_pins(message), *_importance_pins(message), *_code_pins(message, earlier)]
    return _concept_pins(message, next((one for one in reversed(earlier) if one.id == message.previous_id), None))


def language_pin(session_id: str, language: str) -> CreatePinRequest:
    """Return the pin of the language that the user's program is set to, such as `de`."""
    return _system_pin(session_id, f"{LANGUAGE_PREFIX}{language}.", None)


def replaces_pin(pin: CreatePinRequest, content: str) -> bool:
    """Return whether a system pin replaces `content`: a user has one name, a program one language."""
    return pin.pin_type == "system" and any(
        pin.content.startswith(kind) and content.startswith(kind) for kind in (NAME_PREFIX, LANGUAGE_PREFIX)
    )


def pin_importance(request: CreatePinRequest, source: ActiveMessageRecord | None) -> float:
    """Return the importance of a pin: the requested one, else that of the message, else 0.5."""
    if request.importance_score is not None:
        return min(1.0, max(0.0, request.importance_score))
    if source is not None and source.importance_score is not None:
        return source.importance_score
    return UNKNOWN_IMPORTANCE


def _name_pins(message: ActiveMessageRecord) -> list[CreatePinRequest]:
    named = _MY_NAME.search(message.text)
    return [] if named is None else [_system_pin(message.conversation_id, f"{NAME_PREFIX}{named['name']}.", message.id)]


def _importance_pins(message: ActiveMessageRecord) -> list[CreatePinRequest]:
    if message.importance_score is None or message.importance_score < AUTO_PIN_IMPORTANCE:
        return []
    return [
        CreatePinRequest(
            session_id=message.conversation_id,
            content=message.text[:MAX_PIN_CHARACTERS],
            source_message_id=message.id,
            importance_score=message.importance_score,
            pin_type="auto",
        )
    ]


def _code_pins(message: ActiveMessageRecord, earlier: Sequence[ActiveMessageRecord]) -> list[CreatePinRequest]:
    """Return the block of code that defines a name that is mentioned, or the last one when code is spoken of."""
    blocks = [(one, match["code"]) for one in earlier for match in _BLOCK.finditer(one.text[:MAX_MESSAGE_CHARACTERS])]
    prose = _BLOCK.sub("", message.text)
    if not blocks:
        return []
    words = set(re.findall(r"\w+", prose))
    named = [block for block in blocks if words & set(_IDENTIFIER.findall(block[1]))]
    meant = named[-1:] or (blocks[-1:] if _CODE_REFERENCE.search(prose) else [])
    return [
        CreatePinRequest(
            session_id=message.conversation_id,
            content=code.rstrip()[:MAX_PIN_CHARACTERS],
            source_message_id=source.id,
            importance_score=CODE_IMPORTANCE,
            pin_type="code",
        )
        for source, code in meant
    ]


def _concept_pins(answer: ActiveMessageRecord, question: ActiveMessageRecord | None) -> list[CreatePinRequest]:
    """Return the term and the beginning of its explanation, if one was asked for and given."""
    asked = None if question is None else _EXPLAIN.match(question.text[:MAX_MESSAGE_CHARACTERS].strip())
    if asked is None or _PERSONAL_TERM.search(asked["term"]) or is_failure(answer.text):
        return []
    explained = sentences_of(answer.text)[:MAX_CONCEPT_SENTENCES]
    if not explained or not set(words_of(asked["term"])) & set(words_of(answer.text)):
        return []
    return [
        CreatePinRequest(
            session_id=answer.conversation_id,
            content=f"{asked['term'].strip()}: {' '.join(explained)}"[:MAX_PIN_CHARACTERS],
            source_message_id=answer.id,
            importance_score=CONCEPT_IMPORTANCE,
            pin_type="concept",
        )
    ]


def _system_pin(session_id: str, content: str, source_message_id: str | None) -> CreatePinRequest:
    return CreatePinRequest(
        session_id=session_id,
        content=content,
        source_message_id=source_message_id,
        importance_score=SYSTEM_IMPORTANCE,
        pin_type="system",
    )
