"""Write out a message whole that only makes sense behind the one before it: "plus 4?", "it's green", "and Ben?".

    written_out("and in Tokyo?", before)    # "what time is it in Tokyo" behind "What time is it?"

A person leaves out what stands a line above. Tools, memory and replies read single messages, so what is left out is
put in from the last question, its answer and what was said before. Each way is tried in turn, and takes only what it
is certain of: whatever none takes stays as it is. Pure. A large model reads the conversation itself and needs none.
"""

import re
from collections.abc import Sequence
from typing import Final

from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.extraction.normalise import expand
from alicia_desktop.memory.answers import PARTLY
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.memory.segmentation import sentences_of, terms_of
from alicia_desktop.memory.vocabulary import NUMBER_NAMES, number_of, verb_form
from alicia_desktop.server.dialogue import asked_again
from alicia_desktop.server.dialogue.asked_again import INSTEAD, Before
from alicia_desktop.server.dialogue.corrected_words import corrected
from alicia_desktop.server.dialogue.mentions import mentioned_person, mentioned_thing, with_person
from alicia_desktop.server.dialogue.message_parts import doubts
from alicia_desktop.server.dialogue.reply_table import OWN_MATTER, TOLD_BEFORE, reply_table
from alicia_desktop.server.dialogue.short_answers import stated
from alicia_desktop.server.prompts import EarlierMessage
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
_NUMBER_WORD: Final = re.compile(rf"\b(?:{'|'.join(NUMBER_NAMES[2:13])})\b", re.IGNORECASE)
_AGAIN: Final = re.compile(
    r"^\W*(?:again|once more|one more(?: time)?|another(?: one)?|(?:roll|flip|toss|throw|pick|draw)(?: it| one)? again"
    r"|do (?:it|that) again)(?: please)?\W*$",
    re.IGNORECASE,
)
_AMOUNT: Final = re.compile(r"\d[\d.,]*(?:\s*(?:%|percent\b))?")
_AMOUNT_OF: Final = re.compile(r"\d[\d.,]*\s*[a-z]+", re.IGNORECASE)
_CORRECTING: Final = re.compile(
    r"^\W*(?:(?:(?:no|nope|nah)(?=\W*[,.!:;–—-]|\W+(?:it|she|he|that)['’]?s\b)|no wait"
    r"|(?:wrong|not quite|incorrect)(?=\W*[,.!:;–—-])|actually|sorry|wait|hang on|oops|i mean|i meant|correction"
    r"|cancel that|my mistake"
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
_OF_IT: Final = re.compile(r"^\W*(?:it|that)(?:['’]s| is| was| got)\b", re.IGNORECASE)
_FRAGMENT: Final = re.compile(
    r"^(?:(?:and|but) )?(?:mostly|usually|especially|mainly|only|sometimes|in|on|at|near|from|with|for|since|every"
    r"|twice|once|except|together with|until|because of)\b"
    r"(?! (?:fact|the way|least|pleasure|general|real|sure|course|last|all|you|a moment|a minute|the other hand))"
    r"(?!.*\b(?:i|you|we|he|she|they|it|that)\b)",
    re.IGNORECASE,
)
"""How what goes on with a statement begins, and seldom a sentence of its own."""
_AND: Final = re.compile(
    r"^\W*(?:and|also|plus)(?: also)? (?P<more>(?!(?:i|you|we|he|she|it|they|my|our|your|that|this|then|now|so|what|how"
    r"|when|where|who|why|thanks?|in|on|at|for|with|to|from|is|are|do|can|not|no|yes)\b)[^,?!]+?)[\s.!]*$",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(r"(?:allergic|intolerant|addicted) to |(?:afraid|scared|fond) of |interested in |good at ")
"""What an object hangs on where the verb is "be"."""
_NO_OBJECT: Final = re.compile(r"(?:in|on|at|to|from|with|for|by|near|about|not|very|a lot|every|since)\b")
_YOUR: Final = re.compile(r"\b[Yy]ou(?:r|['’]re)?\b")
_OWN: Final = re.compile(r"^\W*(?:i|i['’]?m|i['’]ve|my|we|our)\b", re.IGNORECASE)


def written_out(text: str, before: Sequence[EarlierMessage], *, depth: int = 2) -> str:
    """Return a message with what it leaves out, because it stands in those before it; else as it is.

    `depth` is of how many messages before it the last one is written out for that: "what's her name?", "Luna".
    """
    said = tuple(one.text for one in before if one.role == "user")
    if not said or len(text.split()) > MAX_WORDS or "\n" in text.strip():
        return text
    *opening, last_sentence = sentences_of(text) or [text]
    if opening:
        return _behind_others(opening, last_sentence, before, depth=depth) or text
    answered = before[-1].text if before[-1].role == "assistant" else ""
    recalled = (one.text for one in before if one.role != "user" and _YOUR.search(one.text))
    told = " ".join([*(one for one in said if not is_question(one)), *recalled])
    last = max(at for at, one in enumerate(before) if one.role == "user")
    asked = written_out(said[-1], before[:last], depth=depth - 1) if depth else said[-1]
    said = (*said[:-1], asked)
    place = Before(asked=asked, answered=answered, said=said, told=told)
    for way in (
        _sum,
        _tool_again,
        asked_again.other_days,
        asked_again.other_thing_asked,
        asked_again.person_instead,
        asked_again.owner_instead,
        asked_again.thing_instead,
        asked_again.owned_told,
        _answer,
        _correction,
        _of_thing,
        _of_person,
        _fragment,
        _more_of_it,
    ):
        if (whole := way(text.strip(), place)) is not None:
            return whole
    return text


def _behind_others(opening: Sequence[str], last: str, before: Sequence[EarlierMessage], *, depth: int) -> str | None:
    """Return sentences with the last one written out, where it alone is about what came before."""
    spoken_of = mentioned_person(opening) or mentioned_thing(opening) or any(map(is_question, opening))
    if spoken_of or not _OF_IT.match(last):
        return None
    whole = written_out(last, before, depth=depth)
    return " ".join([*opening, whole]) if whole != last else None


def _sum(text: str, before: Before) -> str | None:
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
    rest = _NUMBER_WORD.sub(lambda found: str(number_of(found[0])), rest)
    named = re.sub(r"\b(?:that|it)\b", value, rest, count=1)
    whole = named if named != rest else f"{value} {rest}"
    return whole if _uses(whole, "calculator") else None


def _uses(text: str, *names: str) -> ToolIntent | None:
    wish = match_server_tool(text)
    return wish if wish is not None and wish.name in names else None


def _tool_again(text: str, before: Before) -> str | None:
    """Ask the last tool again, with what is named instead: "again", "and in Tokyo?", "what about Easter?"."""
    last = match_server_tool(before.asked)
    if last is None:
        return None
    if _AGAIN.match(text):
        return before.asked if last.name == "random_number" else None
    instead = INSTEAD.match(text)
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


def _answer(text: str, before: Before) -> str | None:
    """Take what is said to "I don't know that yet. Tell me …" for the answer to what was asked."""
    table = reply_table()
    open_replies = [PARTLY, *(reply for act in (OWN_MATTER, TOLD_BEFORE) for reply in table[act].replies)]
    is_open = any(reply in before.answered for reply in open_replies)
    return stated(before.asked, text) if is_open else None


def _correction(text: str, before: Before) -> str | None:
    """Put the right words for those that were asked for, or told, last: "no, it's spelled Joanne"."""
    opening = _CORRECTING.match(text)
    if opening is None and _NOW.match(text) is None:
        return None
    rest = text[opening.end() :] if opening is not None else text
    said = [one for one in before.said[-MAX_CORRECTED:] if not doubts(one)]
    if said and is_question(said[-1]):
        asked = {term.text for term in terms_of(said[-1])}
        said = [one for one in said if asked & {term.text for term in terms_of(one)}]
    told = _STATED.match(before.asked)
    value = stated("what is my name", rest) if told is not None else None
    if told is not None and value is not None:
        return f"{told['head']} {value.removeprefix('My name is ')}"
    plain = (expand(sentences_of(one)[-1]) for one in reversed(said) if sentences_of(one))
    whole = next((whole for one in plain if (whole := corrected(one, rest)) is not None), None)
    return whole or (stated(said[-1], rest) if said and is_question(said[-1]) else None)


def _of_thing(text: str, before: Before) -> str | None:
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


def _of_person(text: str, before: Before) -> str | None:
    """Name the person of whom is asked: "how old is she?"."""
    if not is_question(text) or mentioned_person([text]) is not None:
        return None
    return with_person(text, before.said, told=before.told)


def _fragment(text: str, before: Before) -> str | None:
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


def _more_of_it(text: str, before: Before) -> str | None:
    """Go on with the statement before by another object of its verb: "and iron at night" behind "I take aspirin"."""
    more, told = _AND.match(text), expand(before.asked).strip(" .!")
    clause = parse_clause(told) if more is not None and before.answered.startswith(KEPT_ANSWER) else None
    if more is None or clause is None or clause.who != "user" or is_question(text) or len(sentences_of(told)) > 1:
        return None
    words = [word.lower() for word in re.findall(r"[\w'’-]+", more["more"])]
    verbs = [form for word in words if (form := verb_form(word)) is not None and form.form in {"s", "past"}]
    head = told[: len(told) - len(clause.rest)]
    if clause.verb == "be":
        bound = _BOUND.match(clause.rest)
        head = f"{head}{bound[0]}" if bound is not None else ""
    is_object = head and (clause.verb == "be" or _NO_OBJECT.match(clause.rest) is None)
    return f"{head}{more['more']}" if is_object and not verbs and told.lower().endswith(clause.rest) else None


def _end(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found is not None else 0
