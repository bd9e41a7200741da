"""From a turn to the clauses that are worth keeping, each with whom it is about.

A turn is read sentence by sentence with what the sentences before it spoke of, so that "she's four" is about the
daughter of the sentence before. What comes out is still in the person's own grammar ("my daughter Mila is four").
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.extraction import (
    asides,
    elliptical,
    findings,
    manners,
    marks,
    pointing_back,
    rewording,
    told_beside,
    unreal,
)
from alicia_desktop.memory.extraction.alongside import may_go_along, may_go_along_in_half
from alicia_desktop.memory.extraction.cleaning import written_out
from alicia_desktop.memory.extraction.foreign import is_foreign
from alicia_desktop.memory.extraction.fragments import told_in_half
from alicia_desktop.memory.extraction.grammar import Clause, parse
from alicia_desktop.memory.extraction.single import singly, trimmed
from alicia_desktop.memory.extraction.splitting import Piece, pieces_of
from alicia_desktop.memory.extraction.spoken import Spoken, ask, knows, listen, without_pronoun
from alicia_desktop.memory.extraction.standing import standing
from alicia_desktop.memory.extraction.subjectless import with_i
from alicia_desktop.memory.extraction.telegraphed import telegraphed
from alicia_desktop.memory.extraction.weight import of_weight
from alicia_desktop.memory.extraction.worth import tells
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.memory.segmentation import strip_openers

LONGEST_STATEMENT: Final = 400
"""Characters; a longer clause is a text that was pasted, not something told."""

_OPINION: Final = re.compile(
    r"^(?:i|we) (?:also |really |just |honestly |personally |still |always )*(?:think"
    r"|guess|suppose|believe(?! in)|imagine|assume|reckon|bet|hear|heard|read(?= (?:that"
    r"|it|somewhere)\b)|feel like|am (?:beginning|starting) to (?:think|feel|suspect)|find(?= (?:that|it)\b)"
    r"|(?:would|will) say|was told"
    r"|have been told|have heard)\b(?: that)?",
    re.IGNORECASE,
)

_OF_ONESELF: Final = re.compile(r"^[ ,]*(?:that )?(?P<told>(?:i|my|we|our)\b.*)$", re.IGNORECASE)

_CLEFT: Final = re.compile(
    r"^it (?:is|was|has (?:always )?been|would be)(?: always| still)? (?P<whose>(?:my"
    r"|our) (?:\w+ )?(?:dream|goal|plan|wish|ambition|resolution|job|task|turn"
    r"|aim)) (?P<what>to .+)$",
    re.IGNORECASE,
)

_OWN_TOO: Final = re.compile(
    r"(?:, (?:and |but )?| and | but |; )(?P<told>(?:i|my|our|we) (?!(?:want|need|would|prefer"
    r"|ask|say|am asking|said)\b).+)$",
    re.IGNORECASE,
)
"""What is told of the person behind a wish of how to be answered."""
_UNCLEAR: Final = re.compile(
    r"(?:(?:to|with|on|at|for|from|of|about|asleep to|until last \w+) )?(?:it|them|that|this"
    r"|until last \w+)(?: up| off| down| too| a lot| so much| very much)?$"
)
"""What leaves open of what it speaks."""
_TOLD_ME: Final = re.compile(
    r"^(?:(?:my|our|the) [\w' -]{2,30}?|they|he|she) (?:just |has |have )*(?:told|informed) (?:me|us)(?: that)? "
    r"(?P<told>(?:I|we|my|our)\b.+)$",
    re.IGNORECASE,
)
"""What others told the person of themselves: "my boss told me I'm getting the promotion"."""
_OPEN: Final = re.compile(
    r"\b(?:(?:scared|afraid|terrified|fond|proud|worried|thinking|talking|looking) (?:of|about|for)"
    r"|(?<!of )(?<!after )(?<!before )(?<!for )(?<!with )(?<!like )that)$",
)
"""What is left of "biology is the one I'm scared of", and of "my wife is glad that I …"."""
_CLAIMING: Final = frozenset(["claim", "lie", "joke", "pretend", "swear"])
_OF_ME: Final = re.compile(r"(?:that )?(?:i|we)\b")
_OF_NOBODY: Final = re.compile(r"(?:he|she) (?:is|was) (?:my|our) [\w-]+\W*$", re.IGNORECASE)
"""Who somebody is whom nobody named."""
_BRACKETED: Final = re.compile(r" \((?P<told>(?:he|she|they|it|I|we|my|our)\b [^()]+)\)", re.IGNORECASE)
"""A clause in brackets: "my son (he's 11) has …"."""
_TOPIC: Final = re.compile(r"^(?P<topic>(?:my|our) (?:[\w'-]+ ){0,2}[\w'-]+)\?$", re.IGNORECASE)
"""What one asks oneself and answers: "Our anniversary? 14 February."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """One sentence of a turn."""

    text: str
    """As it stands there."""
    read: str
    """Without quotations and code; as long as `text`, but for marks at its ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One clause worth keeping."""

    clause: str
    heard: str
    """The sentence of the turn as it stands there."""
    asked_for: bool = False


