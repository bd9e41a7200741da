"""Find the candidate clauses of a turn: each a statement of its own, in the person's grammar, worth keeping or not.

A turn is read sentence by sentence with what the sentences before it mentioned, so that "she's four" is about the
daughter of the sentence before ("my daughter Mila is four"). What is supposed, made up, a joke or in another language
is no candidate; what to keep of the rest is learned (`select`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.extraction.answer_wishes import answer_wishes, is_order, name_wanted
from alicia_desktop.extraction.apposition import is_event, separate
from alicia_desktop.extraction.clause import Clause, parse_clause
from alicia_desktop.extraction.coreference import Discourse
from alicia_desktop.extraction.ellipsis import complete_fragment, complete_sentence, fill_gap, key_and_value
from alicia_desktop.extraction.normalise import expand, is_foreign, reword, trim
from alicia_desktop.extraction.parentheticals import names_beside, presuppositions, split_role, unfold
from alicia_desktop.extraction.split import ClausePiece, split_sentence
from alicia_desktop.extraction.subjects import head_at, tokenize
from alicia_desktop.memory.own_words import PlacedSentence
from alicia_desktop.memory.retrieval.analysis import asks_for_ideas, is_small_talk
from alicia_desktop.memory.segmentation import strip_openers

MAX_CLAUSE_CHARACTERS: Final = 400
"""A longer clause is a text that was pasted, not something told."""
Form = Literal["clause", "fragment", "completed", "aside", "presupposed", "wish"]
"""How a candidate stood in its sentence."""

_FICTION: Final = re.compile(
    r"^(?:if (?:i|we|my \w+) (?:were|was|had|could|would|ever|won|became|lived|owned)\b|suppose|imagine|pretend|assum"
    r"(?:e|ing)|let us say|let's (?:say|pretend|imagine|assume|play)|say (?:i|we|you|my|our)\b|what if|once upon|act as"
    r"|you are (?:an?|my)\b|picture this|hypothetically|the (?:more|less|sooner|longer|older|bigger|better) (?:i"
    r"|we|you)\b"
    r"|in (?:the|a|my|this) (?:book|film|movie|novel|story|song|series|show|game|play|poem|dream|joke|episode"
    r"|chapter)\b"
    r"|the (?:song|book|film|movie|joke|saying|proverb|character|hero|narrator|captain)\b|(?:a|an|two|three|some)"
    r" (?:man|woman|guy|girl|boy|farmer|priest|horse|men|people)\b|there (?:was|were)\b"
    r"|[^.]*\bwalks? into a (?:bar|pub)\b"
    r"|write (?:me )?an? (?:\w+ )?(?:story|limerick|sketch|scene|dialogue|essay|novel|letter from)\b)",
    re.IGNORECASE,
)
_LASTING_FICTION: Final = re.compile(
    r"^(?:suppose|imagine|pretend|let us say|let's (?:say|pretend|imagine|play)|say (?:i|we|you|my|our)\b|act as"
    r"|once upon"
    r"|you are (?:an?|my)\b|hypothetically|what if|(?:as|here is) an example|for (?:the sake of )?(?:the )?argument)",
    re.IGNORECASE,
)
_EXAMPLE: Final = re.compile(r"^for (?:example|instance)[\s,:]+", re.IGNORECASE)
"""Opens a turn that tells nothing of the person; behind something told it gives a case of it."""
_KIDDING: Final = (
    r"(?:(?:I am )?(?:(?:just|only|totally|obviously) )+(?:kidding|joking)|I am (?:kidding|joking)|jk|j/k)"
)
_TAKEN_BACK: Final = re.compile(
    rf"^(?:{_KIDDING}|kidding|joking)(?:$|[\s,.!;:–—-]+(?!(?:aside|apart|about|with)\b))", re.IGNORECASE
)
"""What stands before was a joke, and what follows is not."""
_JOKE: Final = re.compile(
    rf"(?:(?:[,.!?;:…(–—-]|\b(?:ha)+h?|\bl+o+l+)\s*{_KIDDING}|\b(?:I am (?:just|only) (?:kidding|joking)|jk|j/k))"
    r"(?: (?:haha|lol|of course|obviously))?\W*$",
    re.IGNORECASE,
)
_HEARSAY: Final = re.compile(
    r"^(?:(?:my|our|the) [\w' -]{2,30}?|they|he|she|people|everyone|everybody|someone"
    r"|somebody) (?:\w+ )?(?:thinks?|thought"
    r"|claims?|claimed|believes?|believed|jokes?|joked|keeps? (?:saying|telling)|pretends?|swears?"
    r"|reckons?)\b.*\b(?:I|we)\b",
    re.IGNORECASE,
)
"""What others say of the person: "my boss thinks that I am lazy"."""
_NOT_ASSERTED: Final = re.compile(
    r"^(?:it (?:is not|isn't|was not|wasn't) |it is (?:possible|likely|unlikely|false|untrue|wrong|not)\b"
    r"|(?:he|she|they|who) lied\b|I (?:can't|wouldn't) (?:say|claim|believe) "
    r"|I (?:doubt|deny|promised|pretend(?:ed)?|lied|swore)\b).*\b(?:I|my|we|our|who)\b",
    re.IGNORECASE,
)
"""What is denied, left open or promised is not so: "it's not true that I smoke"."""
_BELIEVED: Final = re.compile(
    r"\b(?:doctors?|doc|gp|nurse|dentist|consultant|specialist|\w+ologist|physio\w*|therapist|counsellor|vet"
    r"|told me|told us)\b",
    re.IGNORECASE,
)
_OF_NOBODY: Final = frozenset(["he", "she", "it", "they", "his", "her", "its", "their", "you"])
"""What is told of these says nothing where the turn has not mentioned whom they mean."""
_TO_ASSISTANT: Final = re.compile(r"\b(?:please|the following|you|your)\b", re.IGNORECASE)
_INCOMPLETE: Final = re.compile(
    r"^(?:which|whose|anything|whatever|whoever|whichever|of|than|if (?:somebody|someone|people|you))\b"
    r"|\b(?:scared|afraid|fond|proud|worried|thinking) (?:of|about)$|\bthat$",
    re.IGNORECASE,
)
"""What hangs on another clause: "which I adore", "biology is the one I'm scared of"."""
_OF_ONESELF: Final = re.compile(r"\b(?:i|me|my|us|our|we)\b")
_BRACKETED: Final = re.compile(r" \((?P<told>(?:he|she|they|it|I|we|my|our)\b [^()]+)\)", re.IGNORECASE)
_TOPIC: Final = re.compile(r"^(?P<topic>(?:my|our) (?:[\w'-]+ ){0,2}[\w'-]+)\?$", re.IGNORECASE)
"""What one asks oneself and answers: "Our anniversary? 14 February."."""


_YOURS: Final = re.compile(r"\byour (?P<what>[a-z]+(?: [a-z]+)?)\?$", re.IGNORECASE)
"""What one asks the assistant for: "What's your name? Mine is Petra."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateClause:
    """One clause that may be worth keeping."""

    text: str
    """In the person's own grammar: "my daughter Mila is four"."""
    sentence: str
    """The sentence of the turn, letter by letter."""
    form: Form = "clause"
    asked_for: bool = False
    """The person said "remember that …"."""
    place: int = 0
    """Of its sentence in the turn, from 0."""
    sentences: int = 1
    """Of the turn."""


