"""Change the grammatical person: "my daughter has …" to a statement about the user, and back to "your daughter has …".

Statements say `User` so that a memory means the same whoever reads it; what the person really said is kept beside
it.
"""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import MODALS, english, verb_form

_STANDALONE: Final = r"(?<![\w/.@-])(?<!\b[Tt]ype )(?<!\b[Bb]ipolar )(?<! War )"
"""Before a word that means a person: neither inside an address, "example.com/me", nor a number, "type I"."""
_CONTRACTIONS: Final = tuple(
    (re.compile(rf"\b{short}\b", re.IGNORECASE), long)
    for short, long in (
        ("I['’]m", "I am"),
        ("I['’]ve", "I have"),
        ("I['’]ll", "I will"),
        ("I['’]d (?=been|had|never)", "I had "),
        ("I['’]d", "I would"),
        ("we['’]re", "we are"),
        ("we['’]ve", "we have"),
        ("we['’]ll", "we will"),
        ("she['’]s (?=got|been)", "she has "),
        ("he['’]s (?=got|been)", "he has "),
        ("she['’]s", "she is"),
        ("he['’]s", "he is"),
        ("they['’]re", "they are"),
        ("it['’]s", "it is"),
    )
)
_ADVERBS: Final = (
    r"(?:no longer|not only|kinda|sorta|really|also"
    r"|usually|always|never|often|still|just|only|currently|now|sometimes|actually"
    r"|absolutely|mostly|recently"
    r"|already|finally|normally|generally|mainly|both|all|too|almost|rarely|truly|probably|definitely"
    r"|especially|barely"
    r"|hardly|seldom|nearly|occasionally|mostly|regularly|constantly|simply|honestly|deliberately|accidentally"
    r"|easily|ever|last|even|once|first|myself|ourselves)"
)
_IRREGULAR: Final = {
    "am": "is", "are": "is", "aren't": "isn't", "were": "was", "weren't": "wasn't", "have": "has",
    "haven't": "hasn't", "do": "does", "don't": "doesn't", "go": "goes",
}  # fmt: skip
_DENIED: Final = {"doesn't": "don't", "isn't": "am not", "hasn't": "haven't", "wasn't": "wasn't"}
_JOINT_SUBJECT: Final = re.compile(
    r"(?:^|[,;] )(?P<other>(?:my|our|(?-i:[A-Z])[\w'-]+)(?: [\w'-]+){0,3}) and $", re.IGNORECASE
)
"""Before "I" where both do it: "my husband and I are"."""
_PERSON: Final = re.compile(rf"{_STANDALONE}\b(I|we)\b((?:\s+{_ADVERBS})*)\s+([\w'’]+)", re.IGNORECASE)
_SECOND_PERSON: Final = tuple(
    (re.compile(rf"{_STANDALONE}\b(?:{first})\b(?![@/-]\w)"), second)
    for first, second in (
        ("I am|[Ww]e are", "you are"),
        ("I['’]m|[Ww]e['’]re", "you're"),
        ("I was", "you were"),
        ("I wasn['’]t", "you weren't"),
        ("[Aa]m I", "are you"),
        ("I|i|[Ww]e", "you"),
        ("[Mm]y|[Oo]ur", "your"),
        ("[Mm]ine|[Oo]urs", "yours"),
        ("[Mm]yself", "yourself"),
        ("[Oo]urselves", "yourselves"),
        ("me|us", "you"),
    )
)

_YOU: Final = re.compile(rf"{_STANDALONE}\b(?:your(?:s|self)?|you(?:['’]re| are| were)?)\b", re.IGNORECASE)
_OF_ASSISTANT: Final = ("my", "mine", "myself", "I am", "I'm", "I was", "I", "me")
_AS_ASSISTANT: Final = dict(
    zip(("your", "yours", "yourself", "you are", "you're", "you were"), _OF_ASSISTANT, strict=False)
)
_PRIVATE_USE: Final = 0xE000
"""Where the characters begin that stand for the words of `_OF_ASSISTANT` while the user's own are rewritten."""
_SPEECH: Final = frozenset(["believe", "claim", "hear", "hope", "know", "say", "swear", "tell", "think"])
"""Verbs behind which "you" acts and is the assistant: an acting "you" elsewhere is anybody, "where you can swim"."""
_PREPOSITIONS: Final = frozenset(["about", "at", "by", "for", "from", "of", "to", "with", "without"])


