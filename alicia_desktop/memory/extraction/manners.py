"""How a person wants to be answered and called from now on; a wish for one answer only is no such thing."""

import re
from typing import Final, NamedTuple

from alicia_desktop.memory.extraction.standing import standing

_ALWAYS: Final = (
    r"\b(?:always|never|from now on|from here on|in (?:the )?future|for (?:the|all) future"
    r"|going forward|every time|each time|whenever (?:you|i)|(?:when|if) (?:you (?:answer"
    r"|reply|give|write|talk|explain|suggest|recommend|respond|show|send|send|speak)"
    r"|i ask|answering|replying)|in (?:all |any )?(?:your|future) (?:answers|replies"
    r"|responses|messages)|in general|by default|(?:answer|reply|speak|talk"
    r"|write)(?: to)?(?: me)? (?:only )?in (?:simple|plain|easy|british|american|english"
    r"|german|french|spanish|italian|dutch|portuguese|short)|when (?:talking|speaking"
    r"|writing|replying) to me|your (?:answers|replies|responses)|with me|(?:to"
    r"|for) me in future|any ?more|henceforth|all your)\b"
)
_HABIT: Final = re.compile(_ALWAYS, re.IGNORECASE)
_ORDER: Final = re.compile(
    r"^i (?:would )?(?:prefer|rather|like it)\b|^(?:please |pls |and |also |so |could you "
    r"|can you |would you |just |in future,? |from now on,? |going forward,? "
    r"|whenever [^,]+,? |when [^,]+,? |if [^,]+,? |always |never |in general,? "
    r"|by default,? |for (?:answers|replies|future answers)[^,:]*[,:] ?|i would (?:like"
    r"|prefer) (?:you to|if you)|i (?:want|need|prefer) you to|i prefer it when you)+"
    r"|^(?:don't|do not|answer|reply|respond|write|speak|talk|use|keep|give|explain|stick"
    r"|be|avoid|skip|start|address|call|stop|drop|leave|show|make|spell|put|round|convert"
    r"|try|stay|refer)\b",
    re.IGNORECASE,
)
_TALK: Final = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|respon(?:d|ses?)|speak|talk|write|explain|emojis?|bullet"
    r"|bullets|metric|units|english|german|french|spanish|language|informal|formal|tone"
    r"|concise|brief|short|shorter|long|sentences?|words|jargon|jokes|swear|steps?"
    r"|grams|celsius|kilometres|kilometers|fahrenheit|imperial|spelling|format|markdown"
    r"|tables?|code|examples?|polite|honest|blunt|direct|apologi[sz]ing|sources?|links?"
    r"|plain|simple|24-hour|call me|first name|sir|madam|lists?|recipes?|suggest|recommend)\b",
    re.IGNORECASE,
)
_FOR_ANSWERS: Final = re.compile(
    r"^(?:please |and )*(?:(?:for|in) (?:all |any )?(?:your |future |the )*(?:answers"
    r"|replies|responses|messages)(?: (?:to me|in future|from now on))*|from now on"
    r"|in (?:the )?future|(?:your )?answers? (?:style|format|preference)s?"
    r"|when(?:ever)? (?:you )?(?:reply|answer|write|talk|respond|replying|answering|speak"
    r"|explain)\w*(?: (?:to me|me|something|anything|things"
    r"|my questions))*)[,:–-]+\s*(?P<list>[^.!?]+)",
    re.IGNORECASE,
)
_GIVEN: Final = r"(?:(?:Mrs?|Ms|Miss|Dr|Prof|Sir)\b\.? )?[\w'-]+(?: (?-i:[A-Z])[\w-]+)?"
_CALL: Final = re.compile(
    r"\b(?:please |just |but |always |do |you can |you may |everyone |everybody |friends "
    r"|people |they |most people |my friends )+(?:calls? me|just call me"
    rf"|address me as)\s+(?P<name>{_GIVEN})|\baddress(?:ed)? me as (?P<as>{_GIVEN})|^(?:call me|i go by|i am called"
    rf"|people call me)\s+(?P<other>{_GIVEN})",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"^(?:keep|use|be|write|answer|avoid|skip|stick|give|start|stop|don't|speak|explain"
    r"|put|leave|show|make|round)\b",
    re.IGNORECASE,
)
_WHENEVER: Final = re.compile(
    r"^(?P<when>(?:when|whenever|if) [^,]+,|(?:in|for|with) (?:all |any )?(?:my |the )?(?:emails?"
    r"|letters?|messages|texts|replies|reports|translations|recipes"
    r"|summaries)\b(?: (?!always|never|please|use|don't)\w+){0,3},?) (?P<order>(?:please "
    r")?(?:don't|do not|never|always|use|keep|avoid|stick|write|be|give|put|make|leave|skip"
    r"|spell)\b.+)$",
    re.IGNORECASE,
)
_LATER: Final = re.compile(
    r"\b(?:later|back|when|tomorrow|at|a|an|crazy|if|in|on|stupid|old|names|it|what|whatever)\b", re.IGNORECASE
)
_SENTENCE: Final = re.compile(r"[^,]*\b(?:is|are|do|don't|answer|give|call)\b", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\b(?:no|units?|less|more|fewer|only)\b")
_PREFERS: Final = re.compile(r"i (?:would )?(?:prefer|rather|like it)\b(?! (?:if|when|you))", re.IGNORECASE)
_NOT: Final = re.compile(r"(?:don't|do not|never)\b", re.IGNORECASE)
_COURTESY: Final = re.compile(
    r"^(?:(?:please|pls|and|also|so|just|could you|can you|would you|i would (?:like"
    r"|prefer) you to|i (?:want|need|prefer) you to|i prefer it when you|i would (?:like"
    r"|prefer) it if you)[ ,]+)+",
    re.IGNORECASE,
)


class Behind(NamedTuple):
    """What follows from how somebody is: "I'm dyslexic, so short paragraphs please"."""

    told: str
    """How they are."""
    wanted: list[str]


_SO: Final = re.compile(
    r"^(?P<told>.*\b(?:i|my|we|our)\b.*?)(?:,| [–—-])? (?:so|therefore|hence|that is why)(?: "
    r"can you| could you| would you)?,? (?:please )?"
    r"(?P<order>(?:don't|do not|never|always|use|keep|avoid|stick|write|explain|speak|answer"
    r"|spell|skip|leave|be|give me|only|just|make|say|describe|show"
    r"|when(?:ever)? (?:i|you) [^,]+, \w+|no|short|simple|plain|large|big|fewer|less|more"
    r"|metric)\b [^?]*?)(?:,? please)?[.!]*$",
    re.IGNORECASE,
)
_FOR_NOW: Final = re.compile(r"\b(?:this|the (?:\w+ )?(?:bit|part|list|one|first|last|next))\b", re.IGNORECASE)
_LEAVES_OUT: Final = re.compile(r"^(?:avoid|never|always|skip) ", re.IGNORECASE)
_NO_MORE: Final = re.compile(r"^no (?!worries|need|idea|problem|rush)", re.IGNORECASE)
_NOUNS: Final = re.compile(
    r"(?:no|only|just|short|simple|plain|large|big|fewer|less|more|metric)\b(?! (?:use|write|answer|give"
    r"|explain|say))",
    re.IGNORECASE,
)


def behind(sentence: str) -> Behind | None:
    """Return what a sentence tells, and what it asks of all answers for that reason; None where it does not."""
    match = _SO.match(sentence)
    if match is None:
        return None
    order = match["order"].strip()
    if order.lower().startswith("when") and (held := standing(order, asks=True)):
        return Behind(match["told"], [held])
    if _FOR_NOW.search(order):
        return None
    if _NO_MORE.search(order) and re.search(r"\b(?:please|ever)\W*$", sentence):
        return Behind(match["told"], [f"I want {order}"])
    if not any(one.search(order) for one in (_TALK, _SHOWN, _LEAVES_OUT)):
        return None
    return Behind(
        match["told"], [f"I want {order[:1].lower()}{order[1:]}"] if _NOUNS.match(order) else _each_wanted(order)
    )


_SHOWN: Final = re.compile(
    r"\b(?:charts?|colou?rs?|paragraphs?|fonts?|print|acronyms|abbreviations|exclamation"
    r"|slang|idioms|pronouns|text|numbers|figures|meat|nuts|pork|alcohol"
    r"|dairy|gluten|sugar|pounds|miles|cups|ounces|inches|pictures|images|audio|sound|voice|pictures|screens?)\b",
    re.IGNORECASE,
)


def _each_wanted(text: str) -> list[str]:
    """Return each order of several: "use British spelling and never sign off with …"."""
    return [
        _wanted(part)
        for part in re.split(
            r",? and (?=(?:please )?(?:don't|do not|never|always|use|keep|avoid|stick|write|be|give"
            r"|put|make|leave|skip|spell)\b)",
            text,
        )
    ]


def called(sentence: str) -> str:
    """Return "I want to be called Deb" for "please call me Deb", else nothing."""
    if pronouns := _PRONOUNS.search(sentence):
        return f"I go by {pronouns['which']}"
    match = _CALL.search(sentence)
    name = (match["name"] or match["as"] or match["other"]) if match else ""
    return (
        ""
        if not name or _LATER.fullmatch(name.split()[0])
        else f"I am called {name}"
        if " calls me" in sentence or " call me" not in sentence.lower()[:3] + sentence[3:]
        else f"I want to be called {name}"
    )


_PRONOUNS: Final = re.compile(
    r"\b(?:use|my pronouns are|pronouns?:?) (?P<which>(?:she|he|they|xe|ze)(?:/| and | or "
    r")(?:her|him|them|xem|hir|they)\w*)",
    re.IGNORECASE,
)


def manners(sentence: str) -> list[str]:
    """Return what a sentence asks of all answers to come, each as "I want answers: …"."""
    text = sentence.strip().rstrip(".!")
    listing = _FOR_ANSWERS.match(text)
    if listing is not None and "," in listing["list"] and not _SENTENCE.match(listing["list"]):
        return _listed(listing["list"])
    if listing is not None and not _ORDER.match(listing["list"]) and _TALK.search(text):
        return [f"I want answers this way: {listing['list'].strip()}"]
    if (when := _WHENEVER.match(text)) is not None and not text.endswith("?"):
        return [f"{one} {when['when'].rstrip(',')}" for one in _each_wanted(when["order"])]
    if (both := _LIKE_ANSWERS.match(text)) is not None:
        return [f"{both['head']} {both['one']}", f"{both['head']} {both['two']}"]
    if (match := rather(text)) is not None:
        return [f"I would rather you {match['what'].strip()}"]
    if text.endswith("?") or not _HABIT.search(text) or not _TALK.search(text) or not _ORDER.match(text):
        return []
    return [text] if _PREFERS.match(text) else _each_wanted(text)


_LIKE_ANSWERS: Final = re.compile(
    r"^(?P<head>i (?:like|prefer|want) (?:my|your|the|all) (?:answers|replies|explanations|recipes"
    r"|summaries)) (?P<one>(?:in|with|without|to be|as) .+?),?"
    r" and (?P<two>(?:in|with|without|to be|as) [^,]+)",
    re.IGNORECASE,
)
_RATHER_YOU: Final = re.compile(
    r"\bi (?:would )?(?:much )?rather you (?P<what>(?:used|wrote|spoke|answered|replied|kept|gave|stuck"
    r"|explained|called|didn't"
    r"|did not|talked|avoided|put|left|made|skipped)\b [^,?]+)",
    re.IGNORECASE,
)


def rather(sentence: str) -> re.Match[str] | None:
    """Return where a sentence says how answers should rather be: "I'd rather you used Celsius"; None where not."""
    match = _RATHER_YOU.search(sentence)
    return match if match is not None and _TALK.search(match["what"]) else None


def _listed(listing: str) -> list[str]:
    """Return each part of "short, no emojis and metric units"; as orders where one of them is an order."""
    parts = [part for part in re.split(r",? and |, ", listing) if part.strip() not in {"please", ""}]
    if any(_VERB.match(part) for part in parts):
        return [f"I want {'you to' if _VERB.match(part) else 'answers with'} {part.strip()}" for part in parts]
    return [
        f"I want answers with {part.strip()}" if _AMOUNT.search(part) else f"I want {part.strip()} answers"
        for part in parts
    ]


def _wanted(text: str) -> str:
    """Return an order as a wish, without the words of courtesy before it."""
    behind = re.match(r"^(?P<wanted>[^,]+), (?=(?:i|we|my|our)\b)", text, re.IGNORECASE)
    wanted = _COURTESY.sub("", behind["wanted"] if behind else text)
    if _NOT.match(wanted):
        return f"I want you not to {re.sub(r'^(?:do not|don.t|never) ', '', wanted, flags=re.IGNORECASE)}"
    return f"I want you to {wanted[:1].lower()}{wanted[1:]}"