def candidates_in(
    sentences: Sequence[PlacedSentence], known_words: frozenset[str], discourse: Discourse
) -> list[CandidateClause]:
    """Return the candidates of the sentences of a turn in order, and note in `discourse` whom they mention."""
    found: list[list[CandidateClause]] = []
    topic = asked = ""
    for place, sentence in enumerate(sentences):
        text = strip_openers(expand(sentence.read))
        if joke := _TAKEN_BACK.match(text):
            text = strip_openers(text[joke.end() :])
            found = found[:-1]
        if example := _EXAMPLE.match(text):
            text = text[example.end() :] if any(found) else ""
        if topic and head_at(tokenize(text), 0) is None and not text.endswith("?"):
            text = f"{topic} is {text}"
        if asked and text.lower().startswith("mine is "):
            text = f"my {asked} {text[5:]}"
        asked = match["what"] if (match := _YOURS.search(text)) else ""
        topic = match["topic"] if (match := _TOPIC.match(text)) else ""
        if _LASTING_FICTION.match(text):
            break
        if _FICTION.match(text) or _JOKE.search(text) or is_foreign(sentence.read, known_words):
            continue
        parts = _without_brackets(text)
        found.append(
            [
                CandidateClause(text=one, form=form, sentence=sentence.text, place=place, sentences=len(sentences))
                for part in parts
                for one, form in clauses_of(part, discourse)
            ]
        )
    return [candidate for one in found for candidate in one]


def clauses_of(sentence: str, discourse: Discourse) -> list[tuple[str, Form]]:
    """Return the clauses of one normalised sentence, each with the form it stood in."""
    if (name := name_wanted(sentence)) and not sentence.endswith("?"):
        told = [] if is_order(sentence) else _once(_told(reword(sentence), discourse))
        is_wish = name.startswith("I want")  # "I want you to call me Deb" says no more than that
        return [(name, "wish"), *(one for one in told if not (is_wish and name_wanted(one[0])))]
    if (
        is_order(sentence)
        and not sentence.endswith("?")
        and not complete_fragment(sentence)
        and (wishes := answer_wishes(sentence))
    ):
        return [*((wish, "wish") for wish in wishes), *((one, "presupposed") for one in presuppositions(sentence))]
    return _once(_told(reword(sentence), discourse))


