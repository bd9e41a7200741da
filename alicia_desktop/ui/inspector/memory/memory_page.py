"""Show a memory's page: its text, the buttons that change it, and everything that is known of it, in one column.

Built anew for each state of the memory and thrown away with it; only the form that the user writes in outlives that.
The user's changes are listed, the latest first, each with its state and Undo; a refusal shows both texts.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.inspector.memory.memory_form import MemoryForm, Rating, Tag
from alicia_desktop.ui.inspector.memory.memory_history import DecayCurve, HistoryList
from alicia_desktop.ui.inspector.page_parts import (
    PADDING,
    GradualBuilder,
    LinkButton,
    LinkLines,
    facts_grid,
    heading,
    labels_cost,
    selectable_text,
)
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.ui.widgets.labels import Icon, Label, rule
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view import text
from alicia_desktop.view.memory_history import MemoryLink
from alicia_desktop.view.memory_page import ActionState, MemoryActionRow, MemoryPageView, MemoryRef

ICONS: Final[dict[ActionState, tuple[str, str]]] = {
    "waiting": ("clock", "text-muted"),
    "done": ("check", "ok"),
    "refused": ("warning-circle-fill", "error"),
}
MAX_LINE: Final = 6_000
"""Most that a change of the memory costs: the label of what changed is as long as a label can be."""
SPOKEN: Final = 200
"""Characters of a memory that its controls are named with."""


class MemoryActionList(QWidget):
    """A line for each change, with its undo."""

    undo_requested = Signal(str)
    """The id of the change."""
    override_requested = Signal(str)
    """Send the user's refused text once more, over what the server has."""

    def __init__(self, actions: Sequence[MemoryActionRow], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for act in actions:
            layout.addLayout(self._line(act))
            if act.state == "refused":
                layout.addLayout(self._refusal(act))

    def _line(self, act: MemoryActionRow) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        name, colour = ICONS[act.state]
        line.addWidget(Icon(name, theme=self._theme, colour=colour, size=self._theme.tokens.icon["small"]))
        line.addWidget(Label(act.words, theme=self._theme, font="small"))
        line.addStretch()
        if act.can_undo:
            line.addWidget(self._button(self.tr("Undo"), f"undo {act.id}", act, self.undo_requested))
        elif act.state == "refused" and act.mine:
            words = self.tr("Use mine anyway")
            line.addWidget(self._button(words, f"insist {act.id}", act, self.override_requested))
        return line

    def _refusal(self, act: MemoryActionRow) -> QHBoxLayout:
        texts = ((self.tr("Reason"), act.reason), (self.tr("Yours"), act.mine), (self.tr("The server’s"), act.theirs))
        line = QHBoxLayout()
        line.addSpacing(20)
        grid = facts_grid([(name, value) for name, value in texts if value], theme=self._theme)
        line.addLayout(grid)
        line.setAlignment(Qt.AlignmentFlag.AlignTop)
        return line

    def _button(self, words: str, name: str, act: MemoryActionRow, signal: SignalInstance) -> Button:
        button = Button(words, theme=self._theme, kind="link", small=True)
        button.setObjectName(name)
        set_accessible_name(button, f"{words}: {act.words}")
        button.clicked.connect(lambda: signal.emit(act.id))
        return button


class MemoryPageWidget(QWidget):
    """One memory."""

    action_requested = Signal(str, str, dict)
    """The memory's id, the action of a MemoryAction, and what of the memory is to be changed."""
    forget_requested = Signal(str)
    """To be confirmed first: it cannot be undone."""
    undo_requested = Signal(str)
    override_requested = Signal(str)
    page_requested = Signal(str)
    link_requested = Signal(str, str)
    form_opened = Signal(QWidget)
    form_left = Signal()
    ask_again_requested = Signal(str, str)
    """`without` or `with`, and the memory's id."""
    vote_requested = Signal(str, str, str)
    """The memory's id, the answer under which it was used, and `up`, `down` or `remove`."""

    def __init__(self, page: MemoryPageView, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = page
        self.form: MemoryForm | None = None
        """The open form; None while nothing is edited."""
        self.setProperty("ground", "raised")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_accessible_name(self, self.tr("Memory: {content}").format(content=text.one_line(page.text, SPOKEN)))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(PADDING, 12, PADDING, 12)
        self._layout.setSpacing(8)
        self._head = QWidget()
        head = QVBoxLayout(self._head)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        self._fill_head(head)
        self._layout.addWidget(self._head)
        self._body = QVBoxLayout()
        self._body.setSpacing(8)
        self._layout.addLayout(self._body)
        self._gradual = GradualBuilder(self)
        self._fill_body()
        self._layout.addStretch()

    @property
    def page(self) -> MemoryPageView:
        """What it shows."""
        return self._page

    def _fill_head(self, head: QVBoxLayout) -> None:
        page = self._page
        words = page.text or self.tr("No text left")
        head.addWidget(selectable_text(words, theme=self._theme, title=self.tr("Memory"), weight=600))
        if page.note:
            tone = "muted" if page.state == "stub" else "warn"
            head.addWidget(Label(page.note, theme=self._theme, font="small", tone=tone, wrap=True))
        head.addWidget(self._buttons())
        if page.tags or page.archived or page.pinned:
            head.addWidget(self._tags())
        head.addLayout(self._last_line())

    def _last_line(self) -> QHBoxLayout:
        """Return rating, vote, and at the end the button to ask again."""
        page, line = self._page, QHBoxLayout()
        if page.state == "here":
            rating = Rating(page.rating, theme=self._theme)
            rating.rated.connect(lambda value: self._request("update", {"userRating": value}))
            line.addWidget(rating)
        if page.voted_under:
            votes = VotePair(theme=self._theme)
            votes.set_row(page.vote, about=text.one_line(page.text, SPOKEN))
            votes.voted.connect(lambda value: self.vote_requested.emit(page.id, page.voted_under, value))
            line.addWidget(votes)
        line.addStretch()
        if page.ask is not None:
            mode = page.ask.mode
            words = self.tr("Ask again without it") if mode == "without" else self.tr("Ask again with it")
            ask = self._button(words, "arrow-clockwise", "ask", lambda: self.ask_again_requested.emit(mode, page.id))
            line.addWidget(ask)
        return line

    def _buttons(self) -> QWidget:
        page, row = self._page, _flow()
        flow = row.layout()
        assert flow is not None
        if page.state == "here":
            for button in self._changes():
                flow.addWidget(button)
        if page.state == "deleted":
            words = self.tr("Restore")
            flow.addWidget(self._button(words, "arrow-counter-clockwise", "restore", self._restore_memory))
        if page.state in {"here", "deleted"}:
            forget = self._button(self.tr("Forget…"), "trash", "forget", self._forget, kind="danger")
            flow.addWidget(forget)
        row.setVisible(flow.count() > 0)
        return row

    def _changes(self) -> tuple[Button, ...]:
        page = self._page
        pin = self.tr("Unpin") if page.pinned else self.tr("Pin")
        archive = self.tr("Unarchive") if page.archived else self.tr("Archive")
        pinned: dict[str, object] = {"pinned": not page.pinned}
        change: tuple[str, dict[str, object]] = ("update", {"archived": False}) if page.archived else ("archive", {})
        return (
            self._button(self.tr("Edit"), "pencil-simple", "edit", self.open_form),
            self._button(
                pin, "push-pin-slash" if page.pinned else "push-pin", "pin", lambda: self._request("pin", pinned)
            ),
            self._button(archive, "archive", "archive", lambda: self._request(*change)),
            self._button(self.tr("Delete"), "x-circle", "delete", lambda: self._request("delete", {})),
        )

    def _button(
        self, words: str, icon: str, name: str, do: Callable[[], object], *, kind: ButtonKind = "normal"
    ) -> Button:
        button = Button(words, theme=self._theme, icon=icon, small=True, kind=kind)
        button.setObjectName(name)
        set_accessible_name(button, f"{words}: {text.one_line(self._page.text, SPOKEN)}")
        button.clicked.connect(do)
        return button

    def _restore_memory(self) -> None:
        self._request("create", {})

    def _forget(self) -> None:
        self.forget_requested.emit(self._page.id)

    def _request(self, action: str, memory: dict[str, object]) -> None:
        self.action_requested.emit(self._page.id, action, memory)

    def open_form(self) -> None:
        """Open the form in place of the head."""
        if self.form is not None:
            return
        self.form = MemoryForm(self._page, theme=self._theme)
        self.form.saved.connect(self._on_saved)
        self.form.left.connect(self._close_form)
        self._head.hide()
        self._layout.insertWidget(0, self.form)
        self.form.content.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form_opened.emit(self.form)

    def _on_saved(self, changed: dict[str, object]) -> None:
        self._close_form()
        self._request("update", changed)

    def _close_form(self) -> None:
        form, self.form = self.form, None
        if form is None:
            return
        form.hide()
        form.deleteLater()
        self._head.show()
        edit = self._head.findChild(Button, "edit")
        if edit is not None:
            edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form_left.emit()

    def _tags(self) -> QWidget:
        row = _flow(gap=4)
        flow = row.layout()
        assert flow is not None
        states = ((self._page.pinned, self.tr("Pinned")), (self._page.archived, self.tr("Archived")))
        for word in (*(word for on, word in states if on), *self._page.tags):
            flow.addWidget(Tag(word, theme=self._theme))
        return row

    def _fill_body(self) -> None:
        page = self._page
        if page.actions:
            said = [words for act in page.actions for words in (act.words, act.reason, act.mine, act.theirs)]
            self._gradual.add(labels_cost(*said), self._add_actions)
        if page.decay is not None:
            self._gradual.add(labels_cost(page.decay.words), self._add_decay)
        if page.history:
            self._add_history()
        if page.origin is not None:
            self._links(self.tr("Source turn"), "", (page.origin,))
        self._uses()
        self._refs(self.tr("Refers to"), page.links_to)
        self._refs(self.tr("Referred to by"), page.links_from)
        if page.facts:
            values = [words for fact in page.facts for words in fact]
            self._gradual.add(labels_cost(*values), self._add_facts)

    def _add_actions(self) -> None:
        actions = MemoryActionList(self._page.actions, theme=self._theme)
        actions.undo_requested.connect(self.undo_requested)
        actions.override_requested.connect(self.override_requested)
        shown = len(self._page.actions)
        last = self.tr("the last {shown}, newest first").format(shown=shown)
        self._section(
            self.tr("Your changes"), last if self._page.has_more_actions else self.tr("newest first"), actions
        )

    def _add_decay(self) -> None:
        decay = self._page.decay
        if decay is not None:
            self._heading(self.tr("Decay"))
            self._body.addWidget(Label(decay.words, theme=self._theme, font="small", tone="muted", wrap=True))
            self._body.addWidget(DecayCurve(decay, theme=self._theme))

    def _add_history(self) -> None:
        lines = HistoryList(theme=self._theme)
        lines.link_requested.connect(self.link_requested)
        self._gradual.add(0, lambda: self._section(self.tr("History"), self.tr("newest first"), lines))
        for line in self._page.history:
            cost = labels_cost(line.words, *(piece.text for piece in line.pieces))
            self._gradual.add(min(cost, MAX_LINE), partial(lines.add, line))

    def _add_facts(self) -> None:
        self._heading(self.tr("Details"))
        self._body.addLayout(facts_grid(self._page.facts, theme=self._theme))

    def _uses(self) -> None:
        page = self._page
        count, shown = page.use_count, len(page.uses)
        if not count:
            if page.state == "here":
                self._gradual.add(0, lambda: self._heading(self.tr("Not used in an answer yet")))
            return
        words = translate_count("Used in {count} answer", "Used in {count} answers", count)
        note = self.tr("the last {shown}, newest first").format(shown=shown) if shown < count else ""
        self._links(words, note or (self.tr("newest first") if count > 1 else ""), page.uses)

    def _links(self, title: str, note: str, links: Sequence[MemoryLink]) -> None:
        def add() -> None:
            lines = LinkLines(links, theme=self._theme)
            lines.link_requested.connect(self.link_requested)
            self._section(title, note, lines)

        self._gradual.add(labels_cost(*(words for link in links for words in (link.text, link.detail))), add)

    def _refs(self, title: str, refs: tuple[MemoryRef, ...]) -> None:
        if refs:
            self._gradual.add(0, lambda: self._heading(title))
        for ref in refs:
            self._gradual.add(labels_cost(ref.content), partial(self._add_ref, ref))

    def _add_ref(self, ref: MemoryRef) -> None:
        button = LinkButton(ref.content, theme=self._theme)
        button.setObjectName(f"memory {ref.id}")
        set_accessible_name(button, f"{ref.content}, {ref.detail}" if ref.detail else ref.content)
        button.clicked.connect(lambda: self.page_requested.emit(ref.id))
        self._body.addWidget(button)

    def _section(self, title: str, note: str, content: QWidget) -> None:
        self._heading(title, note)
        self._body.addWidget(content)

    def _heading(self, title: str, note: str = "") -> None:
        self._body.addWidget(rule())
        self._body.addLayout(heading(title, note, theme=self._theme))


def _flow(gap: int = 6) -> QWidget:
    row = QWidget()
    row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    FlowLayout(row, gap=gap)
    return row
