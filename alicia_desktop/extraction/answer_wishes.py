"""Write orders as wishes of the person: "don't suggest the gym" is "I want you not to suggest the gym".

Which of them hold for every answer, and not for one alone, is not decided here (`select`).
"""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import AUXILIARIES, listed, verb_form

_COURTESY: Final = (
    r"(?:please|pls|so|and|but|just|also|then|ok|okay|therefore|hence|can you|could you|would you|will you"
    r"|i want you to"
    r"|i need you to|i would like you to|you can|you should)"
)
_LEAD: Final = re.compile(
    r"^(?:(?P<when>(?:when(?:ever)?|if|every time|each time) [^,]+|(?:in|for|with) (?:all |any |your |my |the "
    r"|future )*"
    r"(?:answers?|replies|responses|messages|emails?|letters?|texts|reports|recipes|summaries|translations)"
    r"(?: to me| in future| from now on)*)|(?:from (?:now|here) on|in (?:the )?future|in general|by default"
    r"|going forward))"
    rf"(?:,| (?={_COURTESY}\b)|:) *",
    re.IGNORECASE,
)
_POLITE: Final = re.compile(rf"^(?:{_COURTESY},? )+", re.IGNORECASE)
_NOT: Final = re.compile(r"^(?:please )?(?:don't|do not|never|no need to)(?: ever| even)? (?=\w)", re.IGNORECASE)
_AND_MORE: Final = re.compile(
    r",? and (?=(?:please )?(?:don't|do not|never|always|use|keep|avoid|stick|write|be|give|put|make|leave|skip"
    r"|spell)\b)"
)
_FOR_NOW: Final = re.compile(
    r"\b(?:this|that|these|those|below|above|following|again|today|tonight|(?<!from )now"
    r"|the (?:text|email|essay|sentence|first|last"
    r"|next|second|poem|story|letter|question|answer|list|code|function|rest))\b",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(r"^(?:\w+,? ){0,2}?(?:can|could|would|will) you\b", re.IGNORECASE)
_STANDING: Final = re.compile(
    r"\b(?:always|never|from now on|in (?:the )?future|every time|when(?:ever)?|don't|do not|stop|any ?more)\b",
    re.IGNORECASE,
)
_LASTING: Final = re.compile(
    r"\b(?:not to|no more|stop|always|never|when(?:ever)?|if|every|from now on|in (?:the )?future|answers?"
    r"|repl(?:y|ies)|speak|talk|explain|call(?:ed)?|use|spelling|units?|metric|celsius|grams|english|short|brief|simple"
    r"|plain|emojis?)\b",
    re.IGNORECASE,
)
_NOUN: Final = re.compile(r"^(?:no|only|short|simple|plain|large|big|fewer|less|more|metric)\b", re.IGNORECASE)
_ORDERS: Final = frozenset(
    ["stop", "use", "answer", "reply", "talk", "address", "sign", "start", "end", "stick", "leave", "round"]
)
"""Verbs that are nouns as well, and orders where they begin a sentence to an assistant."""
_ASKED: Final = frozenset(["name", "list", "count", "rank", "quiz", "spell", "book", "plan", "draft", "text", "email"])
"""Verbs that are nouns as well, and orders where what they are about follows at once: "name my sons"."""
_OBJECTS: Final = frozenset(["me", "us", "my", "our", "your", "the", "all", "some", "a", "an", "every", "each", "any"])
_PRONOUNS: Final = frozenset(["that", "this", "it", "he", "she", "they", "what", "who", "how", "if", "whether"])
_POINTING: Final = frozenset(["this", "these", "me"])
_FINITE: Final = frozenset(["is", "are", "was", "were"])
_ADVERBS: Final = frozenset(["always", "never", "only", "please", "just"])
_GIVEN_NAME: Final = r"(?:(?:Mrs?|Ms|Miss|Dr|Prof|Sir)\b\.? )?[\w'-]+(?: (?-i:[A-Z])[\w-]+)?"
_CALL: Final = re.compile(
    r"\b(?:(?:please|just|but|always|do|you can|you may|i want you to|i(?:['’]d| would) like you to) )+"
    rf"(?:call me|address me as|start calling me) (?P<wanted>{_GIVEN_NAME})"
    rf"|^(?:call me|address me as|start calling me) (?P<order>{_GIVEN_NAME})"
    rf"|\b(?:everyone|everybody|friends|people|they|most people) calls? me (?P<called>{_GIVEN_NAME})"
    rf"|^(?:i go by|i am called) (?P<goes>{_GIVEN_NAME})",
    re.IGNORECASE,
)
_NO_NAMES: Final = frozenset(
    [
        "later", "back", "when", "tomorrow", "at", "a", "an", "crazy", "if", "in", "on", "stupid", "old", "names",
        "it", "what", "whatever",
    ]
)  # fmt: skip


def name_wanted(sentence: str) -> str:
    """Return "I want to be called Deb" for "please call me Deb", "I am called Deb" for "everyone calls me Deb"."""
    match = _CALL.search(sentence)
    if match is None:
        return ""
    wanted = match["wanted"] or match["order"]
    name = wanted or match["called"] or match["goes"]
    if name.split()[0].lower() in _NO_NAMES:
        return ""
    return f"I want to be called {name}" if wanted else f"I am called {name}"


def answer_wishes(order: str) -> list[str]:
    """Return each order of a sentence or a clause as "I want you (not) to …".

    Empty where it gives none, and where it is plainly for one answer: "shorten this", "could you list …".
    """
    text = order.strip().rstrip(".!")
    if _FOR_NOW.search(text) or (_ASKING.match(text) and not _STANDING.search(text)):
        return []
    lead = _LEAD.match(text)
    when = (lead["when"] or "").strip() if lead else ""
    rest = text[lead.end() :] if lead else text
    rest = _POLITE.sub("", rest).removesuffix(" please").strip(" ,")
    if not rest or (rest.endswith("?") and lead is None):
        return []
    if re.match(r"no more \w", rest, re.IGNORECASE):
        return [f"I want {rest}"]
    if lead is not None and not _begins_with_verb(rest) and ("," in rest or _NOUN.match(rest)):
        return [f"I want {part} in answers" for part in re.split(r",? and |, ", rest) if part not in {"", "please"}]
    wishes = [_as_wish(part) for part in _AND_MORE.split(rest)]
    return [f"{wish}{' ' + when[:1].lower() + when[1:] if when else ''}" for wish in wishes if wish]


def may_last(wish: str) -> bool:
    """Return whether a wish may hold for more than one answer: refused, conditioned, or about how to answer."""
    return _LASTING.search(wish) is not None


def is_order(text: str) -> bool:
    """Return whether a text tells the assistant to do something, or not to, also from now on or whenever."""
    return _LEAD.match(text) is not None or _NOT.match(text) is not None or _begins_with_verb(text)


def _as_wish(order: str) -> str:
    if refused := _NOT.match(order):
        what = order[refused.end() :]
        form = verb_form(what.split()[0].lower())
        return f"I want you not to {what}" if form is None or form.form == "base" else ""
    return f"I want you to {order[:1].lower()}{order[1:]}" if _begins_with_verb(order) else ""


def _begins_with_verb(text: str) -> bool:
    words = [word.lower() for word in re.findall(r"[\w'-]+", text)[:3]]
    while words and words[0] in _ADVERBS:
        words.pop(0)
    if not words or words[0] in AUXILIARIES - {"be"}:
        return False
    if words[2:] and words[2] in _FINITE and words[1] not in _OBJECTS | _PRONOUNS:
        return False  # "spare key is under the mat" tells of a key
    form = verb_form(words[0])
    acts = form is not None and form.form == "base" and words[0] not in listed("verbs.also_nouns") | {"long", "mine"}
    asks = words[0] in _ASKED and not _OBJECTS.isdisjoint(words[1:2])
    asks = asks or (form is not None and form.form == "base" and not _POINTING.isdisjoint(words[1:2]))
    return acts or asks or words[0] in listed("joints.orders") or words[0] in _ORDERS
