"""Recognise pasted text: pages, tables, quotations, code, logs, mails, minutes, verse. It is nobody's telling.

People paste what others wrote, with "I" and "my" of those others. What is recognised by its form is blanked, sign by
sign, so that what is left stands where it stood; the request before or behind it stays. Where that request says that
the text is about its speaker ("this is my CV"), it is read.
"""

import re
from collections.abc import Sequence
from typing import Final

from alicia_desktop.extraction.answer_wishes import is_order

MIN_WORDS: Final = 45
"""A shorter text is read line by line only."""
MAX_REQUEST_WORDS: Final = 30
_RECORD: Final = re.compile(
    r"^\s*(?:#{1,6} |\||>|```|-{3,}\s*$|={3,}\s*$|\S*\d{1,4}[-/.:]\d\d\b[-/.:\d ,T]*\S* |\[\d|\[\w+\] |<\w+"
    r"|[\w./\\-]+:\d+\b|[$%] |at \w+[\w.$]*\("
    r"|(?:DEBUG|INFO|WARN\w*|ERROR|Traceback)\b|@@|[+-]{3} )|\t\S.*\t| {2,}\S.* {2,}\S|\S *\| *\S.*\|",
)
"""A line of a page, a table, a log, a dump or a difference."""
_SPEAKER: Final = re.compile(
    r"^\s*(?:\[?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]m)?\]?[ ,–-]*)?(?P<who>[A-Z][\w.'’ -]{0,24}|\w{2,16}): \S"
)
_LIST_ITEM: Final = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)]|\(\d\))\s+\S")
_HEADER: Final = re.compile(r"^\s*(?:from|to|cc|subject|re|date|sent|betreff|von|an)\s*:\s*\S", re.IGNORECASE)
_SALUTATION: Final = re.compile(
    r"^\s*(?:dear\b.*|to whom it may concern|(?:hi|hello|hey|good (?:morning|evening"
    r"|day))(?!,? alicia\b) [\w .&'’-]{2,40}|[A-Z][\w'’-]+(?: and [A-Z]\w+)?)[,:!]?\s*$",
    re.IGNORECASE,
)
_SIGN_OFF: Final = re.compile(
    r"^\s*(?:(?:with )?(?:\w+ ){0,2}(?:regards|wishes|love|cheers|thanks|sincerely|faithfully|truly|greetings"
    r"|respectfully)"
    r"(?: \w+){0,3}|yours(?: \w+)?|best|xx*|love(?: from)?.*|[–—-]{1,2} ?[A-Z].*)[,.!]?\s*$",
    re.IGNORECASE,
)
_QUOTATION: Final = re.compile(r"[\"“„«][^\"”»]{80,}[\"”»]?")
_ABOUT_ONESELF: Final = re.compile(
    r"\b(?:about (?:me|myself|us)|(?:this|that|it|here)(?:['’]s| is| are) (?:me\b|my (?:own )?(?:cv|résumé|resume"
    r"|bio\w*|profile|diary|journal|story|life))"
    r"|my (?:own )?(?:cv|résumé|resume|bio\w*|profile|diary|journal)\b|who I am|I wrote (?:this|it) about)",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"\b(?:you|your|alicia|let me tell|please|thanks|thank you)\b|\?", re.IGNORECASE)
_SPOKEN: Final = re.compile(
    r"\b(?:so|anyway|well|ok|okay|honestly|basically|actually|btw|by the way|you know|kind of|sort of|lol|haha|um"
    r"|uh)\b",
    re.IGNORECASE,
)
_OWN_START: Final = re.compile(
    r"^\W*(?:hi|hey|hello|ok|okay|so|well|right|alicia|a bit about|about me|let me|some (?:facts|things)|i"
    r"|i['’]\w+|my|we|our)\b",
    re.IGNORECASE,
)


