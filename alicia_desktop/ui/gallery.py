"""The gallery: every component in every state on one page, for developers."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.ui.conversation.panel import EmptyConversation
from alicia_desktop.ui.gallery_dialogs import dialogs
from alicia_desktop.ui.gallery_inspector import captures, replays, timelines
from alicia_desktop.ui.gallery_pages import pages, stanza_dialogs
from alicia_desktop.ui.gallery_states import GROUPS, TOOLS, state_samples
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.presence_icon import COLOUR_OF_STATE, MARK_OF_STATE, Mark
from alicia_desktop.ui.settings.fields import PushToTalkField
from alicia_desktop.ui.settings.household_part import HouseholdPart, PairedRow
from alicia_desktop.ui.spelling.spelling_marks import SpellingMarks
from alicia_desktop.ui.spelling.verdicts import SpellingVerdicts
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.tokens import SCHEMES
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.badge import Badge, BadgeKind
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind, IconButton, SegmentButton, Segments
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.fields import EditField, Picker, RadioButton, Toggle
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.meter import Meter
from alicia_desktop.ui.widgets.notices import Banner
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.view.rows import BannerRow, ChipRow, ToolCardRow, TraceAction, VoiceStateName, VoteRow

KINDS: tuple[ButtonKind, ...] = ("primary", "normal", "danger", "flat", "link")
FONTS: tuple[FontName, ...] = ("display", "title", "body", "ui", "ui-strong", "small", "label", "code", "data")
BADGES: tuple[tuple[BadgeKind, str, str], ...] = (
    ("error", "warning-octagon", "malformed"),
    ("info", "question", "unknown"),
    ("plain", "copy-simple", "duplicate"),
    ("warn", "repeat", "out of order"),
    ("conflict", "arrows-left-right", "conflict"),
    ("ok", "check", "valid"),
)
SWATCHES = ("surface", "surface-raised", "surface-sunken", "surface-selected", "user-bubble", "accent")


class Gallery(QScrollArea):
    """Show every component in every state."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.states = {group: state_samples(theme, group) for group in GROUPS}
        """Components in states that differ by their mark, by group and state; parts of the page."""
        set_window_title(self, "Alicia · components and states")
        self.setWidgetResizable(True)
        page = QWidget()
        page.setProperty("ground", "surface")
        grid = QGridLayout(page)
        grid.setContentsMargins(32, 24, 32, 24)
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(28)
        sections = (self._buttons, self._controls, self._type, self._voice, self._meters, self._chips)
        for number, section in enumerate(
            (
                *sections,
                self._tools,
                self._banners,
                self._badges,
                self._filters,
                self._empty,
                self._replay,
                self._household,
            )
        ):
            grid.addWidget(section(), number // 2, number % 2)
        grid.addWidget(self._states(), grid.rowCount(), 0, 1, 2)
        grid.addWidget(self._timelines(), grid.rowCount(), 0, 1, 2)
        grid.addWidget(self._captures(), grid.rowCount(), 0, 1, 2)
        grid.addWidget(self._pages(), grid.rowCount(), 0, 1, 2)
        grid.addWidget(self._dialogs(), grid.rowCount(), 0, 1, 2)
        grid.setRowStretch(grid.rowCount(), 1)
        self.setWidget(page)

    def _section(self, title: str) -> tuple[QWidget, QVBoxLayout]:
        section = QWidget()
        column = QVBoxLayout(section)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(Label(title, theme=self._theme, font="title"))
        return section, column

    def _household(self) -> QWidget:
        section, column = self._section("Other computers")
        shut, opened = (HouseholdPart(theme=self._theme, is_open=is_open) for is_open in (False, True))
        opened.show_code("K7Q-M2X", "Within 10 minutes: https://alicia.home:8200")
        opened.show_computers(
            [
                PairedRow(user_name="user", name="Laptop", own=True, since="1970-01-01"),
                PairedRow(user_name="anna", name="Anna’s desk", own=False, since="1970-01-01"),
            ]
        )
        refused = HouseholdPart(theme=self._theme, is_open=True)
        refused.set_problem("A name has 1 to 64 visible characters, and no space at either end.")
        for part in (shut, opened, refused):
            column.addWidget(part)
        column.addStretch()
        return section

    def _buttons(self) -> QWidget:
        section, column = self._section("Buttons")
        for kind in KINDS:
            line = QHBoxLayout()
            for enabled in (True, False):
                button = Button("Send", theme=self._theme, kind=kind, icon="paper-plane-right")
                button.setEnabled(enabled)
                line.addWidget(button)
            line.addWidget(Button("Small", theme=self._theme, kind=kind, small=True))
            line.addStretch()
            column.addLayout(line)
        column.addWidget(IconButton("activity", "Icon", theme=self._theme))
        column.addStretch()
        return section

    def _controls(self) -> QWidget:
        section, column = self._section("Controls")
        field = QLineEdit()
        field.setPlaceholderText("Placeholder")
        wrong = QLineEdit("htp://alicia.home")
        wrong.setProperty("wrong", True)
        picker = Picker(theme=self._theme, name="Picker")
        picker.addItems(["USB headset", "Built-in"])
        for control in (field, wrong, picker):
            control.setFixedHeight(self._theme.height("control"))
            column.addWidget(control)
        line = QHBoxLayout()
        for on in (True, False):
            toggle = Toggle("On" if on else "Off", theme=self._theme)
            toggle.setChecked(on)
            line.addWidget(toggle)
        chosen = RadioButton("Chosen", theme=self._theme)
        chosen.setChecked(True)
        line.addWidget(chosen)
        line.addStretch()
        column.addLayout(line)
        segments = [
            SegmentButton(id=text, text=text, icon="headphones") for text in ("This answer", "Conversation", "All")
        ]
        column.addWidget(Segments(segments, theme=self._theme, name="Segments"))
        column.addWidget(self._spelled())
        column.addWidget(self._key("Ctrl+F9", "Another program has taken Ctrl+F9. Choose another key."))
        column.addWidget(self._key("", "A key for every window is available on Linux only.", possible=False))
        column.addStretch()
        return section

    def _key(self, keys: str, sentence: str, *, possible: bool = True) -> PushToTalkField:
        field = PushToTalkField(keys, theme=self._theme)
        field.set_state(sentence, possible=possible)
        return field

    def _spelled(self) -> EditField:
        """Return a field with a word that is spelled wrong."""
        field = EditField(theme=self._theme)
        field.setFixedHeight(3 * self._theme.line("body"))
        field.set_text("When is Emma’s reciptal?")
        verdicts = SpellingVerdicts(field)
        verdicts.use(enabled=True)
        verdicts.set_verdicts({"reciptal": True})
        SpellingMarks(field, verdicts=verdicts, theme=self._theme)
        return field

    def _type(self) -> QWidget:
        section, column = self._section("Type")
        for font in FONTS:
            column.addWidget(Label(f"{font}: Emma’s recital, 18:30", theme=self._theme, font=font))
        return section

    def _voice(self) -> QWidget:
        section, column = self._section("Voice states")
        grid = QGridLayout()
        states: tuple[VoiceStateName, ...] = tuple(MARK_OF_STATE)
        for number, state in enumerate(states):
            mark = Mark(theme=self._theme, size=40)
            mark.set_shape(MARK_OF_STATE[state], state)
            grid.addWidget(mark, number // 3, 2 * (number % 3))
            word = Label(state, theme=self._theme, font="ui-strong", tone=COLOUR_OF_STATE[state])
            grid.addWidget(word, number // 3, 2 * (number % 3) + 1)
        column.addLayout(grid)
        column.addStretch()
        return section

    def _meters(self) -> QWidget:
        section, column = self._section("Level meter")
        for level in (0.2, 0.66, 0.0):
            meter = Meter(theme=self._theme, name="Level")
            meter.set_threshold(0.38)
            meter.set_level(level)
            column.addWidget(meter)
        column.addStretch()
        return section

    def _chips(self) -> QWidget:
        section, column = self._section("Memory chips")
        actions: tuple[TraceAction, ...] = ("retrieved", "updated", "stored", "unknown")
        rows = [
            ChipRow(id=action, memory_id=action, action=action, score="0.91", meaning="relevance", content="Emma")
            for action in actions
        ]
        vote = VoteRow(value="up", state="confirmed", text="Helpful · saved on server")
        for row in (*rows, replace(rows[0], vote=vote), replace(rows[0], score="0.52", unread=True)):
            line = QHBoxLayout()
            line.addWidget(MemoryChip(row, theme=self._theme))
            line.addStretch()
            column.addLayout(line)
        column.addStretch()
        return section

    def _tools(self) -> QWidget:
        section, column = self._section("Tool cards")
        for state, outcome in TOOLS:
            row = ToolCardRow(
                id=state,
                name="get_tides",
                parameters="marina · Friday",
                state=state,
                outcome=outcome,
                result='{"high": "14:10"}' if state == "done" else "",
                started_at=1,
            )
            column.addWidget(ToolCard(row, theme=self._theme))
        column.addStretch()
        return section

    def _banners(self) -> QWidget:
        section, column = self._section("Banners")
        rows = (
            BannerRow(kind="warn", text="Offline: 3 messages will be sent", action="Try now"),
            BannerRow(kind="error", text="2 not sent", action="Retry all"),
            BannerRow(kind="info", text="A newer answer exists", action="Show"),
        )
        for row in rows:
            banner = Banner(theme=self._theme)
            banner.set_row(row)
            column.addWidget(banner)
        column.addStretch()
        return section

    def _badges(self) -> QWidget:
        section, column = self._section("Badges and colours")
        line = QHBoxLayout()
        for kind, icon, text in BADGES:
            line.addWidget(Badge(text, theme=self._theme, kind=kind, icon=icon))
        line.addStretch()
        column.addLayout(line)
        for name in SWATCHES:
            colours = ", ".join(self._theme.tokens.colours[scheme][name] for scheme in SCHEMES)
            swatch = Label(f"  {name}: {colours}", theme=self._theme)
            swatch.setAutoFillBackground(True)
            palette = swatch.palette()
            palette.setColor(swatch.backgroundRole(), self._theme.colour(name))
            palette.setColor(swatch.foregroundRole(), self._theme.colour("accent-text" if name == "accent" else "text"))
            swatch.setPalette(palette)
            column.addWidget(swatch)
        return section

    def _filters(self) -> QWidget:
        section, column = self._section("Filters")
        for text, progress in (
            ("", ""),
            ("dir:in “walnuts”", "Searching: 40,000 of 1,000,000 · 3 found"),
            ("type:MemoryTrac", ""),
        ):
            line = FilterLine(STANZAS, theme=self._theme, name="Filter")
            line.set_text(text)
            line.status.set_progress(progress, running=bool(progress))
            column.addWidget(line)
        column.addStretch()
        return section

    def _empty(self) -> QWidget:
        section, column = self._section("Empty places")
        column.addWidget(EmptyConversation("chat-circle", "Say hello", "Talk, or write below.", theme=self._theme))
        return section

    def _replay(self) -> QWidget:
        section, column = self._section("Replay of a turn")
        for part in replays(self._theme):
            column.addWidget(part)
        column.addStretch()
        return section

    def _states(self) -> QWidget:
        section, column = self._section("States by their marks alone")
        for name, samples in self.states.items():
            column.addWidget(Label(name, theme=self._theme, font="small", tone="muted"))
            line = QHBoxLayout()
            for sample in samples.values():
                line.addWidget(sample.widget)
            line.addStretch()
            column.addLayout(line)
        return section

    def _timelines(self) -> QWidget:
        section, column = self._section("Memories along time")
        for part in timelines(self._theme):
            column.addWidget(part)
        return section

    def _captures(self) -> QWidget:
        section, column = self._section("Captures")
        for part in captures(self._theme):
            column.addWidget(part)
        return section

    def _pages(self) -> QWidget:
        section, column = self._section("Pages of the inspector")
        column.addLayout(_in_pairs(pages(self._theme)))
        return section

    def _dialogs(self) -> QWidget:
        section, column = self._section("Dialogs")
        column.addLayout(_in_pairs(dialogs(self._theme, section)))
        for dialog in stanza_dialogs(self._theme, section):
            column.addWidget(dialog)
        return section


def _in_pairs(widgets: Iterable[QWidget]) -> QGridLayout:
    grid = QGridLayout()
    grid.setSpacing(24)
    for number, widget in enumerate(widgets):
        grid.addWidget(widget, number // 2, number % 2)
    return grid
