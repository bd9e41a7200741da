"""Title a conversation that nobody has titled after its first question, and after a greeting by what is said next.

title_untitled_of(conn, message_id, "Hi", at)                        # the conversation is called "Hi"
title_untitled_of(conn, later_id, "When does the ferry leave?", at)  # and now "When does the ferry leave?"
title_untitled_of(conn, last_id, "And the next one?", at)            # None: it has a title
untitle(conn, "ac_1", "When does the ferry leave?", at)              # that was taken back: it is called "Hi" again
"""

import re
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from alicia_desktop.store.conversations.conversations import get, rename
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.schema import messages

MAX_DEFAULT_TITLE_CHARACTERS: Final = 48
MAX_GREETINGS: Final = 20
"""Most questions at the beginning that are read for one which is more than a greeting."""
_GREETING: Final = re.compile(
    r"\W*(?:(?:hi+|hello+|hey+|hiya|heya|howdy|hullo|yo|greetings|good (?:morning|afternoon|evening|day)"
    r"|morning|evening|g['’]day|hallo|guten (?:tag|morgen|abend)|moin|servus|salut|bonjour|hola|ciao|hoi|namaste|ahoy"
    r"|there|again|alicia|dear|everyone|how are you(?: doing)?(?: today)?|how['’]s it going|how is it going"
    r"|what['’]?s up|are you there|nice to meet you)(?!\w)\W*)+",
    re.IGNORECASE,
)


def default_title(question: str) -> str:
    """Return the title of a conversation that begins with a question and that nobody has titled."""
    begun = question.lstrip()[: 4 * MAX_DEFAULT_TITLE_CHARACTERS + 1]  # the rest may be megabytes
    title = " ".join(begun.split())
    if len(title) <= MAX_DEFAULT_TITLE_CHARACTERS and len(begun) <= 4 * MAX_DEFAULT_TITLE_CHARACTERS:
        return title
    return f"{title[: MAX_DEFAULT_TITLE_CHARACTERS - 1].rstrip()}…"


def is_greeting(title: str) -> bool:
    """Return whether there is nothing in a title but a greeting."""
    return _GREETING.fullmatch(title) is not None


def opening_question(conn: Connection, conversation_id: str) -> str:
    """Return the first question that is more than a greeting, else the first; empty where there is none."""
    asked = _first_questions(conn, conversation_id)
    return next((one for one in asked if not is_greeting(default_title(one))), next(iter(asked), ""))


def title_untitled(conn: Connection, conversation_id: str, title: str, at: datetime) -> ConversationRecord | None:
    """Rename a conversation that has no title, or only the greeting that it began with.

    Returns None, and does nothing, where it has one, is not there, or `title` says no more.
    """
    record = get(conn, conversation_id)
    if record is None or not title:
        return None
    if record.title:
        asked = _first_questions(conn, conversation_id) if is_greeting(record.title) and not is_greeting(title) else []
        if not asked or record.title != default_title(asked[0]):
            return None
    return rename(conn, conversation_id, title, at)


def title_untitled_of(conn: Connection, message_id: str, title: str, at: datetime) -> ConversationRecord | None:
    """Do the same for the conversation of a message, which may be getting its real id just now."""
    of_message = select(messages.c.conversation_id).where(messages.c.id == message_id, messages.c.deleted_at.is_(None))
    conversation_id = conn.execute(of_message).scalar()
    return None if conversation_id is None else title_untitled(conn, conversation_id, title, at)


def untitle(conn: Connection, conversation_id: str, taken: str, at: datetime) -> None:
    """Take the title of a question that is gone from its conversation: what is left titles it, or nothing."""
    record, title = get(conn, conversation_id), default_title(opening_question(conn, conversation_id))
    if record is not None and record.title == default_title(taken) != title:
        rename(conn, conversation_id, title, at)


def _first_questions(conn: Connection, conversation_id: str) -> list[str]:
    asked = (messages.c.conversation_id == conversation_id) & (messages.c.message_role == "user")
    here = select(messages.c.contents).where(asked, messages.c.deleted_at.is_(None))
    return list(conn.execute(here.order_by(messages.c.sequence_number).limit(MAX_GREETINGS)).scalars())
