"""Filter the rows of the Memory, Tools and Turn tabs, each by its own keys, in the language of the stanzas' filters."""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.base.translation import parse_number, translate
from alicia_desktop.filtering.conditions import Field, row_fits
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.filtering.vocabulary import FilterKey, FilterVocabulary
from alicia_desktop.view.memory_timeline import TimelineRow
from alicia_desktop.view.tools import ToolRow
from alicia_desktop.view.traces import TraceRow
from alicia_desktop.view.turns import ChainStep

T = TypeVar("T")
Reading = Callable[[T], tuple[Mapping[str, Field], str]]
"""What a row has under each key, and its text."""

TOOLS: Final = FilterVocabulary(
    keys=(
        FilterKey(name="tool", kind="text", meaning=translate("Name of the tool")),
        FilterKey(
            name="state",
            kind="flag",
            meaning=translate("How far it is"),
            choices=("running", "done", "failed", "cancelled", "waiting", "refused", "timed-out"),
        ),
        FilterKey(name="took", kind="duration", meaning=translate("Time from request to result")),
        FilterKey(name="at", kind="moment", meaning=translate("When it was asked for")),
        FilterKey(name="where", kind="text", meaning=translate("Where it ran")),
        FilterKey(name="permission", kind="text", meaning=translate("What you answered")),
        FilterKey(name="error", kind="text", meaning=translate("Code and words of its failure")),
        FilterKey(name="is", kind="flag", meaning=translate("A result without a request"), choices=("orphan",)),
    ),
    example="state:failed took>2s",
)
MEMORIES: Final = FilterVocabulary(
    keys=(
        FilterKey(
            name="action",
            kind="flag",
            meaning=translate("What happened to the memory"),
            choices=("retrieved", "stored", "updated", "unknown", "archived", "unarchived", "deleted", "forgotten"),
        ),
        FilterKey(name="score", kind="decimal", meaning=translate("Score of its retrieval")),
        FilterKey(name="rank", kind="number", meaning=translate("Place among the retrieved")),
        FilterKey(name="category", kind="text", meaning=translate("Category")),
        FilterKey(name="is", kind="flag", meaning=translate("Whether it was pinned"), choices=("pinned",)),
        FilterKey(name="memory", kind="text", meaning=translate("Id of the memory")),
        FilterKey(name="trace", kind="text", meaning=translate("Id of the trace")),
        FilterKey(name="at", kind="moment", meaning=translate("When it happened")),
        FilterKey(name="turn", kind="number", meaning=translate("Number of the turn, in the timeline")),
    ),
    example="action:retrieved score<0.5",
)
STEPS: Final = FilterVocabulary(
    keys=(
        FilterKey(
            name="step",
            kind="flag",
            meaning=translate("Kind of step"),
            choices=("question", "memories", "reasoning", "tool", "sentences", "error"),
        ),
        FilterKey(name="title", kind="text", meaning=translate("Words beside the step")),
    ),
    example="step:tool",
)


def tool_fields(row: ToolRow) -> tuple[Mapping[str, Field], str]:
    """Return what a filter finds in a tool use."""
    fields: Mapping[str, Field] = {
        "tool": row.name,
        "state": row.state.replace("_", "-"),
        "took": row.took,
        "at": row.at,
        "where": row.execution,
        "permission": row.permission or None,
        "error": row.error or None,
        "is": "orphan" if row.orphan else None,
    }
    return fields, f"{row.name}\n{row.parameters}\n{row.result}\n{row.error}"


def trace_fields(row: TraceRow) -> tuple[Mapping[str, Field], str]:
    """Return what a filter finds in a memory trace."""
    fields: Mapping[str, Field] = {
        "action": row.action,
        "score": parse_number(row.score) if row.score else None,
        "rank": int(row.rank) if row.rank.isdigit() else None,
        "category": row.category or None,
        "is": "pinned" if row.pinned else None,
        "memory": row.memory_id,
        "trace": row.id,
        "at": row.at,
    }
    return fields, f"{row.content}\n{row.detail}"


def event_fields(row: TimelineRow) -> tuple[Mapping[str, Field], str]:
    """Return what a filter finds in an event of the timeline."""
    fields: Mapping[str, Field] = {
        "action": row.kind,
        "score": row.score,
        "category": row.category or None,
        "memory": row.memory_id,
        "trace": row.trace_id or None,
        "at": row.at,
        "turn": row.turn,
    }
    return fields, f"{row.content}\n{row.detail}"


def step_fields(step: ChainStep) -> tuple[Mapping[str, Field], str]:
    """Return what a filter finds in a step of a turn."""
    lines = (f"{line.lead} {line.text} {line.tail}" for line in step.lines)
    return {"step": step.kind, "title": (step.title, step.detail)}, "\n".join((step.title, step.detail, *lines))


class FilteredRows(Generic[T]):
    """The rows of another list that fit, kept in step with it."""

    def __init__(self, read: Reading[T], source: Rows[T]) -> None:
        self._read = read
        self._expression: Expression = EVERYTHING
        self.source = source
        self.rows: Rows[T] = Rows(source.key_of)
        self._disconnect = source.changed.connect(self._on_changed)
        self._show()

    def filter(self, expression: Expression) -> None:
        """Show only rows that fit."""
        self._expression = expression
        self._show()

    def close(self) -> None:
        """Follow the list no more."""
        self._disconnect()

    def _on_changed(self, change: RowsChange[T]) -> None:
        del change
        self._show()

    def _show(self) -> None:
        if self._expression == EVERYTHING:
            self.rows.reset(self.source)
            return
        self.rows.reset(row for row in self.source if row_fits(self._expression, *self._read(row)))
