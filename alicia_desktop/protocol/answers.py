"""Answers put together from what comes over the wire: StartAnswer, sentences in any order, whole messages, stops.

    answers = Answers()
    answers.start(start_answer)
    step = answers.sentence(sentence)
    step.answer.text, step.answer.missing, step.change

An `Answer` is a frozen value; `Answers` keeps those of one conversation and finds the one that a stanza belongs to,
also where a server chains sentences to each other instead of to their answer, and where a sentence comes before what it
belongs to (docs/protocol.md#order-in-a-turn).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from alicia_desktop.protocol.messages import AssistantMessage, AssistantSentence, StartAnswer


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """One answer as far as it is known."""

    id: str
    question_id: str | None = None
    """The user's message; None while no StartAnswer or AssistantMessage told it."""
    started: bool = False
    """Whether a StartAnswer or AssistantMessage was seen; without, it may yet turn out to be part of another."""
    answer_type: str | None = None
    planned: int | None = None
    """How many sentences the server said it would send."""
    sentences: Mapping[int, AssistantSentence] = field(default_factory=dict)
    """By sequence number, in its order."""
    whole: str | None = None
    """The text of an AssistantMessage, which goes before that of the sentences."""
    stopped: bool = False
    """The person stopped it: what comes after is kept elsewhere, never shown or spoken."""
    after_stop: int = 0
    """Sentences that came after the stop."""
    ended: bool = False
    """Nothing more is expected: a final sentence or the whole message was seen, or `Answers.end` said so."""

    @property
    def text(self) -> str:
        """The answer as far as it is known, sentences joined by a space where neither side brings white space."""
        if self.whole is not None:
            return self.whole
        return join_sentences(sentence.text for sentence in self.sentences.values())

    @property
    def missing(self) -> tuple[int, ...]:
        """Sequence numbers that did not come although a later one did; counted from 1, or from 0 where there is a 0."""
        if not self.sentences or self.whole is not None:
            return ()
        last = max(self.sentences)
        return tuple(number for number in range(min(1, *self.sentences), last) if number not in self.sentences)

    @property
    def complete(self) -> bool:
        """Whether all of it is here."""
        return self.ended and not self.stopped and not self.missing


def join_sentences(texts: Iterable[str]) -> str:
    """Return the texts of an answer as one, with a space where neither side brings white space."""
    parts: list[str] = []
    for text in filter(None, texts):
        if parts and not parts[-1][-1].isspace() and not text[0].isspace():
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


def says_less(text: str, received: str) -> bool:
    """Return whether a copy of an answer is empty, or only the beginning of what was received of it.

    White space says nothing: two servers, and two looks at one of them, may join sentences in other ways.
    """
    words, known = text.split(), received.split()
    return len(words) < len(known) and words == known[: len(words)]


