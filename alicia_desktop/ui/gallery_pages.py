"""Pages and dialogs of the inspector in the gallery: what was read, what if, over turns, and stanzas by hand."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.filtering.columns import StanzaSums
from alicia_desktop.protocol.messages import MemoryAction, UserMessage
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.ui.inspector.memory.what_if_page import WhatIfPage
from alicia_desktop.ui.inspector.stanzas.compose_dialog import JSON, ComposeDialog
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog, StatisticsDialog
from alicia_desktop.ui.inspector.turn.over_turns import OverTurns
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.answer_prompt import KnownPrompt, prompt_view
from alicia_desktop.view.composed_stanzas import StanzaContext, compose, preset
from alicia_desktop.view.stanza_comparison import ComparedStanza, FieldComparison, StanzaComparison
from alicia_desktop.view.stanza_statistics import statistics_of
from alicia_desktop.view.turn_statistics import TurnComparison, TurnSample, phase_groups
from alicia_desktop.view.what_if import UsedThen, WhatIfStart, what_if_view

HEIGHT: Final = 560
AT: Final = datetime(1970, 1, 1, 12, tzinfo=UTC)
QUESTION: Final = "What may Emma eat at her party?"
MODEL: Final = {"name": "qwen3:4b", "provider": "127.0.0.1", "settings": {"temperature": 0.7}}
PARTS: Final = (
    PromptPart(source="instructions", role="system", tokens=24, text="You are Alicia. Answer in a few sentences."),
    PromptPart(
        source="memory", role="user", tokens=12, text="1. (health, 0.91) “Emma is allergic to walnuts.”", ref="m"
    ),
    PromptPart(source="message", role="assistant", tokens=9, text="Her recital is on Friday at six.", ref="am_0"),
    PromptPart(source="question", role="user", tokens=8, text=QUESTION, ref="am_1"),
    PromptPart(source="tool", role="system", tokens=31, text='{"name":"calculator"}'),
)
USED: Final = (UsedThen(id="a", content="Emma is allergic to walnuts."), UsedThen(id="b", content="Emma likes plums."))
FITTED: Final[Mapping[str, Any]] = {"threshold": 0.34, "budget": 2_400, "weights": {"words": 0.55, "stranger": -0.35}}
SUMS: Final = (
    StanzaSums(name="MemoryTrace", inwards=True, count=1_200, size=400_000),
    StanzaSums(name="UserMessage", inwards=False, count=3, size=900),
)


def pages(theme: Theme) -> Iterator[QWidget]:
    """Yield the pages that stand in place of a tab's list."""
    for part in (*_prompts(theme), _over_turns(theme)):
        part.setFixedHeight(HEIGHT)
        yield part
    yield from _trials(theme)


def stanza_dialogs(theme: Theme, parent: QWidget) -> Iterator[QWidget]:
    """Yield the dialogs about stanzas, as parts of `parent`."""
    for dialog in (
        *_compositions(theme, parent),
        StanzaComparisonDialog(_two_stanzas(), theme=theme, parent=parent),
        StatisticsDialog(statistics_of(SUMS, 60_000_000, is_filtered=True), theme=theme, parent=parent),
    ):
        dialog.setWindowFlags(Qt.WindowType.Widget)
        yield dialog


def _prompts(theme: Theme) -> Iterator[PromptPage]:
    """Yield what was read: beside today's, and of an answer that another server gave."""
    sizes = {part.source: (part.tokens, 1) for part in PARTS}
    for by_source, problem in ((sizes, ""), ({}, "You are offline.")):
        known = KnownPrompt(
            answer_id="am_2",
            conversation_id="ac_1",
            has_summary=bool(by_source),
            by_source=by_source,
            told={"model": MODEL},
            answered_by="model",
            private=False,
        )
        page = PromptPage(theme=theme)
        page.show_loading("am_2")
        sent, today = (_prompt(PARTS), _prompt((PARTS[0], *PARTS[2:4]))) if by_source else (None, None)
        page.set_prompt(prompt_view(known, sent, today=today, problem=problem), again=bool(problem))
        yield page