def to_statement(said: str) -> str:
    """Rewrite what a user said about themselves as a sentence about `User`, with a capital and a full stop."""
    text = said
    for pattern, long in _CONTRACTIONS:
        text = pattern.sub(long, text)
    text = _PERSON.sub(_third_person, text)
    text = re.sub(rf"{_STANDALONE}\b(?:I|me|Me|we|We|(?<!of )us)\b(?!\.|[@/-]\w)", "User", text)
    text = re.sub(
        rf"{_STANDALONE}(?:\b(?:my|our|mine|ours)\b|^(?:My|Our|Mine|Ours)\b|(?<=[.!?] )(?:My|Our)\b)(?![@/-]\w)",
        "User's",
        text,
    )
    text = re.sub(r"\b(?:myself|ourselves)\b", "themselves", text, flags=re.IGNORECASE)
    return _sentence(text)


def to_first_person(statement: str) -> str:
    """Return a statement about the user as they would say it, for `to_second_person`; other texts are left alone."""
    text = re.sub(r"\bUser['’]s\b", "my", statement)
    text = re.sub(r"\bUser is\b", "I am", text)
    text = re.sub(rf"\bUser((?: {_ADVERBS})*) ([\w'’]+)", lambda match: f"I{match[1]} {_plain(match[2])}", text)
    return text.replace("User", "I")


def to_second_person(said: str) -> str:
    """Rewrite what a user said as the assistant would say it to them: "your son put me on your computer"."""
    text = _YOU.sub(_as_assistant, said)
    for pattern, second in _SECOND_PERSON:
        text = pattern.sub(second, text)
    text = text.translate({_PRIVATE_USE + at: word for at, word in enumerate(_OF_ASSISTANT)})
    return text.strip().rstrip(".!")


def _as_assistant(match: re.Match[str]) -> str:
    """Return the mark of the word that the assistant uses of herself for a "you", which is kept if it is anybody."""
    word = match[0].lower().replace("’", "'")
    before = match.string[: match.start()].lower().removesuffix("that ").split()[-1:]
    after = match.string[match.end() :].lower().split()[:1]
    verb = verb_form(before[0]) if before else None
    spoken_of = verb is not None and verb.lemma in _SPEECH
    acts = word != "you" or (bool(after) and (after[0] in MODALS or verb_form(after[0]) is not None))
    if not word.startswith("your") and (not spoken_of if acts else verb is None and not _PREPOSITIONS & {*before}):
        return match[0]
    own = _AS_ASSISTANT.get(word, "I" if acts else "me")
    return chr(_PRIVATE_USE + _OF_ASSISTANT.index(own))


def _third_person(match: re.Match[str]) -> str:
    adverbs, verb = match[2], match[3]
    both = _JOINT_SUBJECT.search(match.string[: match.start()])
    if both and not any(
        (form := verb_form(word)) and form.form in {"s", "past"} for word in both["other"].lower().split()
    ):
        return f"User{adverbs} {verb}"
    return f"User{adverbs} {conjugated(verb)}"


def _plain(verb: str) -> str:
    """Return a verb as "I" has it: "have" for "has", "work" for "works"; any other form as it is."""
    if verb in _DENIED:
        return _DENIED[verb]
    form = verb_form(verb)
    if form is None:
        return verb if verb.endswith("ss") else verb.removesuffix("s")
    return form.lemma if form.form == "s" else verb


def conjugated(verb: str) -> str:
    """Return a verb as one person does it: "has" for "have", "works" for "work"; an adverb or past as it is."""
    low = verb.lower().replace("’", "'")
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    plain = low.endswith("eed") or low in {"embed", "shed", "wed"}
    form = verb_form(low)
    if (
        form is not None
        and form.form == "past"
        and verb_form(form.lemma) == (form.lemma, "base")
        and not low.endswith("eed")
    ):
        return verb
    if low in english().unchanging or (low.endswith(("ed", "'t")) and not plain) or not low.isalpha():
        return verb
    if low.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _sentence(text: str) -> str:
    clean = " ".join(text.split()).strip(" ,;:-").rstrip(".!")
    return f"{clean[:1].upper()}{clean[1:]}."