def without_pasted(text: str) -> str:
    """Return a turn of the same length with spaces for what was pasted into it."""
    lines = text.split("\n")
    if len(text.split()) < MIN_WORDS:
        return "\n".join(_blank(line) if _RECORD.search(line) else line for line in lines)
    first, last = _request_lines(lines)
    body = lines[first : len(lines) - last]
    if _ABOUT_ONESELF.search(" ".join([*lines[:first], *lines[len(lines) - last :]])):
        return text
    if not is_pasted("\n".join(body)):
        return "\n".join(_blank(line) if _RECORD.search(line) else line for line in lines)
    return "\n".join([*lines[:first], *(_blank(line) for line in body), *lines[len(lines) - last :]])


def is_pasted(text: str) -> bool:
    """Return whether a text of some length has the form of a document, and not of somebody's telling."""
    lines = [line for line in text.split("\n") if line.strip()]
    words = len(text.split())
    if words < MIN_WORDS or not lines:
        return False
    quoted = sum(len(match.group().split()) for match in _QUOTATION.finditer(text))
    return (
        quoted > words / 2
        or _is_records(lines)
        or _is_mail(lines)
        or _is_titled(lines)
        or _is_verse(lines)
        or _is_prose(text, lines, words)
    )


def _is_records(lines: Sequence[str]) -> bool:
    """Return whether a good part of the lines are records, turns of a talk, or the items of a long list."""
    records = sum(1 for line in lines if _RECORD.search(line))
    speakers = [match["who"] for line in lines if (match := _SPEAKER.match(line))]
    items = sum(1 for line in lines if _LIST_ITEM.match(line))
    talk = len(speakers) >= 3 and len(speakers) > len(lines) / 3
    return records >= max(2, len(lines) / 4) or talk or (items >= 5 and records + len(speakers) > 0)


def _is_mail(lines: Sequence[str]) -> bool:
    headers = sum(1 for line in lines[:5] if _HEADER.match(line))
    greets = any(_SALUTATION.match(line) for line in lines[:5])
    signs = any(_SIGN_OFF.match(line) for line in lines[-4:])
    return (
        headers >= 2 or (headers and greets) or (greets and (signs or len(lines) >= 4)) or (signs and len(lines) >= 4)
    )


def _is_titled(lines: Sequence[str]) -> bool:
    """Return whether a text has a title, or headings between its lines: news, a recipe, minutes, a CV."""
    headings = [line for line in lines if _is_heading(line)]
    return len(lines) >= 3 and (
        (bool(headings) and headings[0] == lines[0] and not _OWN_START.match(lines[0])) or len(headings) >= 3
    )


def _is_heading(line: str) -> bool:
    words = line.split()
    return len(words) <= 14 and line.rstrip()[-1:] not in ".!?,;" and not _LIST_ITEM.match(line)


def _is_verse(lines: Sequence[str]) -> bool:
    return len(lines) >= 8 and sum(1 for line in lines if len(line.split()) <= 11) >= 0.8 * len(lines)


def _is_prose(text: str, lines: Sequence[str], words: int) -> bool:
    """Return whether a text reads as written for somebody else: long, in paragraphs, addressed to nobody here."""
    return words >= 80 and len(lines) >= 3 and not _ADDRESS.search(text) and not _SPOKEN.search(text)


def _request_lines(lines: Sequence[str]) -> tuple[int, int]:
    """Return how many lines at the beginning and at the end are a request of the person's own."""
    told = [at for at, line in enumerate(lines) if line.strip()]
    first = told[0] + 1 if len(told) > 1 and _is_request(lines[told[0]]) else 0
    apart = len(told) > 2 and told[-1] > told[-2] + 1
    last = len(lines) - told[-1] if apart and _is_request(lines[told[-1]]) else 0
    return first, last


def _is_request(line: str) -> bool:
    words = len(line.split())
    plain = not _RECORD.search(line) and not _LIST_ITEM.match(line) and not _SALUTATION.match(line)
    asks = (
        line.rstrip()[-1:] in {":", "?"}
        or (is_order(line.strip()) and not re.search(r"[.!] \w", line))
        or re.search(r"\bplease\b", line, re.IGNORECASE)
    )
    return plain and words <= MAX_REQUEST_WORDS and bool(asks or _ABOUT_ONESELF.search(line))


def _blank(line: str) -> str:
    return re.sub(r"\S", " ", line)