def _prompt(parts: tuple[PromptPart, ...]) -> AnswerPrompt:
    usage = {"promptTokens": 84, "completionTokens": 21, "cachedTokens": 40}
    told = {"model": MODEL, "usage": usage, "firstTokenMs": 320, "answeredMs": 2_320, "finishReason": "stop"}
    return AnswerPrompt(id="am_2", conversation_id="ac_1", parts=parts, told=told, created_at=AT)


def _trials(theme: Theme) -> Iterator[WhatIfPage]:
    """Yield a trial that changed something, and one for which no server can be asked."""
    start = WhatIfStart(answer_id="am_2", question=QUESTION, used=USED)
    tried = WhatIfPage(start, changes={"threshold": 0.2}, opened=True, theme=theme)
    tried.set_view(what_if_view(start, _told()))
    tried.set_saving(possible=True)
    offline = WhatIfPage(start, changes={}, opened=False, theme=theme)
    offline.show_problem("You are offline.")
    yield from (tried, offline)


def _told() -> dict[str, Any]:
    named = {"c": "Emma’s party is on Saturday.", "a": USED[0].content, "d": "Emma plays the recorder."}
    one = {key: {"memoryId": key, "content": content, "category": "personal"} for key, content in named.items()}
    missed = one["d"] | {"relevance": 0.18, "reason": "below_threshold", "rank": 3, "decay": {"threshold": 0.2}}
    return {
        "state": "found",
        "tried": {**FITTED, "threshold": 0.2},
        "defaults": FITTED,
        "builtIn": FITTED,
        "used": [one["c"] | {"relevance": 0.52}, one["a"] | {"relevance": 0.41}],
        "retrieval": {"threshold": 0.2, "budget": {"tokens": 2_400, "used": 40}, "missed": [missed]},
    }


def _over_turns(theme: Theme) -> OverTurns:
    samples = [_sample(number, took) for number, took in enumerate((110.0, 120.0, 130.0, 1_900.0))]
    page = OverTurns(theme=theme)
    page.set_comparison(TurnComparison(turns=4, of=4, groups=phase_groups(samples, by="")))
    return page


def _sample(number: int, prompt_ms: float) -> TurnSample:
    return TurnSample(
        message_id=f"am_{number}",
        conversation_id="ac_1",
        title="Emma’s recital",
        asked=QUESTION,
        at=AT,
        groups={},
        took_ms={"Memory retrieval": 19.0 + number, "Reading the prompt": prompt_ms},
    )


def _compositions(theme: Theme, parent: QWidget) -> Iterator[ComposeDialog]:
    """Yield a message as a form, and an action as JSON that cannot be sent."""
    context = StanzaContext(conversation_id="ac_1", message_id="am_2")
    for message, said in ((UserMessage, ""), (MemoryAction, "{")):
        dialog = ComposeDialog(
            preset=lambda number: preset(number, context),
            compose=lambda number, said: compose(number, said, conversation_id="ac_1"),
            begin=(message.TYPE, preset(message.TYPE, context)),
            theme=theme,
            parent=parent,
        )
        if said:
            dialog.mode.choose(JSON)
            dialog.mode.chosen.emit(JSON)
            dialog.json.set_text(said)
        yield dialog


def _two_stanzas() -> StanzaComparison:
    one, other = b"\x81\xa7content\xa7walnuts", b"\x81\xa7content\xa7peanuts"
    fields = (
        FieldComparison(path="type", first="14", second="14", kind="same"),
        FieldComparison(path="body.content", first='"walnuts"', second='"peanuts"', kind="changed"),
        FieldComparison(path="body.confidence", first="0.91", second="", kind="first"),
        FieldComparison(path="body.action", first="", second='"retrieved"', kind="second"),
    )
    return StanzaComparison(
        first=ComparedStanza(title="3 · MemoryTrace · 12:00:00.000 · 17 B", raw=one, differing=((10, 13),)),
        second=ComparedStanza(title="9 · MemoryTrace · 12:00:04.000 · 17 B", raw=other, differing=((10, 13),)),
        fields=fields,
        note="Only the bytes that are stored are compared.",
    )
