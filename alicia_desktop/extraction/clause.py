"""Parse a clause: subject, auxiliaries, verb, negation and the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.extraction.subjects import Head, Token, Who, head_at, is_adverb, skip_adverbs, tokenize
from alicia_desktop.memory.vocabulary import AUXILIARIES, MODALS, VerbForm, english, verb_form

_BEFORE: Final = frozenset(
    ["when", "whenever", "since", "after", "before", "until", "while", "if", "once", "because", "ever"]
)

_INSIDE_PHRASE: Final = frozenset(
    ["that", "and", "of", "with", "than", "to", "at", "for", "in", "on", "my", "by", "from"]
)
"""Before "I" or "my": then no new clause begins there."""
_LEADING: Final = frozenset(
    ["on", "in", "at", "every", "next", "last", "since", "from", "after", "until", "by", "this", "for"]
)
"""Words with which a time or a place stands before the subject."""
_SAME_PARTICIPLE: Final = frozenset(["had", "come", "become", "run", "put", "quit", "read", "hurt", "cut", "set"])
"""Participles that look like the base form."""
_NEGATIONS: Final = frozenset(["not", "never", "no"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """One clause."""

    text: str
    who: Who
    lead: str
    """What stands before the subject: "Every Tuesday"."""
    subject: str
    auxiliaries: tuple[str, ...]
    verb: str
    """The verb that carries the meaning, in its base form; `be` and `have` where they carry it."""
    form: str
    denied: bool
    rest: str
    """What follows the verb, in lower case."""
    first: str = ""
    """The word behind the verb, adverbs left out, in lower case."""

    @property
    def past(self) -> bool:
        """Return whether it tells of the past, the perfect left out."""
        return (self.form == "past" and not self.auxiliaries) or any(
            aux in {"was", "were", "did", "didn't", "had"} for aux in self.auxiliaries
        )

    @property
    def perfect(self) -> bool:
        """Return whether it is told with "have"."""
        return any(aux in {"have", "has", "haven't", "hasn't"} for aux in self.auxiliaries)

    @property
    def progressive(self) -> bool:
        """Return whether it is going on."""
        return self.form == "ing"


def parse_clause(text: str) -> Clause | None:
    """Parse `text` as one clause; returns None where it has no subject with a verb."""
    tokens = tokenize(text)
    head = _first_head(tokens)
    if head is None:
        return None
    if tokens[0].low in _BEFORE:
        head = _second_head(tokens, head) or head
    auxiliaries, main = _chain(tokens, head.verb)
    word = tokens[main] if main < len(tokens) else tokens[-1]
    form = verb_form(word.low) or VerbForm(word.low, "base")
    negated = [token.low for token in tokens[head.verb : main + 1]] + [
        token.low for token in tokens[head.start : head.verb]
    ]
    lemma = "be" if _is_be(word.low) else form.lemma
    if word.low == "got" and auxiliaries and auxiliaries[-1] in {"have", "has", "haven't", "hasn't"}:
        lemma, form = "have", VerbForm("have", "base")
    behind = skip_adverbs(tokens, main + 1)
    return Clause(
        text=text,
        who=head.who,
        lead=text[: tokens[head.start].start].strip(),
        subject=text[tokens[head.start].start : tokens[head.verb].start].strip(),
        auxiliaries=tuple(auxiliaries),
        verb="have" if word.low in {"hasn't", "haven't", "hadn't"} else lemma,
        form=form.form if not _is_past_be(word.low) else "past",
        denied=any(one in _NEGATIONS or one.endswith("n't") for one in negated) or "no longer" in text.lower(),
        rest=text[word.end :].strip(" ,").lower(),
        first=tokens[behind].low if behind < len(tokens) else "",
    )


def _second_head(tokens: Sequence[Token], first: Head) -> Head | None:
    """Return the main clause behind one that begins with "when" or "since"."""
    for at in range(first.verb + 1, len(tokens)):
        if tokens[at].low in {"i", "we", "my", "our"} and tokens[at - 1].low not in _INSIDE_PHRASE:
            head = head_at(tokens, at)
            if head is not None and (head.who == "user" or tokens[at - 1].text == ","):
                return head
    return None


def _is_be(word: str) -> bool:
    return word in {"am", "is", "are", "was", "were", "be", "been", "isn't", "aren't", "wasn't", "weren't", "ain't"}


def _is_past_be(word: str) -> bool:
    return word in {"was", "were", "wasn't", "weren't"}


def _first_head(tokens: Sequence[Token]) -> Head | None:
    if tokens and _is_lead(tokens):
        for at in range(1, min(len(tokens), 12)):
            if tokens[at].low in {"i", "we", "they", "he", "she"} and (head := head_at(tokens, at)) is not None:
                return head
    for at in range(min(len(tokens), 14)):
        if (
            at
            and tokens[at - 1].low in {"of", "with", "for", "to", "at", "from", "by", "about"}
            and tokens[at].low not in {"i", "we"}
        ):
            continue
        head = head_at(tokens, at)
        if head is not None and (at == 0 or head.who in {"user", "owned", "kin", "pronoun"} or _is_lead(tokens[:at])):
            return head
    return None


def _is_lead(tokens: Sequence[Token]) -> bool:
    return tokens[0].low in _LEADING


def _chain(tokens: Sequence[Token], verb: int) -> tuple[list[str], int]:
    """Return the auxiliaries and the place of the verb behind them; an auxiliary with no verb behind it is the verb."""
    auxiliaries: list[str] = []
    place = verb
    while place < len(tokens) and tokens[place].low in AUXILIARIES:
        behind = place + 1
        while behind < len(tokens) and (is_adverb(tokens[behind].low) or tokens[behind].low in _NEGATIONS):
            behind += 1
        if not _carries_on(tokens, place, behind):
            return auxiliaries, place
        auxiliaries.append(tokens[place].low)
        place = behind
    return auxiliaries, place


def _carries_on(tokens: Sequence[Token], place: int, behind: int) -> bool:
    """Return whether the word at `behind` is the verb, or another auxiliary, of the auxiliary at `place`."""
    if behind >= len(tokens):
        return False
    aux, word = tokens[place].low, tokens[behind].low
    form = verb_form(word)
    if aux in MODALS or aux in {"do", "does", "did", "don't", "doesn't", "didn't"}:
        return (
            (form is not None and form.form == "base")
            or (aux in MODALS and word.isalpha() and word not in english().stop_words)
            or word in AUXILIARIES
        )
    if form is None:
        return False
    if aux in {"have", "has", "had", "haven't", "hasn't", "hadn't"}:
        return form.form in {"past", "participle"} or word in _SAME_PARTICIPLE
    return form.form == "ing"
