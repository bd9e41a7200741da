"""Tell the person's own words of a message from quotations, code and what is given to be worked on.

What is taken out is blanked, sign by sign, so that what is left stands where it stood.
"""

import re
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.memory.vocabulary import verb_form

MAX_TURN_CHARACTERS: Final = 20_000
"""Of a turn that are read."""
MAX_SENTENCES: Final = 200
"""Of a turn that are read: more was pasted, and would keep the answer waiting."""
MAX_SENTENCE_CHARACTERS: Final = 1_000
"""A longer one was pasted, not told."""
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{6,}\"|“[^”\n]{6,}”|„[^“”\n]{6,}[“”]|«[^»\n]{6,}»"
    r"|(?<![\w])['\u2018](?=\S{1,80}\s{1,9}\S)(?:[^'’\n]|(?<=\w)['’](?=\w)){6,}['’](?!\w)"
)
_NAMING: Final = re.compile(r"\b(?:is|are|as|called|named|titled) $", re.IGNORECASE)
_SPEAKING: Final = re.compile(r"\b(?:i|my|me|we|our|you|your)\b", re.IGNORECASE)
_MAX_NAME_WORDS: Final = 6
"""Words of a title or a password in quotation marks; more is what somebody said."""
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_CODE: Final = re.compile(
    r"^\s*(?:(?-i:def|class|return|import|from \w+ import|for \w+ in|while|elif|else:"
    r"|function|const|let|var|public|private|#include|print"
    r"|select|SELECT|insert into|INSERT INTO|UPDATE|CREATE TABLE|update \w+ set"
    r"|create table)\b.*[(){}=;:<>*]|[\w.]+\s*[+*/-]?=\s*\S|[\w.]+\(.*\)\s*;?\s*$"
    r"|[<{}].*[>{}]\s*$|>>> |\$ )"
    r"|[;{}]\s*$|^\s{2,}\S.*[=()]|\b\w+\([^)\s]*\)\.|^\s*(?:select|SELECT) .+ (?:from|FROM) ",
    re.IGNORECASE,
)
"""Of one line."""
_GIVEN: Final = re.compile(
    r"(?:^|(?<=[.!?,;\n]) *|\b(?:please|you|and|to|me|just) +)(?:translate|correct"
    r"|proofread|proof-read|rewrite|rephrase|reword|paraphrase|summari[sz]e|shorten"
    r"|improve|fix|edit|spellcheck|check"
    r"|how (?:do|would) (?:you|i|we) say|what(?:'s| is| does)|reply to|respond to)\b[^.!?\n:]{0,80}:\s*\S.*",
    re.IGNORECASE | re.DOTALL,
)
"""What is given to be worked on, to the end of the turn."""
_TRANSLATE: Final = re.compile(
    r"\b(?:how (?:do|would) (?:you|i|we) say|translate) .{0,400}?\b(?:in|into"
    r"|to) [a-z]+\b.*",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlacedSentence:
    """One sentence of a message."""

    text: str
    """As it stands there."""
    read: str
    """Without quotations and code; as long as `text`, but for marks at its ends."""


def own_words(text: str) -> str:
    """Return a turn of the same length with spaces for quotations, code and what is given to be worked on."""
    straight = text.replace("’", "'")
    for pattern in (_FENCED, _GIVEN):
        straight = pattern.sub(_blank, straight)
    straight = _QUOTED.sub(_without_speech, straight)
    if _TRANSLATE.search(straight):
        straight = _TRANSLATE.sub(_blank, straight)
    lines = straight.split("\n")
    return "\n".join(" " * len(line) if len(lines) and _is_code(line) else line for line in lines)


def own_sentences(text: str, own: str | None = None) -> list[PlacedSentence]:
    """Return the sentences of a message, each as it stands there and without what others said.

    `own` is the message with blanks for what else is not the person's; by default quotations and code alone.
    """
    read = own_words(text if own is None else own)
    found: list[PlacedSentence] = []
    at = 0
    for sentence in sentences_of(read):
        at = read.find(sentence, at)
        if at < 0:  # a mark in a sentence was written otherwise; nothing of the rest can be placed
            break
        if len(sentence) <= MAX_SENTENCE_CHARACTERS:
            found.append(PlacedSentence(text=text[at : at + len(sentence)].strip(), read=sentence))
        at += len(sentence)
    return found[:MAX_SENTENCES]


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _without_speech(match: re.Match[str]) -> str:
    """Blank what is quoted, but for a name: "my band is called 'The Quiet Ones'"."""
    said = match.group()
    named = _NAMING.search(match.string[max(0, match.start() - 8) : match.start()])
    is_name = named and len(said.split()) <= _MAX_NAME_WORDS and not _SPEAKING.search(said)
    return said if is_name else _blank(match)


def _is_code(line: str) -> bool:
    indented = line.startswith(("  ", "\t"))
    return _CODE.search(line) is not None and (indented or verb_form(line.strip().split(" ")[0].lower()) is None)
