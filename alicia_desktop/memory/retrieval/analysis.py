"""Analyse a query by rules: intent, feeling, time, topics, and the terms to search for.

Without a model, so that the same query is always read in the same way and the inspector can show every field.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final, Literal

from alicia_desktop.memory.dates import DateHint, date_hints
from alicia_desktop.memory.own_name import asks_own_name
from alicia_desktop.memory.segmentation import Term, stem, terms_of, words_of
from alicia_desktop.memory.vocabulary import english

Intent = Literal["memory_recall", "information_request", "small_talk", "command", "statement", "general"]
TimeContext = Literal["immediate", "recent", "future", "general"]

_GREETINGS: Final = (
    r"hi|hey|hello|yo|thanks?|thank you|thx|bye|goodbye|see you|good (?:morning|afternoon|evening|night)|ok(?:ay)?"
    r"|yes|no|yeah|nope|cool|great|nice|sure|wow|lol|how are you(?: doing)?(?: today)?|how's it going|what's up"
    r"|how do you do|nice to meet you|so much|very much|alicia|there|again|a lot|please|fine"
)
_RECALL: Final = (
    r"\b(?:do|did|can|could) you (?:still )?(?:remember|recall)\b|\b(?:did|have) i (?:ever )?(?:tell|told|mention)"
    r"|\bi told you\b|\bwhat do you know about (?:me|my)\b|\bremind me (?:what|when|who|where|how)\b"
)
_COMMAND: Final = (
    r"^\W*(?:please |can you |could you |would you )*(?:remember|forget|write|make|create|open|play|set|stop|show|list"
    r"|tell|translate|calculate|summari[sz]e|delete|find|search|help|give|read|turn|start|remind|explain|describe|say|call"
    r"|(?:name|count|rank|spell|quiz) (?:me|us|my|our|your|the|all|some|every|each))\b"
)
_QUESTION: Final = (
    r"^\W*(?:(?:and|so|but|well|ok|okay|hey|alicia)\W+)*(?:who|whom|whose|what|when|where|which|why|how|(?:what|when|where|who|how)s|is|are|am|was|were"
    r"|do|does|did|can|could|will|would|should|has|have|had|may|might)(?:'s|'re|n't)?\b|\?\s*$"
)
_IDEAS: Final = re.compile(
    r"\W*(?:i|we)(?: need| want| (?:would|should) (?:like|love)|['’]d (?:like|love)| could (?:do with|use))"
    r" (?:[\w-]+ ){0,3}(?:ideas?|tips?|suggestions?|advice|recipes?|inspiration)\b",
    re.IGNORECASE,
)
_INTENTS: Final[tuple[tuple[Intent, float, re.Pattern[str]], ...]] = (
    ("small_talk", 0.95, re.compile(rf"^(?:\W*\b(?:{_GREETINGS})\b)+\W*$", re.IGNORECASE)),
    ("memory_recall", 0.9, re.compile(_RECALL, re.IGNORECASE)),
    ("command", 0.8, re.compile(_COMMAND, re.IGNORECASE)),
    ("information_request", 0.8, re.compile(_QUESTION, re.IGNORECASE)),
    ("statement", 0.6, re.compile(r"^\W*(?:i|my|we|our)\b", re.IGNORECASE)),
)
_PERSONAL: Final = re.compile(r"\b(?:my|mine|our|ours|personal|i have|we are|i am|i'm|me)\b", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"\b(?:remember|recall|told you|mentioned|last time|earlier|before)\b", re.IGNORECASE)
_URGENT: Final = re.compile(
    r"\b(?:urgent(?:ly)?|asap|immediately|right now|emergency|hurry|quick(?:ly)?)\b", re.IGNORECASE
)
_FEELING: Final = re.compile(
    r"\b(?:love|hate|sad|happy|afraid|scared|angry|anxious|worried|lonely|depressed|excited|proud|upset|stressed|miss|hurt"
    r"|grateful|cry|crying|terrible|wonderful|awful)\b",
    re.IGNORECASE,
)
_TIMES: Final[tuple[tuple[TimeContext, re.Pattern[str]], ...]] = (
    ("immediate", re.compile(r"\b(?:now|today|tonight|at the moment|currently)\b", re.IGNORECASE)),
    ("future", re.compile(r"\b(?:tomorrow|next|soon|will|going to|upcoming|later|when is)\b", re.IGNORECASE)),
    ("recent", re.compile(r"\b(?:yesterday|recent(?:ly)?|last|ago|lately|this week)\b", re.IGNORECASE)),
)
_NAME: Final = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w-]+(?:\s+[A-ZÀ-ÖØ-Þ][\w-]+)*")
_ABOUT_PERSON: Final = re.compile(
    r"^\W*(?:(?:and|so|until|since|at|on|in|for|from|by|to|with)\W+)*"
    r"(?:(?:where|when|who|what)s?|whose|which|how (?!do|does|did|can|to|is|are|am)\w+)\b.*"
    r"\b(?:my|our|mine|(?:am|do|did|have|are|were) (?:i|we))\b",
    re.IGNORECASE,
)
_WHETHER: Final = re.compile(
    r"^\W*(?:(?:and|so|but)\W+)*(?:(?:am|was|do|did|have|had|are|were) (?:i|we)"
    r"|(?:is|are|was|were|does|do|did|has|have) (?:my|our))\b",
    re.IGNORECASE,
)
"""Asks whether something is so of the user."""
_INDIRECTLY: Final = re.compile(
    r"^\W*(?:(?:and|so|but|please|hey|alicia)\W+)*"
    r"(?:do you (?:still |even |already )?(?:know|remember|recall)"
    r"|(?:(?:can|could|would|will) you (?:please )?)?(?:tell|remind) me(?: again)?)\b[\s,]*",
    re.IGNORECASE,
)
_OWN_THING: Final = re.compile(
    r"(?:my|our) [\w'’-]+(?: [\w'’-]+){0,4}\W*$|(?:where|when|what|which|who|how \w+) (?:i|my|our)\b(?! am\b)",
    re.IGNORECASE,
)
"""What only the user can have told, behind "Do you know …": "my name", "where I live"."""
_FORGOTTEN: Final = re.compile(
    r"^\W*(?:(?:and|so|but|oh|sorry|hey|alicia)\W+)*i(?:(?:['’]ve| have)? (?:forgot(?:ten)?|forget)"
    r"| (?:can['’]?t|cannot|don['’]?t|do not)(?: even)? (?:remember|recall))"
    r" (?P<asked>(?:where|when|what|which|who|how \w+) (?:i|my|our)\b)",
    re.IGNORECASE,
)
"""Says that something was forgotten which the user once knew, which is a question: "I forgot where I parked"."""
_FORGOTTEN_NAMED: Final = re.compile(
    r"^\W*(?:(?:and|so|but|oh|sorry|hey|alicia|damn|ugh)\W+)*(?:i(?:['’]ve| have)? )?"
    r"(?:(?:just|completely|totally|always|keep) )*(?:forgot(?:ten)?|forget(?:ting)?|can['’]?t remember|cannot remember"
    r"|don['’]?t remember|can['’]?t recall)"
    r" (?P<asked>(?:my|our|the)(?: (?!(?:at|in|on|to|with|about|and|but|so|because|is|was)\b)[\w'’-]+){1,5}?)"
    r"(?: (?:again|already))?[\s.!?:(]*$",
    re.IGNORECASE,
)
"""Says the same of what is named: "I forgot my wifi password". Forgotten, an umbrella is left behind, which no words of
ours can tell from a password; so it is looked for, and only an answer of the memory makes a question of it."""
_OPINION: Final = re.compile(
    r"^\W*(?:(?:and|so|but|well|hey|alicia)\W+)*(?:should (?:i|we)|do you (?:think|reckon)"
    r"|what (?:do|would) you (?:think|say|suggest|recommend|do)"
    r"|(?:any|some) (?:tips?|advice|ideas?|suggestions?|thoughts)"
    r"|what (?:can|could|might) (?:i|we) (?:do|give|get|cook|make|wear|say|bring|pack|take)"
    r"|(?:what|which|where|how|when) (?:[\w-]+ ){0,2}should (?:i|we)"
    r"|(?:is|was|would) it (?:be )?(?:a (?:good|bad) idea|wise|wrong|worth|smart|stupid))\b",
    re.IGNORECASE,
)
"""Asks what somebody thinks of it: no memory is the answer, however near it is."""
_AND_ASKS: Final = re.compile(
    r",? and (?=(?:what|when|where|who|which|how (?:old|tall|many|much|long|often))(?:['’]?s| )\b)|(?<=\?)\s+",
    re.IGNORECASE,
)
"""Between two questions of one message."""
_ADVICE: Final = re.compile(r"\b(?:should|could|would|can|need|have to|recommend|suggest|think|mean)\b", re.IGNORECASE)
_CLAUSE_SEPARATOR: Final = re.compile(r"\b(?:and|or|because|although|while|which|that|if)\b|[,;:]", re.IGNORECASE)


MAX_QUERY_CHARACTERS: Final = 4_000
"""Characters of a query that are analysed; what somebody pastes behind it does not change what they ask."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    """The analysis of one query, and the terms to search for."""

    query: str
    intent: Intent
    confidence: float
    """Of the intent, 0-1."""
    emotional_weight: float
    """0-1."""
    emotional_tone: Literal["neutral", "low", "moderate", "high"]
    personal_context: bool
    memory_reference: bool
    urgency_level: float
    """0-1."""
    time_context: TimeContext
    topic_entities: tuple[str, ...]
    key_terms: tuple[str, ...]
    terms: tuple[Term, ...]
    context_terms: tuple[Term, ...]
    """From the turn before, when the query leans on it ("And when is it?")."""
    entities: tuple[str, ...]
    """Names in the query, as written."""
    about: frozenset[str]
    """Whom a personal query is about: `user`, relations and names; empty in a query about the world."""
    dates: tuple[DateHint, ...]
    keyword_density: float
    """Share of the words that carry meaning, 0-1."""
    complexity_score: float
    """0 for a plain question, 1 for a long one with many parts."""

    @property
    def looks_up(self) -> bool:
        """Whether one fact that the user once told is asked for, and no advice."""
        return asks_about_person(self.query)

    @property
    def asks_own_name(self) -> bool:
        """Whether it asks what the person is called."""
        return asks_own_name(self.query)

    @property
    def needs_memory(self) -> bool:
        """Whether memories are searched for this query at all."""
        return self.intent != "small_talk" and bool(self.terms or self.context_terms)


def analyse(query: str, *, today: date, previous_turn: str = "") -> Analysis:
    """Analyse `query`; `previous_turn` lends its words when the query has too few of its own."""
    query, previous_turn = query[:MAX_QUERY_CHARACTERS], previous_turn[:MAX_QUERY_CHARACTERS]
    intent, confidence = _classify_intent(query)
    words, terms = words_of(query), terms_of(query)
    feelings = len(_FEELING.findall(query))
    return Analysis(
        query=query,
        intent=intent,
        confidence=confidence,
        emotional_weight=min(1.0, 0.4 * feelings + 0.1 * query.count("!")),
        emotional_tone="high" if feelings > 2 else "moderate" if feelings == 2 else "low" if feelings else "neutral",
        personal_context=bool(_PERSONAL.search(query)),
        memory_reference=bool(_REFERENCE.search(query)),
        urgency_level=min(1.0, 0.6 * len(_URGENT.findall(query)) + (0.1 if "!" in query else 0.0)),
        time_context=next((name for name, pattern in _TIMES if pattern.search(query)), "general"),
        topic_entities=_topics_of(words, terms),
        key_terms=tuple(term.text for term in terms),
        terms=terms,
        context_terms=terms_of(previous_turn) if _leans_on_context(query, terms) else (),
        entities=names_in(query),
        about=_people_asked_about(query, terms),
        dates=date_hints(query, today=today),
        keyword_density=round(len(terms) / len(words), 3) if words else 0.0,
        complexity_score=min(1.0, round(len(words) / 40 + 0.1 * len(_CLAUSE_SEPARATOR.findall(query)), 3)),
    )


def _topics_of(words: Sequence[str], terms: Sequence[Term]) -> tuple[str, ...]:
    """Return the topics of the words in any form, else those of their synonyms."""
    by_stem = _topic_stems()
    named = [by_stem[stem(word)] for word in words if stem(word) in by_stem]
    meant = [by_stem[stem(word)] for term in terms for word in term.others if stem(word) in by_stem]
    return tuple(dict.fromkeys(named or meant))


@cache
def _topic_stems() -> dict[str, str]:
    return {stem(word): topic for word, topic in english().topics.items()}


def _people_asked_about(query: str, terms: tuple[Term, ...]) -> frozenset[str]:
    if not _PERSONAL.search(query) and not re.search(r"\bI\b", query):
        return frozenset()
    named = {word for term in terms for word in (term.text, term.text.removesuffix("s"), *term.others)}
    return frozenset({"user", *named}) if re.search(r"\b(?:I|i|me)\b|\bi['’]", query) else frozenset(named | {"user"})


def names_in(text: str) -> tuple[str, ...]:
    """Return capitalised words that are no ordinary sentence openers, in order, without possessive endings."""
    found, not_names = dict[str, None](), english().not_names
    for match in _NAME.finditer(text):
        words = [word for word in match.group().split() if word.lower() not in not_names]
        if words:
            found.setdefault(" ".join(words))
    return tuple(found)


def asks_about_person(text: str) -> bool:
    """Return whether only the user can know the answer: nothing that a small model says of it could be true."""
    if _ADVICE.search(text):
        return False
    return asks_indirectly(text) or bool(_ABOUT_PERSON.search(text) or _WHETHER.search(text))


def asks_indirectly(text: str) -> bool:
    """Return whether a message asks for what the user told without a question: "Do you know where I live?"."""
    if _FORGOTTEN.match(text):
        return True
    lead = _INDIRECTLY.match(text)
    return lead is not None and _OWN_THING.match(text, lead.end()) is not None


def plain_question(text: str) -> str:
    """Return the question that is asked indirectly: "where I parked" or "what is my code" of what was forgotten."""
    if (named := _FORGOTTEN_NAMED.match(text)) is not None:
        return f"what is {named['asked']}"
    forgotten = _FORGOTTEN.match(text)
    return text if forgotten is None else text[forgotten.start("asked") :]


def split_questions(text: str) -> tuple[str, ...]:
    """Return the questions for the user's own matters that are asked in one sentence; none where it is one question."""
    parts = tuple(part.strip(" ,") for part in _AND_ASKS.split(text.strip()) if part.strip(" ,"))
    return parts if len(parts) > 1 and all(map(asks_about_person, parts)) else ()


