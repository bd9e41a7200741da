"""What is told in half sentences: "Trying to learn Greek", "Dentist on Thursday", "Allergies: nuts, latex"."""

import re
from typing import Final

from alicia_desktop.memory.grammar import parse
from alicia_desktop.memory.lasting import is_dated
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
    r"^(?:(?:still|also|currently|recently|newly|happily) )*(?:allergic to|vegetarian"
    r"|vegan|pescatarian|pregnant|diabetic|married|divorced|single|retired|unemployed"
    r"|self-employed|left-handed"
    r"|born (?:in|and raised)|from [A-Z]|based in|originally from|afraid of|scared of"
    r"|lactose|gluten|coeliac|celiac|engaged|widowed|addicted to|colou?r-?blind)\b",
    re.IGNORECASE,
)
_LIKES: Final = re.compile(
    r"^(?:really |absolutely |always |never |only |just )*(?:love|hate|prefer|adore"
    r"|don't (?:like|eat|drink|smoke|drive|own|have)|can't (?:stand|eat|drink|swim|drive)"
    r"|used to|live in|work (?:as|at|for|in)|live (?:with|alone))\b(?! (?:it|that|this|you"
    r"|how|the way)\b)",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"^(?:finally |just |recently )*(?:got (?:married|engaged|divorced|promoted|fired"
    r"|laid off|an? \w+|my \w+|diagnosed)|bought (?:an?|my|our|the)|moved (?:to|in|out"
    r"|from|here)|started (?:an?|my|at|learning|working)|quit|adopted|broke my|lost my job"
    r"|born in|grew up|had (?:surgery|an operation|a baby)|signed up|been (?:a|an|in|to"
    r"|living|working|married) )\b",
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
    going_on = re.sub(r"^(?:currently|still|also|now|always|usually|just|mostly|presently) ", "", _lowered(piece))
    form = verb_form(going_on.split()[0].lower())
    if form is not None and form.form == "ing" and _is_lasting(going_on):
        return f"I am {_lowered(piece)}"
    if here := _INTRODUCED.match(piece):
        return f"I am {here['name']}{here['rest']}"
    if _IS.match(piece):
        text = _lowered(piece)
        return f"I am {text if text.startswith(('a ', 'an ', 'the ', 'halfway', 'in ', 'on ')) else _article(piece)}"
    if _STATES.match(piece):
        return f"I was {_lowered(piece)}" if re.match(r"born", piece, re.IGNORECASE) else f"I am {_lowered(piece)}"
    if _LIKES.match(piece) or _PAST.match(piece):
        return f"I have {_lowered(piece)}" if re.match(r"been\b", piece, re.IGNORECASE) else f"I {_lowered(piece)}"
    if _TRAVEL.match(piece) and is_dated(piece):
        return (
            f"I am {_lowered(piece)}"
            if re.match(r"off|heading|back|moving", piece, re.IGNORECASE)
            else f"I have {_article(piece)}"
        )
    if re.match(r"never been (?:to|in|on) ", piece, re.IGNORECASE):
        return f"I have {_lowered(piece)}"
    return _appointment(piece)


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
        return f"I had {_article(piece)}"
    if any(word in listed("things.appointments") for word in early) and not any(
        word in {"is", "are", "was", "were", "does", "do"} for word in words
    ):
        return f"I have {_article(piece)}"
    return ""


def _article(piece: str) -> str:
    text = _lowered(piece)
    first = text.split()[0].lower()
    if first in {"a", "an", "the", "my", "our"} or first.endswith("'s") or first[0].isdigit():
        return text
    second = text.split()[1].lower() if len(text.split()) > 1 else ""
    if first in {
        "dentist",
        "doctor",
        "gp",
        "vet",
        "physio",
        "optician",
        "hairdresser",
        "plumber",
        "electrician",
    } and second not in {"appointment", "appt"}:
        return f"the {text}"
    return f"{'an' if first[0] in 'aeiou' else 'a'} {text}"


def _lowered(piece: str) -> str:
    first = piece.split(maxsplit=1)[0]
    return piece if first.isupper() and len(first) > 1 else f"{piece[:1].lower()}{piece[1:]}"