def told_in(sentences: Sequence[Heard]) -> list[Told]:
    """Read the sentences of a turn that may be kept; `asked_for` is never set here."""
    spoken = Spoken()
    told = [one for meant in _told_in(sentences, spoken) for one in meant]
    return told if any(one.clause not in spoken.along for one in told) else []


def _told_in(sentences: Sequence[Heard], spoken: Spoken) -> list[list[Told]]:
    """Return what each sentence tells; nothing of one that was a joke, as it says or as the next one does."""
    topic = ""
    found: list[list[Told]] = []
    for sentence in sentences:
        opened = strip_openers(written_out(sentence.read))
        if kidding := unreal.TAKEN_BACK.match(opened):
            opened = strip_openers(opened[kidding.end() :])
            found = found[:-1]
        if (example := unreal.EXAMPLE.match(opened)) is not None:
            opened = opened[example.end() :] if any(found) else ""
        if topic and parse(opened) is None and not opened.endswith("?"):
            opened = f"{topic} is {opened}"
        topic = match["topic"] if (match := _TOPIC.match(opened)) else ""
        if unreal.LASTING_FICTION.match(opened):
            break
        told_by_nobody = unreal.FICTION.match(opened) or unreal.JOKE.search(opened) or is_foreign(sentence.read)
        parts = [] if told_by_nobody else _without_brackets(opened)
        clauses = [clause for part in parts for clause in clauses_in(part, spoken, asked_for=False)]
        found.append([Told(clause=clause, heard=sentence.text) for clause in clauses])
    return found


def _without_brackets(sentence: str) -> list[str]:
    """Return a sentence without a clause that stands in brackets in it, and that clause."""
    inside = _BRACKETED.search(sentence)
    return [sentence] if inside is None else [_BRACKETED.sub("", sentence, count=1), inside["told"]]


def clauses_in(sentence: str, spoken: Spoken, *, asked_for: bool) -> list[str]:
    """Return the clauses of a sentence that tell something; all that have a meaning, where keeping was asked for."""
    found: list[str] = []
    if not asked_for:
        if wanted := _wanted_in(sentence, spoken):
            return wanted
        if (name := manners.called(sentence)) and not sentence.endswith("?"):
            found.append(name)
            if parse(sentence) is None or re.match(r"(?:please |just )*call me", sentence, re.IGNORECASE):
                return found
    sentence = rewording.reworded(sentence)
    as_what, rest = asides.as_what(sentence)
    if as_what:
        found.append(as_what)
        sentence = rest
    leading, rest = rewording.led_by(sentence)
    if leading:
        found += _kept(leading, spoken, asked_for=asked_for)
        sentence = rest
    unfolded = asides.unfolded(with_i(sentence))
    for clause in (*unfolded.told, *rewording.whichs(unfolded.sentence)):
        for part in pieces_of(clause):
            found += _kept(part.text, spoken, asked_for=asked_for)
    pieces = pieces_of(unfolded.sentence)
    if len(pieces) > 1 and (listing := elliptical.listing(unfolded.sentence.rstrip(".! "))):
        return [*found, listing]
    found += [*told_beside.shares(unfolded.sentence), *told_beside.marked_off(sentence)]
    if before := findings.beforehand(unfolded.sentence):
        found += _kept(before, spoken, asked_for=asked_for)
    if sentence.endswith("?"):
        found += [told for state in told_beside.states_in(sentence) for told in _kept(state, Spoken(), asked_for=False)]
    return _each_once([*found, *_of_pieces(pieces, sentence, spoken, asked_for=asked_for)])


def _each_once(told: Sequence[str]) -> list[str]:
    """Return clauses without those of which another tells more, or of which the name is told already."""
    return [
        one
        for one in dict.fromkeys(told)
        if not any(more.startswith((f"{one} ", f"{one}, ")) for more in told)
        and ("," in one or (name := manners.called(one)) == one or name not in told)
    ]