def _told(sentence: str, discourse: Discourse) -> Iterator[tuple[str, Form]]:
    sentence = fill_gap(sentence)
    role, rest = split_role(sentence)
    if role:
        yield role, "aside"
        sentence = rest
    unfolded = unfold(complete_sentence(sentence))
    for aside in unfolded.clauses:
        for piece in split_sentence(aside):
            yield from ((one, "aside") for one, _ in _of_clause(piece.text, discourse))
    pieces = split_sentence(unfolded.sentence)
    if len(pieces) > 1 and (listing := key_and_value(unfolded.sentence.rstrip(".! "))):
        yield listing, "completed"
        return
    for piece in pieces:
        yield from _of_request(piece, discourse) if piece.asks else _of_clause(piece.text, discourse)


def _of_request(piece: ClausePiece, discourse: Discourse) -> Iterator[tuple[str, Form]]:
    """Return what a question or an order takes for granted, and an order as a wish."""
    discourse.mention(piece.text)
    yield from ((one, "presupposed") for one in presuppositions(piece.text))
    yield from ((one, "wish") for one in answer_wishes(piece.text))


def _of_clause(piece: str, discourse: Discourse) -> Iterator[tuple[str, Form]]:
    text = strip_openers(piece)
    text = text if is_event(text) else trim(text)
    if not text or len(text) > MAX_CLAUSE_CHARACTERS or is_small_talk(text):
        return
    text = discourse.complete(discourse.resolve(text))
    if not text or re.match(r"(?:mine|ours)\b", text, re.IGNORECASE):
        return
    clause = parse_clause(text)
    form: Form = "clause"
    if clause is None or _is_half(text, clause):
        completed = complete_fragment(text)
        clause, form = (parse_clause(completed), "completed") if completed else (None, "fragment")
        text = completed or text
    discourse.mention(text, clause)
    if clause is None:
        yield from _of_fragment(text)
    elif _says_nothing(text, clause) or _NOT_ASSERTED.match(text) or asks_for_ideas(text):
        return
    elif _HEARSAY.match(text) and clause.who != "user" and not _BELIEVED.search(clause.subject):
        yield from ((one, "aside") for one in names_beside(text))
    else:
        yield from ((one, form) for one in separate(text))


def _says_nothing(text: str, clause: Clause) -> bool:
    """Return whether a clause leaves open of whom or what it speaks: "she is Norwegian", "I am not", "my mum does"."""
    if not clause.rest or clause.rest in {"not", "there", "here"} or _INCOMPLETE.search(text):
        return clause.verb in {"do", "be", "have"} or _INCOMPLETE.search(text) is not None
    if clause.who != "pronoun" or (subject := clause.subject.split()[0].lower()) not in _OF_NOBODY:
        return False
    if subject in {"it", "its"}:
        return clause.verb == "be" and text[1:].islower()  # "it is Marguerite" says who speaks
    return clause.verb == "be" or not _OF_ONESELF.search(clause.rest)


def _of_fragment(text: str) -> Iterator[tuple[str, Form]]:
    """Return a fragment that no rule completes as it stands, as an order, and who is called what in it."""
    if wishes := answer_wishes(text):
        yield from ((wish, "wish") for wish in wishes)
        yield from ((one, "presupposed") for one in presuppositions(text))
    elif granted := presuppositions(text):
        yield from ((one, "presupposed") for one in granted)
    elif (
        len(text.split()) > 1
        and re.search(r"[^\W\d_]{2}", text) is not None
        and not (is_order(text) or _TO_ASSISTANT.search(text))
        and text.split(maxsplit=1)[0].lower() not in _OF_NOBODY
    ):
        own = re.search(r"\b(?:my|our|mine|ours|I|we)\b", text, re.IGNORECASE) is not None
        if not (own and len(text.split()) == 2):  # "my kids" alone announces what is told of them
            yield (text if own else f"I: {text}"), "fragment"
    yield from ((one, "aside") for one in names_beside(text))


def _is_half(text: str, clause: Clause) -> bool:
    """Return whether a fragment only seems to have a subject, as in "Dentist on Thursday, ugh"."""
    seems = clause.who == "other" or "," in clause.lead or text.lower().startswith("been ")
    return seems and complete_fragment(text) != ""


def _without_brackets(sentence: str) -> list[str]:
    """Return a sentence without a clause that stands in brackets in it, and that clause."""
    inside = _BRACKETED.search(sentence)
    return [sentence] if inside is None else [_BRACKETED.sub("", sentence, count=1), inside["told"]]


def _once(told: Iterator[tuple[str, Form]]) -> list[tuple[str, Form]]:
    """Return clauses without those that stand in a longer one already."""
    found = dict(reversed([*told]))
    return [
        (one, form)
        for one, form in reversed([*found.items()])
        if not any(more.startswith((f"{one} ", f"{one}, ")) for more in found)
    ]
