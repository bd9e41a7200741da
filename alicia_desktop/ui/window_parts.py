"""What stands in the window: loaded and built when the frame is on screen, since together it takes as long as Qt."""

from dataclasses import dataclass

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.ui.conversation.panel import ConversationPanel
from alicia_desktop.ui.panels import Panels
from alicia_desktop.ui.sidebar.panel import Sidebar
from alicia_desktop.ui.switcher import Switcher
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.notices import Toast


@dataclass(frozen=True, kw_only=True, slots=True)
class Furniture:
    """The panels side by side, and what floats over them."""

    sidebar: Sidebar
    conversation: ConversationPanel
    panels: Panels
    toast: Toast
    switcher: Switcher


def built(theme: Theme, clock: Clock | None) -> Furniture:
    """Return all of it; the panels are to be the window's central widget."""
    sidebar = Sidebar(theme=theme)
    conversation = ConversationPanel(theme=theme, clock=clock if clock is not None else SystemClock())
    panels = Panels(theme=theme, sidebar=sidebar, conversation=conversation)
    return Furniture(
        sidebar=sidebar,
        conversation=conversation,
        panels=panels,
        toast=Toast(theme=theme, parent=panels),
        switcher=Switcher(theme=theme, parent=panels),
    )
