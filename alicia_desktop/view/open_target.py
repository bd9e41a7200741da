"""Read what the program is asked to open: an `alicia:` link, a capture or a conversation file.

    alicia:                                     the window
    alicia:new?question=What%20time%20is%20it   a new conversation with a question in the message field
    alicia:private                              a new private conversation
    alicia:conversation/ac_1?question=And+then  a conversation, and a question if there is one
    talk.alicia-capture · file:///home/anna/garden.json

A link may stand on any page and in any mail, so it is bad input until it is read: short, of one of these forms, its
question plain text in which nothing is hidden. It opens and fills in; it never sends, imports or deletes anything. A
file is named by a person, in a file manager or on the command line.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.base.visible_text import escape_hidden

MAX_TARGET_CHARACTERS: Final = 16_384
MAX_QUESTION_CHARACTERS: Final = 2_000
MAX_SHOWN_CHARACTERS: Final = 80
SCHEME: Final = "alicia"
_SCHEME_OF: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
"""At least two letters: one is a drive of Windows."""
_CONVERSATION: Final = re.compile(r"conversation/([A-Za-z0-9_.-]{1,128})")
_FILES: Final[dict[str, Literal["capture", "conversation"]]] = {".alicia-capture": "capture", ".json": "conversation"}


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkTarget:
    """What a link asks for."""

    conversation_id: str = ""
    """Empty for the one that is shown, or for a new one."""
    new: bool = False
    """In what is written in a conversation already, a link puts nothing unless it names that one."""
    private: bool = False
    question: str = ""
    """To be shown in the message field, and sent by nobody but the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileTarget:
    """A file that is to be opened."""

    path: Path
    kind: Literal["capture", "conversation"]


OpenTarget: TypeAlias = LinkTarget | FileTarget


def read_target(given: str) -> OpenTarget:
    """Return what is to be opened.

    Raises:
        WorldError: it is none of these; the sentence says so (`bad_target`).
    """
    if len(given) > MAX_TARGET_CHARACTERS:
        raise _refused(
            translate("What is to be opened has more than {most} characters.").format(
                most=format_number(MAX_TARGET_CHARACTERS)
            )
        )
    scheme = _SCHEME_OF.match(given)
    if scheme is None:
        return _file(Path(given))
    try:
        parts = urlsplit(given)
        if parts.scheme == SCHEME:
            return _link(parts, given)
        if parts.scheme == "file" and parts.netloc in {"", "localhost"}:
            return _file(Path(unquote(parts.path, errors="strict")))
    except ValueError as error:  # of urllib: brackets, ports, bytes that are no UTF-8, too many fields
        raise _refused(translate("This link is damaged: {link}").format(link=_shown(given))) from error
    raise _refused(
        translate("Only files of this computer and links that begin with {scheme}: can be opened, not {link}").format(
            scheme=SCHEME, link=_shown(given)
        )
    )


def absolute_target(given: str) -> str:
    """Return the same target with the name of a file as it is from any folder, for a process that is in another one."""
    return given if not given or _SCHEME_OF.match(given) else str(Path(given).absolute())


def _link(parts: SplitResult, given: str) -> LinkTarget:
    where = f"{parts.netloc}{parts.path}".strip("/")
    asked = _fields(parts.query)
    if set(asked) - {"question"} or any(len(values) > 1 for values in asked.values()) or parts.fragment:
        raise _unknown(given)
    question = _question(asked.get("question", [""])[0])
    if where in {"", "new", "private"}:
        return LinkTarget(new=where == "new" or bool(question), private=where == "private", question=question)
    conversation = _CONVERSATION.fullmatch(where)
    if conversation is None:
        raise _unknown(given)
    return LinkTarget(conversation_id=conversation[1], question=question)


def _fields(query: str) -> dict[str, list[str]]:
    if not query:
        return {}
    return parse_qs(query, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=4)


def _question(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise _refused(
            translate("The question of this link has more than {most} characters.").format(
                most=format_number(MAX_QUESTION_CHARACTERS)
            )
        )
    return escape_hidden(text)


def _file(path: Path) -> FileTarget:
    kind = _FILES.get(path.suffix.lower())
    if kind is None:
        raise _refused(
            translate("{name} is neither a capture (.alicia-capture) nor a conversation (.json).").format(
                name=_shown(path.name)
            )
        )
    return FileTarget(path=path, kind=kind)


def _unknown(given: str) -> WorldError:
    return _refused(
        translate("This link asks for something that this version of Alicia does not know: {link}").format(
            link=_shown(given)
        )
    )


def _refused(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code="bad_target")


def _shown(text: str) -> str:
    """Return a text of others for a sentence: its beginning, on one line, with nothing hidden in it."""
    cut = text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:MAX_SHOWN_CHARACTERS]}…"
    return escape_hidden(cut, keep="")
