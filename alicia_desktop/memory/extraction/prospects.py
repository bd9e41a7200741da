"""What somebody can, may, will and wants: which of it lasts."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import TO_ASSISTANT, is_dated, verb_of, words_in
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.vocabulary import listed

_EVER: Final = re.compile(
    r"\b(?:one day|some ?day|always|for years|eventually|next year|in the future|by \d{4}|before i)\b"
)


def is_wish(clause: Clause) -> bool:
    """Return whether "would …" tells a wish that lasts."""
    if clause.verb in {"like", "love"}:
        return _goal(clause.rest)
    if clause.verb == "prefer":
        return bool(clause.rest)
    if clause.verb in {"describe", "call", "consider"}:
        return clause.first == "myself"
    rather = re.search(r"\brather\b", clause.text.lower()) is not None
    if rather and not is_passing(clause) and clause.verb not in {"stay", "go", "wait", "know", "stop", "leave"}:
        return has_contents(clause.rest, 1)
    return (clause.verb == "have" or rather) and re.search(r"\bthan\b", clause.rest) is not None


def is_possible(clause: Clause) -> bool:
    """Return whether "may …", "must …" tells something lasting."""
    if clause.verb == "be" and re.match(
        r"made redundant|laid off|sent to|promoted|moving|evicted|pregnant", clause.rest
    ):
        return True
    if clause.verb in {"be", "have"} and not is_dated(clause.rest):
        return bool(words_in(clause.rest) & listed("things.health"))
    dated = is_dated(clause.rest) and not clause.perfect and not is_passing(clause) and "tomorrow" not in clause.rest
    if dated and "have" not in clause.auxiliaries and has_contents(clause.rest, 2):
        return True
    if clause.denied and not set(clause.auxiliaries) & {"might", "may"}:
        return clause.verb in {"eat", "drink", "lift", "drive", "fly", "take"}
    return clause.verb in {"move", "quit", "retire", "marry", "sell"} and bool(
        set(clause.auxiliaries) & {"might", "may"}
    )


def is_ability(clause: Clause) -> bool:
    """Return whether somebody's ability, or inability, lasts."""
    if re.search(r"\b(?:until|till) i was (?:\d|\w+)", clause.rest):
        return True
    if "couldn't" in clause.auxiliaries or (
        clause.first in {"it", "that", "this", "the", "any", "anything"}
        and clause.verb not in {"eat", "drink", "stand"}
    ):
        return False
    if " only " in f" {clause.text.lower()} " and clause.rest:
        return True
    if clause.denied and clause.rest.startswith("enough of"):
        return True
    if clause.denied:
        return (
            clause.verb in listed("clauses.unable") or clause.verb not in listed("clauses.failing")
        ) and not re.match(r"(?:help|wait|believe|it|that|this|on (?:it|this|that|to))\b|on$", clause.rest)
    return clause.verb in listed("clauses.able") and bool(clause.rest)


def is_plan(clause: Clause) -> bool:
    """Return whether "will …", "am going to …" is a plan with a day or a turn of life."""
    if clause.denied and clause.verb in listed("clauses.unable") and "won't" in clause.auxiliaries:
        return clause.first not in {"it", "that", "this", "them"} and not is_dated(clause.rest)
    verb = verb_of(clause.rest) if clause.verb == "go" and clause.form == "ing" else clause.verb
    lasting = verb in {"move", "marry", "retire", "become", "adopt", "quit", "graduate"}
    return lasting or (
        (verb in listed("clauses.futures") or clause.progressive or (clause.form == "ing"))
        and is_dated(f"{clause.lead} {clause.rest}")
    )


def is_want(clause: Clause) -> bool:
    """Return whether a want, hope or need is something to live towards."""
    rest = clause.rest
    if clause.verb == "need" and re.search(
        r"\b(?:today|tonight|now|right away|this (?:morning|afternoon|evening))\b", rest
    ):
        return False
    if clause.verb == "need" and is_dated(rest) and not rest.startswith("to "):
        return True
    if clause.verb == "need":
        inner = verb_of(rest) if rest.startswith("to ") else ""
        if inner:
            return inner in {"take", "inject", "avoid", "lose", "wear", "sleep", "finish"} or (
                is_dated(rest) and inner in listed("clauses.futures")
            )
        return not words_in(rest).isdisjoint(listed("things.diets")) or bool(
            re.match(
                r"(?:(?:\w+ ){0,2}(?:quiet|darkness|sleep|space|structure|routine|help (?:with|getting)"
                r"|support (?:with|getting))\b|at least|\w+ hours|glasses|reading glasses|a wheelchair"
                r"|a hearing|an? \w+ (?:shot"
                r"|jab|injection)|insulin|an inhaler|quiet|silence|subtitles|large print)",
                rest,
            )
        )
    if clause.denied and clause.verb == "want":
        return ("never" in clause.text.lower() and rest.startswith("to ")) or bool(
            re.match(r"(?:kids|children|to (?:have|marry|live|work|move|become))\b", rest)
        )
    if clause.past:
        return False
    if "always wanted" in clause.text.lower():
        return rest.startswith("to ")
    if rest.startswith(("to ", "on ", "of ")) or clause.verb in {"hope", "plan", "dream", "aim", "intend"}:
        return _goal(rest) or (
            clause.verb == "plan" and bool(re.match(r"(?:a|an|our|my) (?:trip|wedding|holiday|move|big)", rest))
        )
    return bool(
        re.match(r"(?:an? (?:dog|cat|baby|puppy|big family|second|third)|kids|children|my own|more children)\b", rest)
    )


def _goal(rest: str) -> bool:
    """Return whether an infinitive names something to live towards, and not something to be done now."""
    if TO_ASSISTANT.search(rest) or re.search(r"\b(?:me|tonight|today|this|that|it)\b", rest):
        return False
    verb = verb_of(rest)
    if not verb:
        return False
    if verb in listed("clauses.idle_goals"):
        return (
            bool(_EVER.search(rest))
            or bool(
                re.match(
                    r"to (?:see the|have (?:a|my|our|kids|children)|write (?:a|my) (?:novel|book|memoir"
                    r"|thesis)|go to [a-z]+|go back to|go on|make (?:wine|cheese|my own))",
                    rest,
                )
            )
            or (is_dated(rest) and verb == "go")
        )
    return (
        verb in listed("clauses.goals")
        or bool(_EVER.search(rest))
        or (is_dated(rest) and verb in listed("clauses.futures"))
    )
