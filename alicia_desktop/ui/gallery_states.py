"""States that are told apart by their mark: each as a widget of the gallery, as a rule with the same words in a group.

So whoever looks at a group sees whether its marks say enough by themselves, with any kind of colour blindness.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.conversation.header import TROUBLE
from alicia_desktop.ui.conversation.user_message import STATE_COLOUR, STATE_ICON
from alicia_desktop.ui.inspector.filters.filter_completer import STATE_COLOURS, STATE_ICONS, FilterField
from alicia_desktop.ui.inspector.memory.memory_page import ICONS as ACTION_ICON
from alicia_desktop.ui.inspector.stanzas.stanza_columns import BADGES as STANZA_BADGES
from alicia_desktop.ui.inspector.stanzas.stanza_columns import badge_word
from alicia_desktop.ui.inspector.turn.chain import KINDS as STEPS
from alicia_desktop.ui.inspector.turn.waterfall import KINDS as PHASES
from alicia_desktop.ui.presence_icon import MARK_OF_STATE, Mark
from alicia_desktop.ui.settings.fields import TextField
from alicia_desktop.ui.sidebar.conversation_delegate import STATES as WAITING
from alicia_desktop.ui.sidebar.panel import SYNC_ICON
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.badge import Badge
from alicia_desktop.ui.widgets.buttons import IconButton, SegmentButton, Segments
from alicia_desktop.ui.widgets.chip import TRACE_ICON, MemoryChip
from alicia_desktop.ui.widgets.fields import RadioButton, Toggle
from alicia_desktop.ui.widgets.labels import Icon
from alicia_desktop.ui.widgets.notices import BANNER_ICON, TOAST_ICON, Banner
from alicia_desktop.ui.widgets.tool_card import STATE_ICON as TOOL_ICON
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.view.rows import BannerRow, ChipRow, ToolCardRow, ToolState

WORDS: Final = "State"
TOOLS: tuple[tuple[ToolState, str], ...] = (
    ("running", "Running · 0.4 s of 30"),
    ("done", "Done · 186 ms · server"),
    ("failed", "Failed: timeout after 30 s"),
    ("cancelled", "Cancelled"),
    ("waiting", "Waiting for you"),
    ("refused", "Not allowed"),
    ("timed_out", "Timed out after 120 s"),
)
"""How a tool use goes on, in the words that its card always has."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StateSample:
    """A component in a state."""

    widget: QWidget
    glyph: str = ""
    """The name of the icon that tells the state; empty where a painted shape or a sentence does."""


Samples = Iterator[tuple[str, StateSample]]
"""What a state is called, and a component in it."""


def state_samples(theme: Theme, group: str) -> dict[str, StateSample]:
    """Return the states of a group; what differs in meaning must not differ in colour alone."""
    return dict(GROUPS[group](theme))


def _chips(theme: Theme) -> Samples:
    for action in TRACE_ICON:
        row = ChipRow(id=action, memory_id=action, action=action, score="0.91", meaning="relevance", content=WORDS)
        yield action, StateSample(widget=MemoryChip(row, theme=theme), glyph=TRACE_ICON[action])


def _badges(theme: Theme) -> Samples:
    for badge, (kind, icon) in STANZA_BADGES.items():
        made = Badge(badge_word(badge), theme=theme, kind=kind, icon=icon)  # which has its word always
        yield badge, StateSample(widget=made, glyph=icon)


def _tools(theme: Theme) -> Samples:
    for state, outcome in TOOLS:
        row = ToolCardRow(
            id=state, name="get_tides", parameters="", state=state, outcome=outcome, result="", started_at=1
        )
        yield state, StateSample(widget=ToolCard(row, theme=theme), glyph=TOOL_ICON[state][0])


def _banners(theme: Theme) -> Samples:
    for kind in BANNER_ICON:
        banner = Banner(theme=theme)
        banner.set_row(BannerRow(kind=kind, text=WORDS))
        yield kind, StateSample(widget=banner, glyph=BANNER_ICON[kind])


def _marks(theme: Theme) -> Samples:
    for shape in dict.fromkeys(MARK_OF_STATE.values()):
        mark = Mark(theme=theme, size=40)
        mark.set_shape(shape, WORDS)
        yield shape, StateSample(widget=mark)


def _icons(icons: Mapping[str, tuple[str, str]]) -> Callable[[Theme], Samples]:
    """Return what makes an icon a state; states without one are told by what is not there."""

    def make(theme: Theme) -> Samples:
        for state, (icon, colour) in icons.items():
            if icon:
                yield state, StateSample(widget=Icon(icon, theme=theme, colour=colour), glyph=icon)

    return make


def _filters(theme: Theme) -> Samples:
    for state in STATE_ICONS:
        field = FilterField(theme=theme, name=WORDS, example="dir:in")
        field.setText(WORDS)
        field.set_state(state)
        yield state or "empty", StateSample(widget=field, glyph=STATE_ICONS[state])


def _fields(theme: Theme) -> Samples:
    for state in ("right", "wrong"):
        field = TextField(WORDS, theme=theme, value=WORDS)
        field.set_error(WORDS if state == "wrong" else "")
        yield state, StateSample(widget=field)


def _switches(theme: Theme) -> Samples:
    for on in (True, False):
        toggle = Toggle(WORDS, theme=theme)
        toggle.setChecked(on)
        yield "on" if on else "off", StateSample(widget=toggle)


def _choices(theme: Theme) -> Samples:
    for on in (True, False):
        choice = RadioButton(WORDS, theme=theme)
        choice.setAutoExclusive(False)
        choice.setChecked(on)
        yield "chosen" if on else "not chosen", StateSample(widget=choice)


def _segments(theme: Theme) -> Samples:
    for chosen in ("one", "two"):
        segments = Segments([SegmentButton(id=one, text=WORDS) for one in ("one", "two")], theme=theme, name=WORDS)
        segments.choose(chosen)
        yield chosen, StateSample(widget=segments)


def _pressed(theme: Theme) -> Samples:
    for on in (True, False):
        button = IconButton("activity", WORDS, theme=theme)
        button.setCheckable(True)
        button.setChecked(on)
        yield "pressed" if on else "released", StateSample(widget=button)


GROUPS: Final[Mapping[str, Callable[[Theme], Samples]]] = {
    "memory chip": _chips,
    "stanza badge": _badges,
    "tool card": _tools,
    "banner": _banners,
    "toast": _icons({kind: TOAST_ICON[kind] for kind in TOAST_ICON}),
    "voice": _marks,
    "message": _icons({state: (icon, STATE_COLOUR.get(state, "text-muted")) for state, icon in STATE_ICON.items()}),
    "conversation": _icons({state: (icon or "", colour) for state, (icon, colour) in WAITING.items()}),
    "sync": _icons(SYNC_ICON),
    "connection": _icons(TROUBLE),
    "step of a turn": _icons(STEPS),
    "phase of a turn": _icons({kind: (icon, colour) for kind, (icon, colour, _) in PHASES.items()}),
    "change of a memory": _icons({state: ACTION_ICON[state] for state in ACTION_ICON}),
    "filter icon": _icons({state: (icon, STATE_COLOURS[state]) for state, icon in STATE_ICONS.items()}),
    "filter": _filters,
    "field": _fields,
    "switch": _switches,
    "choice": _choices,
    "segments": _segments,
    "pressed button": _pressed,
}
