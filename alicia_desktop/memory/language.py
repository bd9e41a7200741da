"""The word lists of `english.toml`, read once and never changed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """What the rules know about one language."""

    stop_words: frozenset[str]
    others: Mapping[str, tuple[str, ...]]
    """The words that count for a word, by that word."""
    not_names: frozenset[str]
    verbs: frozenset[str]
    unchanging: frozenset[str]
    single_valued: frozenset[str]
    """Attributes of which somebody has one at a time."""
    single_relations: frozenset[str]
    persons: frozenset[str]
    """All who can be the subject of a fact, the single ones too."""
    not_jobs: frozenset[str]
    topics: Mapping[str, str]
    """Topic by word."""
    categories: Mapping[str, frozenset[str]]
    """Words by category, in the document's order."""
    positive: frozenset[str]
    negative: frozenset[str]


@cache
def english() -> Language:
    """Return the English lists."""
    raw = tomllib.loads(files("alicia_desktop.memory").joinpath("english.toml").read_text("utf-8"))
    stop_words = frozenset(raw["stop_words"].split())
    facts = raw["facts"]
    single_relations = frozenset(facts["single_relations"].split())
    return Language(
        stop_words=stop_words,
        others=MappingProxyType(_others(raw["concepts"])),
        not_names=stop_words | frozenset(raw["not_names"].split()),
        verbs=frozenset(raw["verbs"].split()),
        unchanging=frozenset(raw["unchanging"].split()),
        single_valued=frozenset(facts["single_valued"]),
        single_relations=single_relations,
        persons=single_relations | frozenset(facts["persons"].split()),
        not_jobs=frozenset(facts["not_jobs"].split()),
        topics=MappingProxyType({word: topic for topic, words in raw["topics"].items() for word in words.split()}),
        categories=MappingProxyType({name: frozenset(words.split()) for name, words in raw["categories"].items()}),
        positive=frozenset(raw["feelings"]["positive"].split()),
        negative=frozenset(raw["feelings"]["negative"].split()),
    )


def _others(concepts: list[str]) -> dict[str, tuple[str, ...]]:
    """Return what counts for a word: for a whole its kinds, for a kind its wholes, for all else each other."""
    found: dict[str, dict[str, None]] = {}
    for concept in concepts:
        wholes, _, kinds = (part.split() for part in concept.partition(">"))
        for word in wholes:
            found.setdefault(word, {}).update({other: None for other in (*wholes, *kinds) if other != word})
        for word in kinds:
            found.setdefault(word, {}).update(dict.fromkeys(wholes))
    return {word: tuple(others) for word, others in found.items()}