def _wanted_in(sentence: str, spoken: Spoken) -> list[str]:
    """Return how the person wants to be answered, with what is told beside it; empty where no such thing is wanted."""
    if (rather := manners.rather(sentence)) is not None and (before := sentence[: rather.start()].strip(" ,")):
        told = clauses_in(re.sub(r",? (?:and|but|so)$", "", before), spoken, asked_for=False)
        return [*told, *manners.manners(sentence)]
    behind = manners.behind(sentence)
    if behind is not None and (told := clauses_in(behind.told, spoken, asked_for=False)):
        return [*told, *behind.wanted]
    wanted = manners.manners(sentence)
    more = _OWN_TOO.search(sentence) if wanted else None
    return wanted if more is None else [*wanted, *clauses_in(more["told"], spoken, asked_for=False)]


def _of_pieces(pieces: Sequence[Piece], sentence: str, spoken: Spoken, *, asked_for: bool) -> list[str]:
    """Return what the pieces of a sentence tell, one after the other."""
    if row := telegraphed(sentence):
        return row
    found: list[str] = []
    last = ""
    for piece in pieces:
        before, last = last, "" if piece.asks else piece.text
        if finding := findings.found_in(piece.text, sentence):
            found.append(finding)
        elif wanted := standing(piece.text, asks=piece.asks):
            found.append(wanted)
        elif piece.asks:
            found += asides.taken_for_granted(piece.text)
            ask(piece.text, spoken)
        elif told := _kept(piece.text, spoken, asked_for=asked_for):
            found += told
        elif (part := parse(piece.text)) is None:
            found += _along([f"I: {piece.text}"] if may_go_along_in_half(piece.text) else [], spoken)
        elif both := pointing_back.with_what_it_means(piece.text, part, before):
            found.append(both)
        else:
            found += _along(_company(without_pronoun(strip_openers(piece.text), spoken)), spoken)
    return found


def _company(text: str) -> list[str]:
    """Return a clause that no rule knows as what is kept of it where the turn tells something else."""
    clause = parse(text)
    return singly(text) if len(text) <= LONGEST_STATEMENT and clause and may_go_along(clause) else []


def _along(told: list[str], spoken: Spoken) -> list[str]:
    """Mark clauses as kept only beside something else."""
    spoken.along.update(told)
    return told


def _kept(piece: str, spoken: Spoken, *, asked_for: bool) -> list[str]:
    text = rewording.owned_by_speaker(trimmed(strip_openers(piece)), spoken.asked or spoken.thing.removeprefix("my "))
    if not text or len(text) > LONGEST_STATEMENT or is_small_talk(text):
        return []
    text = pointing_back.of_what_is_kept_out(text, spoken.kept_out)
    if spoken.asked_of:
        text = pointing_back.with_what_was_asked(text, spoken.asked_of)
    if cleft := _CLEFT.match(text):
        text = f"{cleft['whose']} is {cleft['what']}"
    if suspected := findings.suspected_in(text):
        return [suspected]
    if (opinion := _OPINION.match(text)) is not None and not asked_for:
        own = _OF_ONESELF.match(text[opinion.end() :])
        if own is None:
            return []
        text = own["told"]
    if by_another := _TOLD_ME.match(text):
        text = by_another["told"]
    resolved = without_pronoun(text, spoken)
    clause = parse(resolved)
    if clause is None or _is_half(resolved, clause):
        whole = elliptical.completed(resolved)
        clause = parse(whole) if whole else None
        if clause is None:
            listen(resolved, spoken)
            return told_in_half(resolved, asked_for=asked_for)
        resolved = whole
    listen(resolved, spoken, clause)
    if not asked_for and _is_hollow(clause, resolved):
        return asides.names_beside(resolved) if _points_only(clause) else []
    if not (
        asked_for or tells(clause) or of_weight(clause) or knows(clause, spoken) or marks.speaks_for_itself(clause)
    ):
        return list(dict.fromkeys([*asides.taken_for_granted(resolved), *asides.names_beside(resolved)]))
    return singly(resolved)


def _is_hollow(clause: Clause, text: str) -> bool:
    """Return whether a clause leaves open of whom or of what it speaks, or what others claim of the person."""
    if clause.who != "user" and clause.verb in _CLAIMING and _OF_ME.match(clause.rest):
        return True
    unclear = _UNCLEAR.match(clause.rest) or _OPEN.search(clause.rest) or _OF_NOBODY.match(text)
    return bool(unclear) or _points_only(clause)


def _points_only(clause: Clause) -> bool:
    """Return whether a clause has but the verb that stands for another: "my mum does"."""
    return not clause.rest and clause.verb in {"do", "be", "have"}


def _is_half(text: str, clause: Clause) -> bool:
    """Return whether a half sentence only seems to have a subject, as in "Dentist on Thursday, ugh"."""
    seems = clause.who == "other" or "," in clause.lead or text.lower().startswith("been ")
    return seems and elliptical.completed(text) != ""
