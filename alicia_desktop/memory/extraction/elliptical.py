"""What is told in half sentences: "Trying to learn Greek", "Dentist on Thursday", "Allergies: nuts, latex"."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import parse
from alicia_desktop.memory.extraction.lasting import is_dated
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.extraction.subjectless import article, doing, lowered, somebody, unable, without_i
from alicia_desktop.memory.vocabulary import listed, phrases, verb_form

_KEYS: Final = {
    "allergies": "my allergies are",
    "allergy": "my allergy is",
    "medication": "my medication is",
    "medications": "my medications are",
    "meds": "my medication is",
    "job": "my job is",
    "profession": "my profession is",
    "occupation": "my occupation is",
    "age": "my age is",
    "name": "my name is",
    "hobbies": "my hobbies are",
    "hobby": "my hobby is",
    "diet": "my diet is",
    "kids": "my kids are",
    "children": "my children are",
    "pets": "my pets are",
    "birthday": "my birthday is",
    "address": "my address is",
    "languages": "my languages are",
    "likes": "my likes are",
    "dislikes": "my dislikes are",
    "home": "my home is",
    "hometown": "my hometown is",
    "email": "my email is",
    "phone": "my phone number is",
    "date of birth": "my date of birth is",
    "height": "my height is",
    "weight": "my weight is",
    "blood type": "my blood type is",
    "favourite food": "my favourite food is",
    "goal": "my goal is",
    "goals": "my goals are",
}
_COUNTED: Final = re.compile(
    rf"(?:no|one|two|three|four|five|six|seven|\d) (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: (?:at|in|from"
    rf"|of) [\w ]+)?$",
    re.IGNORECASE,
)
_INTRODUCED: Final = re.compile(r"^(?:it is )?(?P<name>[A-ZÀ-ÖØ-Þ][\w-]+) here(?P<rest>(?:,.*)?)$")
_IS: Final = re.compile(
    r"^(?:an? )?(?:(?:big|huge|massive|great|lifelong|life-long|proud|single|keen|avid"
    r"|longtime|working|retired|full-time|part-time|former|first-time|new|happy) )*(?:fan"
    r"|owner|mother|mum|mom|father|dad|parent|lover|member|collector|student|nurse|teacher"
    r"|beginner|vegetarian|vegan|supporter|reader|grandmother|grandfather|widow|widower"
    r"|engineer|carpenter|freelancer)"
    r"(?:(?: of| to| in| at| from|,)\b.*)?$|^(?:halfway|midway|three quarters"
    r"|nearly) (?:through|finished)\b.*|^(?:in|on) (?:my (?:first|second|third|last"
    r"|\w+th) (?:year|week|month|trimester)|a diet|parental leave|maternity leave"
    r"|sick leave)\b.*",
    re.IGNORECASE,
)
_STATES: Final = re.compile(
    r"^(?:(?:still|also|currently|recently|newly|happily|now|mostly|always) )*(?:allergic to|vegetarian"
    r"|sober|clean for|deaf|blind|autistic|dyslexic|asthmatic|disabled|homeless|childless"
    r"|child-?free|teetotal|gay|lesbian|bisexual|trans|non-?binary|queer"
    r"|catholic|muslim|jewish|buddhist|hindu|half (?-i:[A-Z])\w+|part (?-i:[A-Z])\w+|fluent in|keen "
    r"on|obsessed with|hooked on|right-handed"
    r"|in an? (?:relationship|long|wheelchair|choir|band|open)|on an? (?:\w+ )?(?:waiting "
    r"list|diet|pension|zero-hours|budget)|on the waiting list"
    r"|off (?:work|sick|school|alcohol|sugar|meat)|new to (?!this|that|it)|behind (?:on|with) "
    r"my|good at|bad at|terrible at|aged? \d\d"
    r"|vegan|pescatarian|pregnant|diabetic|married|divorced|single|retired|unemployed"
    r"|self-employed|left-handed"
    r"|born (?:in|and raised)|from [A-Z]|based in|originally from|afraid of|scared of"
    r"|lactose|gluten|coeliac|celiac|engaged|widowed|addicted to|colou?r-?blind)\b",
    re.IGNORECASE,
)
_LIKES: Final = re.compile(
    r"^(?:really |absolutely |always |never |only |just )*(?:love|hate|prefer|adore"
    r"|don't (?:like|eat|drink|smoke|drive|own|have)|can't (?:stand|eat|drink|swim|drive)"
    r"|have (?:\d|one|two|three|four|five|six|my|no|an? (?!look|nice|good|great|go\b|try|lovely|safe|think|question))"
    r"|need (?:to (?:lose|take|avoid|be|sleep)|glasses|\w+ hours)|want (?:to|kids|children)"
    r"|(?:own|struggle|suffer|tend|hope|plan) (?:to|with|from|my|the|an?)\b"
    r"|used to|live in|work (?:as|at|for|in)|live (?:with|alone))\b(?! (?:it|that|this|you"
    r"|how|the way)\b)",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"^(?:finally |just |recently )*(?:got (?:married|engaged|divorced|promoted|fired"
    r"|laid off|an? \w+|my \w+|diagnosed)|bought (?:an?|my|our|the)|moved (?:to|in|out"
    r"|from|here)|started (?:an?|my|at|learning|working)|quit|adopted|broke my|lost my job"
    r"|born in|grew up|had (?:surgery|an operation|a baby)|signed up|been (?:a|an|in|to"
    r"|living|working|married|sober|clean|single|vegan|vegetarian|retired|there|off|on"
    r"|using|doing|thinking (?:about|of) \w+ing|(?!(?:wondering|thinking|looking|meaning|trying)\b)\w+ing))\b",
    re.IGNORECASE,
)
_TRAVEL: Final = re.compile(
    r"^(?:(?:my |our |the |an? )?(?:train|flight|ferry|bus|trip|holiday|journey) to|off to"
    r"|back to|heading to|moving to) \S",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"^(?P<key>(?:my |our )?[\w' -]{2,40}?)\s*(?::|[–—]| - )\s*(?P<value>\S.*)$")
_NOT_KEYS: Final = re.compile(
    r"\b(?:question|note|example|answer|p\.?s|re|fyi|me|story|fact|point|update|edit|hint"
    r"|is|are|text|here|following|this|that|topic|task|context|problem|thing)\b",
    re.IGNORECASE,
)


def completed(piece: str) -> str:
    """Return a piece without a subject with the subject that is meant, empty where none can be told."""
    if told := listing(piece):
        return told
    first = re.match(r"[\w'-]+", piece)
    if first is None:
        return ""
    going_on = re.sub(r"^(?:currently|still|also|now|always|usually|just|mostly|presently) ", "", lowered(piece))
    form = verb_form(going_on.split()[0].lower())
    if form is not None and form.form == "ing" and _is_lasting(going_on):
        return f"I am {lowered(piece)}"
    if re.match(r"name is [A-Z]", piece, re.IGNORECASE):
        return f"my {lowered(piece)}"
    if _COUNTED.match(piece):
        return f"I have {lowered(piece)}"
    if here := _INTRODUCED.match(piece):
        return f"I am {here['name']}{here['rest']}"
    return (
        _being(piece) or _happening(piece) or unable(piece) or doing(piece) or _appointment(piece) or without_i(piece)
    )


def _being(piece: str) -> str:
    """Return who or what somebody is: "single dad, two girls", "born in Lagos"."""
    text = lowered(piece)
    if _IS.match(piece):
        return f"I am {text if text.startswith(('a ', 'an ', 'the ', 'halfway', 'in ', 'on ')) else article(piece)}"
    if told := somebody(piece):
        return told
    if _STATES.match(piece):
        return f"I {'was' if re.match(r'born', piece, re.IGNORECASE) else 'am'} {text}"
    return ""


def _happening(piece: str) -> str:
    """Return what somebody likes, did, never did, or where they travel."""
    text = lowered(piece)
    if re.match(r"never been \w+", piece, re.IGNORECASE):
        return f"I have {text}"
    if _LIKES.match(piece) or _PAST.match(piece):
        return f"I have {text}" if re.match(r"been\b", piece, re.IGNORECASE) else f"I {text}"
    if _TRAVEL.match(piece) and is_dated(piece):
        off = re.match(r"off|heading|back|moving", piece, re.IGNORECASE)
        return f"I am {text}" if off else f"I have {article(piece)}"
    return ""


def listing(piece: str) -> str:
    """Return "my allergies are nuts, latex" for "Allergies: nuts, latex", else nothing."""
    match = _LISTED.match(piece)
    if match is None:
        return ""
    key, value = match["key"].strip().lower(), match["value"].strip()
    if _NOT_KEYS.search(key) or parse(value) is not None:
        return ""
    if key in _KEYS:
        return f"{_KEYS[key]} {value}"
    if key in listed("people.kin") | listed("people.pets") and value[:1].isupper():
        return f"my {key} {'are' if key.endswith('s') else 'is'} {value}"
    if key.startswith(("my ", "our ")):
        return f"{key} {'are' if key.endswith('s') and not key.endswith('ss') else 'is'} {value}"
    return ""


def _is_lasting(piece: str) -> bool:
    low = piece.lower()
    if low.startswith(phrases("feelings.lasting")):
        return True
    return re.match(
        r"(?:learning|training|saving|studying|planning to|preparing for|expecting (?:our|my|a"
        r"|twins)|moving to|flying to|working (?:as|for|at|on my|part|full|nights)|living in"
        r"|renovating|writing (?:a|my)|recovering from|restoring|building a|teaching (?:myself"
        r"|at|in)|reading (?:all|my way|through|the complete|everything)|trying to (?:learn"
        r"|lose|quit|save|stop|become)|raising|looking after|caring for|saving|renting"
        r"|thinking (?:of|about) \w+ing|hoping to|getting (?:married|divorced|my|a)"
        r"|having (?:a baby|surgery|an operation)|doing (?:a|an|my)|running (?:a|my)"
        r"|practi[sc]ing|revising|taking (?:a|an|\w+ lessons|part)|volunteering|commuting"
        r"|growing|volunteering|sharing|dating|seeing a|making my own|starting (?:a|an|my|at)"
        r"|leaving (?:for|on|my)|going (?:to|vegan|back to|on))\b",
        low,
    ) is not None and not re.search(r"\b(?:is|are|was|were|has|can|would|should|will)\b", low)


def _appointment(piece: str) -> str:
    words = [word.lower() for word in re.findall(r"[\w'-]+", piece)]
    if not words or not is_dated(piece) or len(words) > 14:
        return ""
    if words[0].removesuffix("'s") in {"my", "our"}:
        return ""
    early = [word.removesuffix("'s") for word in words[:4]]
    if re.match(
        r"(?:an? )?(?:heart attack|stroke|surgery|operation|accident|miscarriage|knee|hip"
        r"|hernia)\b",
        piece,
        re.IGNORECASE,
    ):
        return f"I had {article(piece)}"
    if any(word in listed("things.appointments") for word in early) and not any(
        word in {"is", "are", "was", "were", "does", "do"} for word in words
    ):
        return f"I have {article(piece)}"
    return ""
