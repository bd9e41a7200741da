"""Tell the parts of a message that are answered in different ways: its greeting, a wish, a question about her.

Pure: text in, text or a verdict out.
"""

import re
from typing import Final

from alicia_desktop.memory.commands import asks_to_remember
from alicia_desktop.memory.retrieval.analysis import asks_about_person, asks_for_ideas, asks_indirectly, is_question
from alicia_desktop.memory.segmentation import ASSISTANT_NAME, sentences_of, strip_openers, terms_of, without_hesitation
from alicia_desktop.memory.vocabulary import known_words, verb_form
from alicia_desktop.server.dialogue.languages import english_words

_NAMED: Final = (
    r"(?:[ ,]+(?:there|again|alicia|dear|love|my dear|my friend|everyone|everybody|all|assistant|sir|madam|ma['’]am))*"
)
_GREETING: Final = re.compile(
    rf"^\W*(?:(?:(?P<day>good (?:morning|afternoon|evening))|hi+|hello+|hey+|hiya|heya|howdy|hullo|greetings|namaste"
    rf"|salut|hola|hoi|moin|servus|ciao|salaam|ahoy|bonjour|g['’]day|dear alicia|dear assistant){_NAMED}"
    rf"(?:\s*[,.!:;–…]+|\s+[–-]\s|\s)\s*)+"
    rf"|^\W*(?P<short>morning|afternoon|evening){_NAMED}\s*[,.!]+\s*",
    re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"^\W*(?:please |alicia,? |ok(?:ay)?,? |so,? |and |can you help me |could you help me )*"
    r"(?:(?:can|could|would|will|may) (?:you|i)\b|i(?: need| want| (?:would|should) (?:like|love)|['’]d (?:like|love)"
    r"| could do with) (?:you|a|an|some|help|to (?:know|ask|hear|see|talk))\b|help me\b(?!\W+i(?:['’]?m| am| feel)\b)"
    r"|please\b"
    r"|let['’]?s\b"
    r"|(?:write|make|send|play|set|book|order|find|look|search|show|give|tell|say|translate|plan|draft|call|text|open|turn"
    r"|recommend|suggest)\b)"
    r"|\bplease\W*$",
    re.IGNORECASE,
)
_PLAN: Final = re.compile(
    r"^\W*i(?: want| would like|['’]d like| need| hope| plan| have) to (?!(?:know|ask|hear|see|talk)\b)"
    r"[^,.?!;]*[.!\s]*$",
    re.IGNORECASE,
)
_MOMENT: Final = re.compile(
    r"\b(?:just|now|today|tonight|again|currently|this (?:morning|afternoon|evening)|at the moment|[a-z]+ing)\b"
    r"|\bi(?:['’]m| am) (?:hungry|thirsty|cold|hot|sleepy|full|awake|back|home)\b",
    re.IGNORECASE,
)
_OF_HER_WISH: Final = re.compile(
    r"^\W*(?:please |alicia,? |ok(?:ay)?,? |so,? |and )*(?:i(?:['’]d| would) like|(?:i )?(?:need|want)"
    r"|i['’]?m needing|needing) (?:you to|your|to know)\b",
    re.IGNORECASE,
)
_TELL: Final = re.compile(
    r"^\W*(?:please |alicia,? |can you |could you |would you |i need you to |i want you to |just )*"
    r"(?:tell me|let me know|explain(?: to me)?|find out"
    r"|(?:i )?(?:need|want|have|would like|got) to know|i['’]?d like to know)"
    r" (?:what|who|where|when|why|how|which|whether|if|the|about)\b",
    re.IGNORECASE,
)
_REMEMBERING: Final = re.compile(r"\b(?:remember|keep in mind|note|forget|write down|save)\b", re.IGNORECASE)
_ABOUT_HER: Final = re.compile(
    r"^\W*(?:and |so |but |then |ok(?:ay)?,? )*"
    r"(?:(?:what|who|whom|whose|where|when|why|how|which)\b[^.!?]*\b(?:are|do|does|did|have|were|was|can|will|would|about"
    r"|like|in|for|made|built|behind) (?:you|yours|yourself)\b(?! (?:have to|need to)\b)"
    r"|(?:are|do|did|have|were) you\b|(?:what|who|whose|where|how|is|are|does)\b[^.!?]*\byour\b"
    r"|is (?:it|that|this) you\b|(?:do|can|may|should|must|shall) i\b[^.!?]*\byour?\b)",
    re.IGNORECASE,
)
_USER_DOES: Final = re.compile(r"\b(?:am|do|did|have|was) i\b", re.IGNORECASE)
_USER_HAS: Final = re.compile(
    r"\b(?:is|are|was|were|['’]s) (?:my|our) (?!(?:data|information|words|voice|messages?|conversations?|microphone"
    r"|password|memories)\b)",
    re.IGNORECASE,
)
"""Asks for something of the user's, and nothing that is kept or sent by the program."""
_OTHERS: Final = re.compile(r"\b(?:they|them|their|he|him|his|she|her|hers)\b", re.IGNORECASE)
_ADDRESSED: Final = re.compile(r"\b(?:you|your|yours|yourself|u|ur|alicia)\b", re.IGNORECASE)
_OF_THE_WORLD: Final = re.compile(
    r"\b(?:do|did|would) you (?:know|think|happen|have (?:any idea|an idea|the time))\b"
    r"|\bhave you (?:ever )?heard (?:of|about)\b"
    r"|\bhow (?:long|much|hot|often) (?:do|would|should) you (?:boil|cook|bake|roast|fry|steam|grill|soak|simmer|poach"
    r"|leave|rest|wait|water|prove|chill|defrost)\b"
    r"|\bhow (?:do|can|would|should) you (?!feel|work|know|remember|like|do\b|live|learn)"
    r"|\bwhat (?:do|would) you call\b|\b(?:can|could|would) you (?:tell|explain|say)\b"
    r"|\b(?:where|when) (?:do|can|would|should) you (?!(?:live|come|sleep|go|keep|store|save|put|work|learn)\b)"
    r"|\b(?:what|do) (?:do )?you (?:need|have|do) (?:to|when|if|with|for|a licen[cs]e)\b",
    re.IGNORECASE,
)
_DO_THIS: Final = re.compile(
    r"^\W*(?:please |just |so |and |then )*(?!call me\b)"
    r"(?:write|make|send|play|set|book|order|find|search|translate|plan|draft|open|turn|buy|print|draw|download"
    r"|convert|summari[sz]e|check|fix|call|ring|text|email|look up|switch|recommend|suggest)"
    r" (?:(?:on|off|for|up) )?(?:(?:me|us|my|our|an?|the|some|this|these|it)\b|['\"“])",
    re.IGNORECASE,
)
_CAN_YOU: Final = re.compile(
    r"^\W*(?:please |so |and |(?:a )?(?:quick |simple )?question\W+|i was wondering,? )*"
    r"(?:can|could|would|will) you\b(?! (?:please )?(?:tell|explain|say))",
    re.IGNORECASE,
)
_KIND: Final = (
    r"(?!(?:my|our|his|her|their|the|that|this|these|those|what|who|how|him|them|it|you|me|losing|being|dying)\b)"
    r"[a-z]+\b"
)
"""Things of a kind, of which one is afraid all one's life: "afraid of dogs", not "of my boss"."""
_TROUBLE: Final = re.compile(
    r"(?<!don['’]t )(?<!not )\b(?:worr(?:y|ied|ies|ying)|anxious|lonely|crying"
    rf"|(?:scared|afraid|terrified|frightened)(?! of {_KIND})"
    r"|heartbroken|upset|overwhelmed|stressed|struggling|exhausted|depressed|ashamed|devastated|miscarriage|stillborn"
    r"|eating me up|fell out|falling apart|losing my mind|my wits?['’]? end|(?:hard|tough|rough) time"
    r"|can(?:no|['’])?t (?:cope|go on|stop (?:crying|thinking)|take (?:it|this))"
    r"|(?:a lot|so much|too much) (?:on my|on at|going on|to deal)"
    r"|(?:do not|don['’]?t) (?:really )?know"
    r" (?:what to do|if (?:it|that|i|we)|how to (?:start|go on|tell)|any(?:one|body)|a soul))\b",
    re.IGNORECASE,
)
_OF_HER: Final = re.compile(
    r"^you have an? (?:good )?(?:morning|afternoon|evening|day)\W*$|\byou\b.*\bhelp you\b"
    r"|\b(?:I|me|my|mine|myself)\b|\byou (?:need|want|wanted|asked|would like)\b.*\byou to\b",
    re.IGNORECASE,
)
_INVERTED: Final = (
    r"(?:can|could|will|would|do|did|are|have|shall|should|may|is) (?:you|i|we|that|this|it|there|they|he|she)\b"
    r"|(?:what|how|why|where|when|who|which)(?: \w+)?"
    r" (?:do|does|did|is|are|can|could|should|would|will|shall|was|were|am)\b"
    r"|(?:what|how|where|who|when)['’]?s\b|any (?:idea|tips|advice|chance)\b"
)
_WISHED: Final = (
    r"(?:i (?:would|should) (?:like|love)|i['’]d (?:like|love)|i need|i want) (?:a|an|some|you|to (?:know|ask|hear))\b"
    r"|please (?!(?:do|be|to|him|her|them|us)\b)\w+|from now on\b|don['’]t call me\b"
)
_LATER_PART: Final = re.compile(
    rf"(?:[,;:–—]\s*(?:and |so |but |or |then |now )?|\s(?:and|so|but)\s+)(?=(?:{_INVERTED}|{_WISHED}))"
    r"|\s(?=is (?:that|it) (?:how|what you|ok|okay|alright|all right|right|true|fine|possible|allowed|something"
    r"|correct)\b)"
    r"|(?<!\bwhat)(?<!\bhow)(?<!\bwhere)(?<!\bwhen)(?<!\bwho)(?<!\bwhy)(?<!\bif)(?<!\bthat)(?<!\bwhich)(?<!\ball)"
    r"(?<!\bthing)(?<!\bthan)\s(?=(?:(?:can|could|will|would|do|are) you|(?:can|should|shall|do) i"
    r"|(?:what|how) (?:can|should|shall|do) i)\b)",
    re.IGNORECASE,
)
"""Before what is asked or wished behind something else in one sentence, as people speak who dictate."""
_ASKS: Final = re.compile(
    rf"^\W*(?:(?:and|so|but|or|then|ok(?:ay)?|please|{ASSISTANT_NAME})\W+)*(?:{_INVERTED})", re.IGNORECASE
)
_WONDERS: Final = re.compile(
    r"^\W*(?:\w+ ){0,4}?(?:i (?:would like|want|wanted|need|just want|just wanted) to (?:ask|know)|i was wondering"
    r"|i wonder|i['’]d like to (?:ask|know))(?: you)?,? (?:what|how|why|when|where|who|whose|which|whether|if|about)\b",
    re.IGNORECASE,
)
_BROKEN_OFF: Final = re.compile(
    r"\b(?:the|an?|if|and|but|or|because|my|your|our|than|maybe|very|to the|of)\W*$", re.IGNORECASE
)
_FINAL_MARK: Final = re.compile(r"[.!?…)\"']\s*$")
_LEANING: Final = re.compile(
    r"\b(?:that|this|these|those|it|its|he|she|they|him|her|his|hers|them|their|theirs|one|ones)\b", re.IGNORECASE
)
_PARTICULAR: Final = re.compile(r"\b(?:about|but not|not an?) \w", re.IGNORECASE)
_ANOTHER: Final = re.compile(r"\b(?:another|one more|more|again|next|encore)\b", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i['’]?m|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_OWN_REASON: Final = re.compile(r"^\W*(?:(?:and|so|but) )?why (?:did|have) (?:i|we)\b", re.IGNORECASE)
_WHY: Final = re.compile(r"^\W*(?:(?:and|but|ok(?:ay)?|oh) )?(?:why(?: is that| not| so)?|how come)\W*$", re.IGNORECASE)
_DOUBTS: Final = re.compile(
    r"^\W*(?:(?:but|and|wait|ok(?:ay)?|hm+|really)\W+)*(?:are )?you(?:['’]?re)? (?:really |absolutely |quite )?sure"
    r"(?: about (?:that|it|this))?\W*$"
    r"|^\W*is that (?:right|true|correct|really (?:so|true))\W*$",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"\S*(?:://|www\.|@)\S*")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
MIN_WORDS_LEFT: Final = 2
MIN_WORDS_BEFORE: Final = 3
MAX_BROKEN_OFF_WORDS: Final = 12
MAX_MILD_WORDS: Final = 8
MIN_STRANGE_WORDS: Final = 3
MIN_SMALL_WORDS: Final = 2
"""Of the frequent words of English, by which a message is English however strange its others are."""
MAX_KNOWN_SHARE: Final = 0.25
"""Share of a message's words that are English, up to which it is hardly English."""
_MILD: Final = re.compile(
    r"\b(?:a (?:(?:tiny|little|wee) )?(?:bit|little|tad)|slightly|somewhat|kinda|kind of|sort of)\b"
    r"(?! (?:more|over|less|under|ago|late))",
    re.IGNORECASE,
)


def split_greeting(text: str) -> tuple[str, str]:
    """Return a greeting to give back and what follows it; an empty greeting where a message begins with none."""
    found = _GREETING.match(text)
    if found is None:
        return "", text
    rest = text[found.end() :]
    if len(re.findall(r"\w+", rest)) < MIN_WORDS_LEFT:
        return "", text
    day = (found["day"] or (f"good {found['short']}" if found["short"] else "")).lower()
    return f"{day.capitalize()}!" if day else "Hello!", rest


def parts_of(text: str) -> list[str]:
    """Return the sentences of a message, and apart from each what is asked or wished at the end of it."""
    return [part for sentence in sentences_of(text) for part in _with_later_parts(sentence)]


def _with_later_parts(sentence: str) -> list[str]:
    for found in _LATER_PART.finditer(sentence):
        before, rest = sentence[: found.start()], sentence[found.end() :]
        if len(_WORDS.findall(before)) >= MIN_WORDS_BEFORE and len(_WORDS.findall(rest)) >= MIN_WORDS_LEFT:
            return [before, *_with_later_parts(rest)]
    return [sentence]


def asks(part: str) -> bool:
    """Return whether one part of a message asks, with or without a mark."""
    return (
        part.rstrip().endswith("?")
        or is_question(part)
        or _ASKS.search(part) is not None
        or _WONDERS.search(part) is not None
    )


def is_broken_off(text: str) -> bool:
    """Return whether a short message ends where no sentence can."""
    is_short = 1 < len(_WORDS.findall(text)) <= MAX_BROKEN_OFF_WORDS
    return is_short and _BROKEN_OFF.search(text) is not None and _FINAL_MARK.search(text) is None


def wanted_part(text: str) -> str:
    """Return the last part of a message that asks or wishes, other than to remember; empty where none does."""
    wanted = (part for part in reversed(parts_of(text)) if asks(part) or is_wish(part))
    return next((part for part in wanted if not _asks_to_remember(part)), "")


def wants_about_something(text: str) -> bool:
    """Return whether a message says what it asks or wishes about: "What should I do?" is about nothing."""
    return bool(terms_of(wanted_part(text)))


def asked_part(text: str) -> str:
    """Return the part of a message that asks or wishes, if it can stand alone; else the whole message."""
    wanted = wanted_part(text)
    return text if not wanted or _LEANING.search(wanted) else wanted


def tells_and_asks(text: str) -> bool:
    """Return whether a message of several parts asks in one of them, if only for ideas."""
    parts = parts_of(text)
    return len(parts) > 1 and any(asks(part) or asks_for_ideas(part) for part in parts)


def leans(part: str) -> bool:
    """Return whether a part means something that stands elsewhere: "Can you help with that?"."""
    return _LEANING.search(part) is not None


def wants_another(text: str) -> bool:
    """Return whether a follow-up wishes for another one of what came last."""
    return _ANOTHER.search(text) is not None


def is_particular(text: str) -> bool:
    """Return whether a wish names what it should be about."""
    return _PARTICULAR.search(text) is not None


def is_hardly_english(text: str) -> bool:
    """Return whether few of several words are English ones."""
    found = [word.lower().replace("’", "'") for word in _WORDS.findall(_ADDRESS.sub("", text))]
    words = [word.split("'")[0] for word in found]
    if sum(word in english_words() for word in words) >= MIN_SMALL_WORDS:
        return False
    known = sum(word in known_words() or word in english_words() or verb_form(word) is not None for word in words)
    return len(words) >= MIN_STRANGE_WORDS and known <= MAX_KNOWN_SHARE * len(words)


def is_wish(text: str) -> bool:
    """Return whether somebody wants something done, other than that it be remembered."""
    return (_WISH.search(text) is not None or asks_for_ideas(text)) and not _REMEMBERING.search(text)


def wants_of_her(text: str) -> bool:
    """Return whether somebody says that they want her to do something, or to know something."""
    return _OF_HER_WISH.search(text) is not None and not _REMEMBERING.search(text)


def asks_to_be_told(text: str) -> bool:
    """Return whether knowledge is wished for, and nothing to be done: "Tell me how tides work."."""
    return _TELL.search(text) is not None


def asks_to_keep(text: str) -> bool:
    """Return whether one of the sentences of a message asks to remember something: "…, can you remember that"."""
    return any(_asks_to_remember(one) for one in sentences_of(text))


def asks_besides(text: str) -> bool:
    """Return whether a message asks for something in a sentence that does not ask to remember."""
    return any(
        asks(part) and not _REMEMBERING.search(part)
        for one in sentences_of(text)
        if not _asks_to_remember(one)
        for part in parts_of(one)
    )


def _asks_to_remember(sentence: str) -> bool:
    return asks_to_remember(strip_openers(without_hesitation(sentence)))


def is_order_to_keep(text: str) -> bool:
    """Return whether a message begins with the wish that something be remembered."""
    return re.match(rf"\W*(?:please |alicia,? )*{_REMEMBERING.pattern}", text, re.IGNORECASE) is not None


def is_plan(text: str) -> bool:
    """Return whether somebody tells what they want to do themselves, in one clause, and asks for nothing."""
    return _PLAN.search(text) is not None


def is_of_the_moment(text: str) -> bool:
    """Return whether what is told will not hold for long: a cup of tea just now, and no liking for tea."""
    return _MOMENT.search(text) is not None


def is_mild(text: str) -> bool:
    """Return whether a short message says of what it tells that there is little of it: "I feel a bit homesick".

    Who gives a reason says more than that: "I feel a bit lonely these days since Martha passed".
    """
    return _MILD.search(text) is not None and len(_WORDS.findall(text)) <= MAX_MILD_WORDS


def asks_about_her(text: str) -> bool:
    """Return whether a question is about the assistant, and not one about the world that says "you"."""
    return _ABOUT_HER.search(text) is not None and not _OF_THE_WORLD.search(text)


def asks_of_the_world(text: str) -> bool:
    """Return whether a part of a message asks neither for something of the assistant nor for something to be done."""
    asked = (one for one in parts_of(text) if one.rstrip().endswith("?") or _ASKS.search(one) or _WONDERS.search(one))
    return any(not (asks_about_her(one) or asks_whether_she_can(one)) for one in asked)


def asks_of_person(text: str) -> bool:
    """Return whether a message asks for something of the user's own, that only they can know."""
    if _OWN_REASON.match(text):
        return True
    is_one = len(sentences_of(text)) == 1
    return asks_about_person(asked_part(text)) or (is_one and asks_about_person(text))


def asks_what_user_does(text: str) -> bool:
    """Return whether a message asks what the user does, is or has ("What am I afraid of?"), and not about her."""
    if asks_indirectly(text):
        return True
    of_user = _USER_DOES.search(text) or _USER_HAS.search(text)
    return asks_of_person(text) and of_user is not None and _ADDRESSED.search(text) is None


def asks_whether_she_can(text: str) -> bool:
    """Return whether she is asked to do something, and not only to say something."""
    return _CAN_YOU.search(text) is not None or _DO_THIS.search(text) is not None


def requests(text: str) -> bool:
    """Return whether something is asked or wished for in a message, and not only told."""
    return is_wish(text) or any(asks(part) or is_wish(part) or asks_whether_she_can(part) for part in parts_of(text))


def asks_why(text: str) -> bool:
    """Return whether a follow-up asks only for the reason of what was said last."""
    return _WHY.match(text) is not None


def is_of_others_alone(text: str) -> bool:
    """Return whether a message speaks of somebody else, and not to the assistant: "Is it normal for them to cry?"."""
    return _OTHERS.search(text) is not None and _ADDRESSED.search(text) is None


def doubts(text: str) -> bool:
    """Return whether a follow-up only asks whether that was right."""
    return _DOUBTS.match(text) is not None


def is_of_others(text: str) -> bool:
    """Return whether a message says nothing of who writes it: "Is it ok to give grapes to a dog?"."""
    return _FIRST_PERSON.search(text) is None


def speaks_of_trouble(text: str) -> bool:
    """Return whether somebody tells, and does not ask, with words that nobody uses who is well."""
    return _TROUBLE.search(text) is not None and not text.rstrip().endswith("?")


def about_person(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was told about the person, without sentences in which they spoke of or to the assistant."""
    return tuple(one for one in told if not _OF_HER.search(one))
