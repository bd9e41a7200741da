"""What one answer is made of: the question, what is known, and how tools are used and reasons told on the way."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from alicia_desktop.server import small_model_guard
from alicia_desktop.server.attached_files import NO_FILES, PromptFiles
from alicia_desktop.server.dialogue.acts import NONE
from alicia_desktop.server.engines.contract import ModelNotice
from alicia_desktop.server.prompts import NOTHING_KNOWN, Known
from alicia_desktop.server.tools.server_tools import Outcome

UseTool = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
"""Runs a tool by name and shows it to everybody (ToolUseRequest and -Result)."""
OnNotice = Callable[[ModelNotice], None]
"""Tells what the person should know of how the model is asked, as soon as it is so."""
OnReasoning = Callable[[str], None]
"""Tells one step of reasoning, as soon as it is made (ReasoningStep)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerTask:
    """A question with everything that its answer may use."""

    question: str
    known: Known = NOTHING_KNOWN
    """What the prompt holds."""
    extract: str | None = None
    """What the memory answers by itself; None when it has nothing or nothing was asked."""
    stands: Callable[[str], bool] = bool
    """Whether a sentence gives what `extract` does."""
    fixed: str | None = None
    """The whole answer, where it is no model's to make."""
    act: str = NONE
    """The dialogue act that it is answered by."""
    count: int = 0
    """How many memories there are, where the person asks what is known of them; `known` has the most important."""
    continues: bool = False
    """Whether a stopped answer is to go on."""
    told: tuple[str, ...] = ()
    """What the question told, when it was news and no question."""
    remember: bool = True
    """Whether tools may look into the memory."""
    temperature: float = 0.0
    seed: int = 0
    files: PromptFiles = NO_FILES
    """What is attached to the question."""
    notify: OnNotice = field(default=lambda _: None, compare=False, repr=False)


def own_messages(known: Known) -> tuple[str, ...]:
    """Return what the person said in the conversation before, oldest first."""
    return tuple(said.text for said in known.history if said.role == "user")


def asks_for_recap(question: str, known: Known) -> bool:
    """Return whether a question asks what was talked about, in a conversation that has something to recap."""
    return small_model_guard.asks_for_recap(question) and bool(own_messages(known))
