"""Write out a message whole that only makes sense behind the one before it: "plus 4?", "it's green", "and Ben?".

    written_out("and in Tokyo?", before)    # "what time is it in Tokyo" behind "What time is it?"

A person leaves out what stands a line above. Tools, memory and replies read single messages, so what is left out is
put in from the last question, its answer and what was said before. Each way is tried in turn, and takes only what it
is certain of: whatever none takes stays as it is. Pure. A large model reads the conversation itself and needs none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.agenda import asked_days
from alicia_desktop.memory.answers import PARTLY
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.memory.vocabulary import verb_form
from alicia_desktop.server.dialogue.mentions import mentioned_person, mentioned_thing, with_person
from alicia_desktop.server.dialogue.message_parts import doubts
from alicia_desktop.server.dialogue.reply_table import OWN_MATTER, TOLD_BEFORE, reply_table
from alicia_desktop.server.dialogue.short_answers import stated
from alicia_desktop.server.prompts import EarlierMessage
from alicia_desktop.server.small_model_guard import ANY_DAY
from alicia_desktop.server.tools.intents import ToolIntent, match_server_tool

MAX_WORDS: Final = 16
"""In a message that leaves something out; a longer one says it all."""
KEPT_ANSWER: Final = "I will remember"
"""How she answers what is told and kept (`server.acknowledgement`)."""
MAX_STATEMENT_WORDS: Final = 14
MAX_CORRECTED: Final = 3
"""Of the person's last messages, the question among which a correction may be of: "are you sure?" stands between."""
_SUM: Final = re.compile(r"[^=\n]{1,80} = (?P<value>-?\d[\d,]*(?:\.\d+)?)")
_OPENING: Final = re.compile(r"^\W*(?:(?:and|then|now|ok(?:ay)?|so|but)\b[\s,]*)+", re.IGNORECASE)
_HALVES: Final = (
    (re.compile(r"(?:halve|half)(?: (?:of )?(?:that|it))?", re.IGNORECASE), "{} / 2"),
    (re.compile(r"(?:double|twice)(?: (?:that|it))?", re.IGNORECASE), "{} * 2"),
    (re.compile(r"squared", re.IGNORECASE), "{} squared"),
)
_OPERATIONS: Final = (
    (re.compile(r"^(?:add|and add) ", re.IGNORECASE), "plus "),
    (re.compile(r"^(?:subtract|take away|less) ", re.IGNORECASE), "minus "),
    (re.compile(r"^multipl(?:y|ied)(?: (?:it|that))? by ", re.IGNORECASE), "times "),
    (re.compile(r"^divided?(?: (?:it|that))? by ", re.IGNORECASE), "divided by "),
)
_NUMBER_WORDS: Final = {
    name: str(number)
    for number, name in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2
    )
}
_AGAIN: Final = re.compile(
    r"^\W*(?:again|once more|one more(?: time)?|another(?: one)?|(?:roll|flip|toss|throw|pick|draw)(?: it| one)? again"
    r"|do (?:it|that) again)(?: please)?\W*$",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(r"^\W*(?:and|(?:and )?(?:what|how) about)\s+(?P<other>[^?!]+?)[\s?.!]*$", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\d[\d.,]*(?:\s*(?:%|percent\b))?")
_AMOUNT_OF: Final = re.compile(r"\d[\d.,]*\s*[a-z]+", re.IGNORECASE)
_CORRECTING: Final = re.compile(
    r"^\W*(?:(?:(?:no|nope|nah)(?=\W*[,.!:;–—-]|\W+(?:it|she|he|that)['’]?s\b)|no wait"
    r"|(?:wrong|not quite|incorrect)(?=\W*[,.!:;–—-])|actually|sorry|wait|hang on|oops|i mean|i meant|correction"
    r"|that['’]?s (?:wrong|not right|incorrect|not true)|(?:i['’]?ve |i have |i )?changed my mind|scratch that)\b"
    r"[\s,.!:;–—-]*)+",
    re.IGNORECASE,
)
_NOW: Final = re.compile(r"^\W*(?:it|that|she|he)(?:['’]?s| is) .+ now\W*$", re.IGNORECASE)
_STATED: Final = re.compile(
    r"^\W*(?:(?:hi|hey|hello)\W+)?(?P<head>my (?:[a-z]+ )?name is|(?:my|our) [^,.;!?]+? (?:is|are|was) (?:called|named)"
    r"|i['’]?m(?: called)?|i am(?: called)?) (?P<value>[^,.;!?]+?)\W*$",
    re.IGNORECASE,
)
_OF_THING: Final = re.compile(
    r"^(?:it|that)(?P<rest>(?:(?:['’]s|s| is| was)(?: now| actually| not)? (?:on|at|in|under|next|behind|by|with|from"
    r"|due|tomorrow|today|called|parked|moved|postponed|cancelled|broken|fixed|gone)"
    r"|(?: got|['’]s been| has been| was| is)(?: now| just)? (?:moved|changed|cancelled|postponed|rescheduled|sold"
    r"|stolen|broken|fixed|delivered|delayed|brought)"
    r"| (?:starts|ends|begins|finishes|lasts|costs|belongs|expires|stands|happens|takes place))\b.*)$",
    re.IGNORECASE,
)
"""What is told of a thing, and is neither the weather nor an opinion: "it got moved to Wednesday"."""
_DONE_TO_THING: Final = re.compile(
    r"^(?P<done>(?:i|we)(?:['’]ve| have)?(?: just| now)? (?:moved|put|sold|parked|left|cancelled|changed|lost|found"
    r"|keep|hid|gave|renamed|postponed|rescheduled|returned|bought|booked|store)) it\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_ASKED_OF_THING: Final = re.compile(
    r"^(?P<asked>when|where|whose|how old|how big|what (?:colou?r|kind|size|make|model|brand)) (?:is|was) (?:it|that)"
    r"(?P<rest>(?: now| again| exactly)?)\W*$",
    re.IGNORECASE,
)
_FRAGMENT: Final = re.compile(
    r"^(?:(?:and|but) )?(?:mostly|usually|especially|mainly|only|sometimes|in|on|at|near|from|with|for|since|every"
    r"|twice|once|except|together with|until|because of)\b"
    r"(?! (?:fact|the way|least|pleasure|general|real|sure|course|last|all|you|a moment|a minute|the other hand))"
    r"(?!.*\b(?:i|you|we|he|she|they|it|that)\b)",
    re.IGNORECASE,
)
"""How what goes on with a statement begins, and seldom a sentence of its own."""
_QUESTION_WORD: Final = re.compile(
    r"^\W*(?:(?:and|but|so) )?(?P<word>when|where|who with|what time)(?: exactly)?\W*$", re.IGNORECASE
)
_ASKED_BY_WORD: Final = re.compile(
    r"^\W*(?:where|when|what time|who) (?P<rest>(?!is it\b)(?:is|are|was|were|do|does|did|will) .+)$", re.IGNORECASE
)
_YOUR: Final = re.compile(r"\b[Yy]ou(?:r|['’]re)?\b")
_OWN: Final = re.compile(r"^\W*(?:i|i['’]?m|i['’]ve|my|we|our)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Before:
    """What stands before a message."""

    asked: str
    """The person's last one."""
    answered: str
    """What she said to it."""
    said: tuple[str, ...]
    """The person's messages, oldest first."""
    told: str
    """What they told, and what she said that they had."""


def written_out(text: str, before: Sequence[EarlierMessage], *, depth: int = 2) -> str:
    """Return a message with what it leaves out, because it stands in those before it; else as it is.

    `depth` is of how many messages before it the last one is written out for that: "what's her name?", "Luna".
    """
    said = tuple(one.text for one in before if one.role == "user")
    if not said or len(text.split()) > MAX_WORDS or len(sentences_of(text)) > 1 or "\n" in text.strip():
        return text
    answered = before[-1].text if before[-1].role == "assistant" else ""
    recalled = (one.text for one in before if one.role != "user" and _YOUR.search(one.text))
    told = " ".join([*(one for one in said if not is_question(one)), *recalled])
    last = max(at for at, one in enumerate(before) if one.role == "user")
    asked = written_out(said[-1], before[:last], depth=depth - 1) if depth else said[-1]
    said = (*said[:-1], asked)
    place = _Before(asked=asked, answered=answered, said=said, told=told)
    for way in (
        _sum,
        _tool_again,
        _other_days,
        _other_thing_asked,
        _person_instead,
        _answer,
        _correction,
        _of_thing,
        _of_person,
        _fragment,
    ):
        if (whole := way(text.strip(), place)) is not None:
            return whole
    return text


def _sum(text: str, before: _Before) -> str | None:
    """Go on with the last result: "plus 4?", "and half of that"."""
    result = _SUM.fullmatch(before.answered.strip())
    if result is None:
        return None
    value, rest = result["value"].replace(",", ""), _OPENING.sub("", text).rstrip(" ?!.")
    for half, form in _HALVES:
        if half.fullmatch(rest):
            return form.format(value)
    for words, sign in _OPERATIONS:
        rest = words.sub(sign, rest)
    rest = re.sub(r"[a-z]+", lambda found: _NUMBER_WORDS.get(found[0].lower(), found[0]), rest, flags=re.IGNORECASE)
    named = re.sub(r"\b(?:that|it)\b", value, rest, count=1)
    whole = named if named != rest else f"{value} {rest}"
    return whole if _uses(whole, "calculator") else None


def _uses(text: str, *names: str) -> ToolIntent | None:
    wish = match_server_tool(text)
    return wish if wish is not None and wish.name in names else None


def _tool_again(text: str, before: _Before) -> str | None:
    """Ask the last tool again, with what is named instead: "again", "and in Tokyo?", "what about Easter?"."""
    last = match_server_tool(before.asked)
    if last is None:
        return None
    if _AGAIN.match(text):
        return before.asked if last.name == "random_number" else None
    instead = _INSTEAD.match(text)
    if instead is None or last.name not in {"clock", "calculator"}:
        return None
    other = instead["other"]
    place = re.sub(r"^in ", "", other)
    wishes = [f"what is {other}"]
    if last.name == "clock":
        wishes += [f"how many days until {other}"] if "day" in last.arguments else [f"what time is it in {place}"]
    if other[:1].isdigit():
        amount = _AMOUNT_OF if " " in other else _AMOUNT
        wishes = [*wishes, amount.sub(other, before.asked, count=1)]
    return next((one for one in wishes if _uses(one, last.name)), None)


def _other_days(text: str, before: _Before) -> str | None:
    """Ask for the plans of other days: "and on Friday?"."""
    instead = _INSTEAD.match(text)
    if instead is None or asked_days(before.asked, today=ANY_DAY) is None:
        return None
    whole = f"what am I doing on {re.sub('^on ', '', instead['other'])}?"
    return whole if asked_days(whole, today=ANY_DAY) is not None else None


def _other_thing_asked(text: str, before: _Before) -> str | None:
    """Ask for something else of the same: "when?" behind "Where is Poppy going?"."""
    alone, asked = _QUESTION_WORD.match(text), _ASKED_BY_WORD.match(before.asked)
    return None if alone is None or asked is None else f"{alone['word']} {asked['rest']}"


def _person_instead(text: str, before: _Before) -> str | None:
    """Ask the same of somebody else: "and Ben?" behind "What does Anna do?"."""
    instead = _INSTEAD.match(text)
    if instead is None or not is_question(before.asked):
        return None
    other = mentioned_person([*before.said, instead["other"]], like=instead["other"])
    asked = mentioned_person([before.asked])
    if other is None or asked is None or other.text.lower() == asked.text.lower():
        return None
    return before.asked.replace(asked.text, other.text, 1)


def _answer(text: str, before: _Before) -> str | None:
    """Take what is said to "I don't know that yet. Tell me …" for the answer to what was asked."""
    table = reply_table()
    open_replies = [PARTLY, *(reply for act in (OWN_MATTER, TOLD_BEFORE) for reply in table[act].replies)]
    is_open = any(reply in before.answered for reply in open_replies)
    return stated(before.asked, text) if is_open else None


def _correction(text: str, before: _Before) -> str | None:
    """Put the right words for those that were asked for, or told, last: "no, it's spelled Joanne"."""
    opening = _CORRECTING.match(text)
    if opening is None and _NOW.match(text) is None:
        return None
    rest = text[opening.end() :] if opening is not None else text
    said = [one for one in before.said[-MAX_CORRECTED:] if not doubts(one)]
    if said and is_question(said[-1]):
        return stated(said[-1], rest)
    told = _STATED.match(before.asked)
    value = stated("what is my name", rest) if told is not None else None
    return f"{told['head']} {value.removeprefix('My name is ')}" if told is not None and value is not None else None


def _of_thing(text: str, before: _Before) -> str | None:
    """Name the thing that "it" means: "it got moved to Wednesday", "where is it now?"."""
    rest = text[_end(_CORRECTING, text) :]
    told = _OF_THING.match(rest)
    done, asked = _DONE_TO_THING.match(rest), _ASKED_OF_THING.match(_OPENING.sub("", text))
    if not (told or done or asked) or (thing := mentioned_thing(before.said[-MAX_CORRECTED:])) is None:
        return None
    if asked is not None:
        return f"{asked['asked']} is {thing}{asked['rest']}?"
    if done is not None:
        return f"{done['done']} {thing}{done['rest']}"
    assert told is not None
    is_ = re.sub(r"^(?:['’]s|s)(?= )", " is", told["rest"])
    is_ = re.sub(r"^ is (?=been\b)", " has ", is_)
    return f"{thing[:1].upper()}{thing[1:]}{is_}"


def _of_person(text: str, before: _Before) -> str | None:
    """Name the person of whom is asked: "how old is she?"."""
    if not is_question(text) or mentioned_person([text]) is not None:
        return None
    return with_person(text, before.said, told=before.told)


def _fragment(text: str, before: _Before) -> str | None:
    """Go on with the statement before: "mostly in the Alps"."""
    was_kept = before.answered.startswith(KEPT_ANSWER)
    if "," in text or not (was_kept and _FRAGMENT.match(text) and _OWN.match(before.asked)) or is_question(text):
        return None
    words = [word.lower() for word in re.findall(r"[\w'’-]+", text)]
    verbs = [form for word in words[1:] if (form := verb_form(word)) is not None and form.form in {"s", "past"}]
    if verbs or len(sentences_of(before.asked)) > 1:
        return None
    whole = before.asked.split()
    return f"{' '.join(whole).rstrip(' .!')} {text}" if len(whole) <= MAX_STATEMENT_WORDS else None


def _end(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found is not None else 0