def asks_for_opinion(text: str) -> bool:
    """Return whether `text` asks for a judgement: "Should I call my boss?", "Do you think she is angry?"."""
    return _OPINION.match(text) is not None


def is_question(text: str) -> bool:
    """Return whether `text` is a question that states nothing."""
    return _classify_intent(text)[0] in {"information_request", "memory_recall"}


def asks_for_ideas(text: str) -> bool:
    """Return whether `text` only wants ideas or advice of the assistant: "I need three ideas for a party"."""
    return _IDEAS.match(text) is not None


def is_small_talk(text: str) -> bool:
    """Return whether `text` is only a greeting, a thank you or the like."""
    return _classify_intent(text)[0] == "small_talk" or not words_of(text)


def _classify_intent(query: str) -> tuple[Intent, float]:
    return next(((name, weight) for name, weight, pattern in _INTENTS if pattern.search(query)), ("general", 0.5))


def _leans_on_context(query: str, terms: tuple[Term, ...]) -> bool:
    pronoun = re.search(r"\b(?:it|that|this|there|he|she|they|him|her|them|his|their|one)\b", query, re.IGNORECASE)
    opener = re.match(r"\W*(?:and|what about|how about)\b", query, re.IGNORECASE)
    return len(terms) < 2 and (pronoun is not None or opener is not None)
