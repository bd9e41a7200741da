"""Complete a fragment with the subject that it leaves out: "moved here in May", "allergic to cats", "Diet: vegan".

Whether a completed fragment is worth keeping is not decided here (`select`).
"""

import re
from typing import Final

from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.memory.vocabulary import listed, verb_form

_NEGATED: Final = re.compile(
    r"^(?:(?:really|just|still|also|personally|sadly) )*(?:(?:can't|couldn't|can only|could never|never could"
    r"|never can)"
    r" (?!you\b|i\b|we\b|wait\b|believe\b|complain\b|find\b|open\b|see\b)\w+"
    r"|haven't (?:had|got|been|eaten|drunk|smoked|driven|worked|spoken) |didn't (?:grow|go to|finish|learn|have) "
    r"|don't (?:really |usually |often |ever |even )*(?:like|eat|drink|smoke|drive|own|have|speak|wear|sleep|work|cook"
    r"|believe in|vote|celebrate|mind)\b|won't (?:eat|drink|fly|drive|touch)\b)",
    re.IGNORECASE,
)
_FINITE: Final = re.compile(r"\b(?:is|are|was|were|has|can|would|should|will|does|do|did)\b")
_LEFT: Final = re.compile(
    r"left (?:school|home|my|the (?:army|navy|church|country|police)|university|college|uni|work|teaching)\b",
    re.IGNORECASE,
)
_LIKING: Final = re.compile(
    r"^(?:really |absolutely |always |never |only |just )*(?:love|hate|prefer|adore|used to|live (?:in|with|alone)"
    r"|work (?:as|at|for|in)|have (?:\d|one|two|three|four|five|six|my|no)|need (?:glasses|to (?:lose|avoid))"
    r"|want (?:kids|children))\b(?! (?:it|that|this|you|how)\b)",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    r"^(?:(?:still|also|currently|recently|newly|happily|now|mostly|always|originally|type (?:one|two|1"
    r"|2)) )*(?:born|allergic to"
    r"|(?:lactose|gluten) intolerant|vegan|vegetarian|pescatarian|pregnant|diabetic|sober|deaf|blind|autistic|dyslexic"
    r"|colou?r-?blind|asthmatic|coeliac|celiac|married|divorced|single|widowed|engaged|retired|unemployed|self-employed"
    r"|(?:left|right)-handed|based in|from (?-i:[A-Z])|afraid of|scared of|addicted to|keen on|fluent in|obsessed with"
    r"|good at|bad at|on an? \w+|in an? (?:relationship|wheelchair|choir|band)|in my \w+ (?:year|week|month|trimester)"
    r"|new to (?!this|that|it)|off (?:work|sick|school|alcohol|sugar|meat)|aged? \d\d)\b",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(
    r"^(?:an? )?(?:[\w'-]+ ){0,3}?(?:nerd|geek|enthusiast|addict|buff|fan|owner|lover|member|collector|student|trainee"
    r"|apprentice|beginner|vegetarian|vegan|survivor|carer|runner|swimmer|gamer|insomniac|introvert|extrovert|night owl"
    r"|early bird|parent|mother|mum|mom|father|dad|widow|widower|veteran|pensioner|immigrant|expat|freelancer|person)"
    r"(?:(?: of| to| in| at| from| here|,)\b.*)?$",
    re.IGNORECASE,
)
_AGE: Final = re.compile(r"^aged? (?P<years>\d\d)\b", re.IGNORECASE)
_HERE: Final = re.compile(r"^(?:it is )?(?P<name>(?!No\b)[A-ZÀ-ÖØ-Þ][\w-]+) here(?P<rest>(?:,.*)?)$")
_COUNTED: Final = re.compile(
    r"^(?:no|one|two|three|four|five|six|seven|\d) (?:[\w-]+ ){0,2}?"
    rf"(?:{'|'.join(sorted(listed('people.kin') | listed('people.pets')))})(?: (?:at|in|from|of) [\w ]+)?$",
    re.IGNORECASE,
)
_KEY_AND_VALUE: Final = re.compile(r"^(?P<key>(?:my |our )?[\w' -]{2,40}?)\s*(?::|[–—]| - )\s*(?P<value>\S.*)$")
_KEYS: Final = frozenset(
    [
        "allergy", "allergies", "medication", "medications", "meds", "job", "profession", "occupation", "age", "name",
        "hobby", "hobbies", "diet", "kids", "children", "pets", "birthday", "address", "languages", "likes",
        "dislikes", "home", "hometown", "email", "phone", "height", "weight", "goal", "goals",
    ]
)  # fmt: skip
_SOMEBODY: Final = (
    rf"(?:(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+|(?:my|our) (?:{'|'.join(sorted(listed('people.kin') | listed('people.pets')))}))"
)
_GAP: Final = re.compile(
    rf"(?<![\w'-]){_SOMEBODY} (?P<verb>(?:was born|[a-z]+)) (?P<how>in|on|at|from|to|for|with) "
    rf"(?P<what>(?:(?!\band\b|\bbut\b)[^,;.])+?)(?:,? and |, (?:and )?)(?P<two>{_SOMEBODY})(?= (?P=how) )",
    re.IGNORECASE,
)
"""The same verb of two, said once: "Zoe was born on 3 May and Max on 12 August"."""
_MAX_WORDS: Final = 14
"""Of an appointment without a verb."""


def complete_fragment(fragment: str) -> str:
    """Return a fragment as a clause of its speaker; empty where its subject cannot be told."""
    if re.match(r"[\w'-]+", fragment) is None:
        return ""
    if listing := key_and_value(fragment):
        return listing
    if here := _HERE.match(fragment):
        return f"I am {here['name']}{here['rest']}"
    if age := _AGE.match(fragment):
        return f"I am {age['years']} years old"
    text = lowered(fragment)
    if _STATE.match(fragment):
        return f"I {'was' if text.startswith('born') else 'am'} {text}"
    if re.match(r"(?:never )?been \w", text):
        return f"I have {text}"
    if re.match(r"name is [A-Z]", fragment, re.IGNORECASE):
        return f"my {text}"
    return _with_verb(fragment) or _without_verb(fragment)


def complete_sentence(sentence: str) -> str:
    """Return a sentence that begins with what was done ("sold the flat and …") with its subject; any other as it is."""
    if sentence.endswith("?"):
        return sentence
    return f"I {lowered(sentence)}" if _NEGATED.match(sentence) else _with_past(sentence, reach=3) or sentence


def key_and_value(fragment: str) -> str:
    """Return "my allergies are nuts, latex" for "Allergies: nuts, latex"; empty where a fragment is no such line."""
    match = _KEY_AND_VALUE.match(fragment)
    if match is None or parse_clause(match["value"]) is not None:
        return ""
    key, value = match["key"].strip().lower(), match["value"].strip()
    bare = re.sub(r"^(?:my|our) ", "", key)
    family = bare in listed("people.kin") | listed("people.pets") and value[:1].isupper()
    if not (bare in _KEYS or family or bare.startswith("favourite ")) and (bare == key or _FINITE.search(key)):
        return ""
    plural = bare.endswith("s") and not bare.endswith("ss")
    return f"{key if bare != key else f'my {key}'} {'are' if plural or bare == 'children' else 'is'} {value}"


def fill_gap(sentence: str) -> str:
    """Return a sentence with the verb that it leaves out the second time: "Alex lives in Leeds, Jordan in York"."""
    while (gap := _GAP.search(sentence)) is not None:
        form = verb_form(gap["verb"].split()[0].lower())
        if form is None or form.form not in {"s", "past"}:
            return sentence
        sentence = f"{sentence[: gap.end('two')]} {gap['verb']}{sentence[gap.end('two') :]}"
    return sentence


def with_article(noun: str) -> str:
    """Return a noun phrase with its article."""
    text = lowered(noun)
    first = text.split()[0].lower()
    if first in {"a", "an", "the", "my", "our"} or first.endswith("'s") or first[0].isdigit():
        return text
    return f"{'an' if first[0] in 'aeiou' else 'a'} {text}"


def lowered(piece: str) -> str:
    """Return a piece as it stands within a sentence."""
    first = piece.split(maxsplit=1)[0]
    return piece if first.isupper() and len(first) > 1 else f"{piece[:1].lower()}{piece[1:]}"


def _with_verb(fragment: str) -> str:
    """Complete what begins with a verb: "trying to learn Greek", "moved here", "can't swim", "love jazz"."""
    if _NEGATED.match(fragment) or _LIKING.match(fragment):
        return f"I {lowered(fragment)}"
    words = fragment.split()
    place = _first_verb(words, reach=4)
    form = verb_form(words[place].lower().strip(","))
    after = words[place + 1].lower().strip(",") if len(words) > place + 1 else ""
    if form is not None and form.form == "ing" and after and after not in listed("forms.named_by_doing"):
        waits = re.match(r"(?:looking forward|hoping for the best)", fragment, re.IGNORECASE)
        return "" if waits or _FINITE.search(fragment.lower()) else f"I am {lowered(fragment)}"
    return _with_past(fragment, reach=4)


def _with_past(piece: str, *, reach: int) -> str:
    """Complete what begins with what was done; empty where a piece does not."""
    words = piece.split()
    place = _first_verb(words, reach=reach)
    form = verb_form(words[place].lower().strip(",")) if words else None
    if form is None or form.form != "past" or form.lemma in {"be", "can", "will", "shall"} or len(words) < place + 2:
        return ""
    first, after = words[place].lower(), words[place + 1].lower()
    if first in listed("forms.not_done") or after in {"by", "from", "is", "are"}:
        return ""
    if first == "left" and not _LEFT.match(piece):
        return ""
    is_state = first in listed("forms.states") and after.strip(",") in {"to", "with", "for", "since", "and", "on"}
    return "" if is_state else f"I {lowered(piece)}"


def _first_verb(words: list[str], *, reach: int) -> int:
    """Return the place of the first word that may be a verb, adverbs left out."""
    return next((at for at, word in enumerate(words[:reach]) if word.lower() not in listed("forms.before_verb")), 0)


def _without_verb(fragment: str) -> str:
    """Complete who somebody is, whom they have, and where they are expected: "Dentist on Thursday"."""
    if _COUNTED.match(fragment):
        return f"I have {lowered(fragment)}"
    words = [word.lower() for word in re.findall(r"[\w'-]+", fragment)]
    if _FINITE.search(fragment.lower()) or len(words) > _MAX_WORDS or words[0] in {"my", "our", "the", "any", "no"}:
        return ""
    if _PERSON.match(fragment):
        return f"I am {with_article(re.sub(' here$', '', fragment))}"
    meeting = any(word.removesuffix("'s") in listed("things.appointments") for word in words[:4])
    return f"I have {with_article(fragment)}" if meeting and not listed("dates.words").isdisjoint(words) else ""