class AnswerChange(Enum):
    """The effect of a stanza on its answer."""

    STARTED = "started"
    GROWN = "grown"
    """A sentence more, or the whole text."""
    REPEATED = "repeated"
    """It said what was known."""
    REPLACED = "replaced"
    """It said something else than before under the same number, and holds now."""
    AFTER_STOP = "after_stop"
    """It came after the stop: counted, not part of the text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AssemblyStep:
    """The answer after a stanza."""

    answer: Answer
    change: AnswerChange
    absorbed: str | None = None
    """Id of a supposed answer that turned out to be a sentence of this one: its row is to go."""


class Answers:
    """The answers of one conversation, fed in the order of arrival."""

    def __init__(self) -> None:
        self._answers: dict[str, Answer] = {}
        self._part_of: dict[str, str] = {}
        """Sentence id → answer id."""
        self._stopped_early: set[str] = set()
        """Targets of a stop whose answer has not begun."""

    def get(self, answer_id: str) -> Answer | None:
        """Return the answer with this very id, or None."""
        return self._answers.get(answer_id)

    def unended(self) -> tuple[Answer, ...]:
        """Return the answers of which more is expected, oldest first."""
        return tuple(answer for answer in self._answers.values() if not answer.ended and not answer.stopped)

    def answer_of(self, some_id: str) -> str:
        """Return the id of the answer that is, or contains, `some_id`; an unknown id is taken for an answer's own."""
        return some_id if some_id in self._answers else self._part_of.get(some_id, some_id)

    def start(self, body: StartAnswer) -> AssemblyStep:
        """An answer begins, or one is named again on replay."""
        known = self._answers.get(body.id)
        answer = replace(
            known or Answer(id=body.id),
            question_id=body.previous_id or (known.question_id if known else None),
            started=True,
            answer_type=body.answer_type or (known.answer_type if known else None),
            planned=body.planned_sentence_count or (known.planned if known else None),
        )
        change = AnswerChange.REPEATED if known == answer else AnswerChange.STARTED
        return AssemblyStep(answer=self._store(self._born(answer)), change=change)

    def message(self, body: AssistantMessage) -> AssemblyStep:
        """A whole answer at once, or the whole of one that came in sentences: one row either way."""
        known = self._answers.get(body.id) or Answer(id=body.id)
        answer = self._born(replace(known, question_id=body.previous_id or known.question_id, started=True))
        if answer.stopped:
            return self._after_stop(answer)
        change = AnswerChange.GROWN if known.whole is None else AnswerChange.REPLACED
        if known.whole == body.content:
            change = AnswerChange.REPEATED
        return AssemblyStep(answer=self._store(replace(answer, whole=body.content, ended=True)), change=change)

    def sentence(self, body: AssistantSentence) -> AssemblyStep:
        """One sentence, in any order, named after its answer or after another sentence of it."""
        owner = self.answer_of(body.previous_id)
        answer = self._answers.get(owner) or Answer(id=owner)
        absorbed = None
        if body.id is not None and body.id != owner:
            self._part_of[body.id] = owner
            absorbed = self._pop_supposed(body.id, owner)
        earlier = answer.sentences.get(body.sequence)
        if answer.stopped and earlier is None:
            return self._after_stop(answer)
        added = {body.sequence: body} | (dict(absorbed.sentences) if absorbed else {})
        answer = replace(
            answer,
            sentences=_in_order({**answer.sentences, **added}),
            ended=answer.ended or any(one.is_final for one in added.values()),
        )
        change = AnswerChange.GROWN
        if earlier is not None:
            change = AnswerChange.REPEATED if earlier.text == body.text else AnswerChange.REPLACED
        return AssemblyStep(answer=self._store(answer), change=change, absorbed=absorbed.id if absorbed else None)

    def stop(self, target_id: str | None = None) -> tuple[Answer, ...]:
        """Stop the answer that is, contains, or answers `target_id`, or all that run; returns those that were stopped.

        A target of which no answer has begun is remembered: its answer is stopped from the start.
        """
        if target_id is None:
            hit = self.unended()
        else:
            owner = self.answer_of(target_id)
            related = [one for one in self._answers.values() if owner in {one.id, one.question_id}]
            hit = tuple(one for one in related if not one.ended and not one.stopped)
            if not related:
                self._stopped_early.add(target_id)
        return tuple(self._store(replace(one, stopped=True)) for one in hit)

    def end(self, answer_id: str) -> Answer | None:
        """Expect nothing more: the next turn began, or it was silent too long. None when the answer is unknown."""
        answer = self._answers.get(answer_id)
        return self._store(replace(answer, ended=True)) if answer else None

    def resume(self, answer_id: str) -> Answer | None:
        """Go on with a stopped answer (variation `continue`); None when it is unknown."""
        answer = self._answers.get(answer_id)
        return self._store(replace(answer, stopped=False, ended=False)) if answer else None

    def _born(self, answer: Answer) -> Answer:
        early = {answer.id, answer.question_id} & self._stopped_early
        self._stopped_early -= early
        return replace(answer, stopped=True) if early else answer

    def _pop_supposed(self, sentence_id: str, owner: str) -> Answer | None:
        """Take out an answer that was only supposed, because sentences named a sentence that had not come yet."""
        supposed = self._answers.get(sentence_id)
        if supposed is None or supposed.started:
            return None
        del self._answers[sentence_id]
        self._part_of.update((one.id, owner) for one in supposed.sentences.values() if one.id)
        return supposed

    def _after_stop(self, answer: Answer) -> AssemblyStep:
        counted = self._store(replace(answer, after_stop=answer.after_stop + 1))
        return AssemblyStep(answer=counted, change=AnswerChange.AFTER_STOP)

    def _store(self, answer: Answer) -> Answer:
        self._answers[answer.id] = answer
        return answer


def _in_order(sentences: dict[int, AssistantSentence]) -> Mapping[int, AssistantSentence]:
    return MappingProxyType(dict(sorted(sentences.items())))
