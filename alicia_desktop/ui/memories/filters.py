"""Choose which memories are listed and in which order: a search field, and a picker for each property."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal

from PySide6.QtCore import QDate, QTimer, Signal
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder, OrderBy
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_tool_tip
from alicia_desktop.ui.widgets.field_icons import add_icon
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.memories_rows import Choices, FilterChoice

TYPING_MS: Final = 60
"""Words are looked for at once: as soon as the fingers leave the loop a moment."""
Show = Literal["present", "pinned", "loose", "archived", "all"]
SHOWN: Final[dict[Show, tuple[bool | None, bool | None]]] = {
    "present": (None, False),
    "pinned": (True, None),
    "loose": (False, False),
    "archived": (None, True),
    "all": (None, None),
}
"""`pinned` and `archived` of the filter."""
DAYS: Final = {"day": 0, "week": 6, "month": 29, "year": 364}
BETWEEN: Final = "between"


class _FilterPicker(Picker):
    """A choice that is as wide as what is chosen."""

    def __init__(self, *, theme: Theme, name: str) -> None:
        super().__init__(theme=theme, name=name)
        self.currentTextChanged.connect(self._fit_width)
        theme.changed.connect(self._fit_width)  # a method, so that it ends with the picker

    def _fit_width(self) -> None:
        self.setFixedWidth(self.width_for(self.currentText()))


class FilterBar(QWidget):
    """A search field and pickers; `filter_changed` carries the whole filter, without its `user_ids`."""

    filter_changed = Signal(MemoryFilter)
    order_changed = Signal(MemoryOrder)

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self.search = QLineEdit()
        self.search.setMaxLength(MAX_FIELD_CHARACTERS)
        self.category = self._picker(self.tr("Category"), self.tr("All categories"))
        self.tag = self._picker(self.tr("Tag"), self.tr("All tags"))
        self.kind = self._picker(self.tr("Kind"), self.tr("All kinds"))
        self.source = self._picker(self.tr("Source"), self.tr("All sources"))
        self.stored = self._picker(self.tr("Date stored"), self.tr("Any time"))
        self.show_only = self._picker(self.tr("Pinned and archived"), "")
        self.order = self._picker(self.tr("Order"), "")
        self.first, self.last = self._date(self.tr("From")), self._date(self.tr("To"))
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._fill()
        self._build()
        self._connect()

    @property
    def value(self) -> MemoryFilter:
        """What is asked for."""
        pinned, archived = SHOWN[self.show_only.currentData()]
        after, before = self._moments()
        return MemoryFilter(
            text=self.search.text().strip(),
            category=self.category.currentData(),
            tag=self.tag.currentData(),
            kind=self.kind.currentData(),
            source=self.source.currentData(),
            pinned=pinned,
            archived=archived,
            after=after,
            before=before,
        )

    def set_choices(self, choices: Choices) -> None:
        """Offer these; what was chosen stays chosen while it is there."""
        for picker, values in (
            (self.category, choices.categories),
            (self.tag, choices.tags),
            (self.kind, choices.kinds),
            (self.source, choices.sources),
        ):
            _offer(picker, values)

    def clear(self) -> None:
        """Ask for everything that is not archived again."""
        for picker in (self.category, self.tag, self.kind, self.source, self.stored, self.show_only):
            picker.setCurrentIndex(0)
        self.search.clear()
        self._emit_filter()

    def _picker(self, name: str, everything: str) -> Picker:
        picker = _FilterPicker(theme=self._theme, name=name)
        picker.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_tool_tip(picker, name)
        if everything:
            picker.addItem(everything, None)
        return picker

    def _date(self, name: str) -> QDateEdit:
        field = QDateEdit()
        field.setCalendarPopup(True)
        field.setDisplayFormat(self.tr("d MMM yyyy"))
        field.setFont(self._theme.font("ui"))
        field.setFixedHeight(self._theme.height("control"))
        field.setAccessibleName(name)
        return field

    def _fill(self) -> None:
        times = {
            "day": self.tr("Today"),
            "week": self.tr("Last 7 days"),
            "month": self.tr("Last 30 days"),
            "year": self.tr("Last 365 days"),
            BETWEEN: self.tr("Date range"),
        }
        shown: dict[Show, str] = {
            "present": self.tr("Not archived"),
            "pinned": self.tr("Pinned only"),
            "loose": self.tr("Not pinned"),
            "archived": self.tr("Archived only"),
            "all": self.tr("Including archived"),
        }
        orders: dict[tuple[OrderBy, bool], str] = {
            ("created", True): self.tr("Newest first"),
            ("created", False): self.tr("Oldest first"),
            ("importance", True): self.tr("Most important"),
            ("importance", False): self.tr("Least important"),
            ("uses", True): self.tr("Most used"),
            ("uses", False): self.tr("Least used"),
            ("used", True): self.tr("Last used"),
            ("category", False): self.tr("By category"),
        }
        for value, label in times.items():
            self.stored.addItem(label, value)
        for kept, label in shown.items():
            self.show_only.addItem(label, kept)
        for order, label in orders.items():
            self.order.addItem(label, order)
        today = self._clock.now().astimezone().date()
        month_ago = today - timedelta(days=30)
        self.first.setDate(QDate(month_ago.year, month_ago.month, month_ago.day))
        self.last.setDate(QDate(today.year, today.month, today.day))

    def _build(self) -> None:
        self.search.setFont(self._theme.font("ui"))
        self.search.setFixedHeight(self._theme.height("control"))
        self.search.setPlaceholderText(self.tr("Search by words and meaning"))
        self.search.setAccessibleName(self.tr("Search memories by words and by meaning"))
        self.search.setClearButtonEnabled(True)
        lens = add_icon(self.search, "magnifying-glass", theme=self._theme)
        lens.setText(self.tr("Search (Ctrl+F)"))
        lens.triggered.connect(self.search.setFocus)
        self._between = QWidget()
        days = QHBoxLayout(self._between)
        days.setContentsMargins(0, 0, 0, 0)
        days.setSpacing(6)
        days.addWidget(self.first)
        days.addWidget(Label(self.tr("to"), theme=self._theme))
        days.addWidget(self.last)
        self._between.hide()
        choices = QWidget()
        choices.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(choices)
        pickers = (self.category, self.tag, self.kind, self.source, self.stored, self._between, self.show_only)
        for widget in (*pickers, self.order):
            flow.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(choices)

    def _connect(self) -> None:
        self._typing.timeout.connect(self._emit_filter)
        self.search.textChanged.connect(lambda _: self._typing.start())
        for picker in (self.category, self.tag, self.kind, self.source, self.stored, self.show_only):
            picker.activated.connect(self._emit_filter)
        self.stored.currentIndexChanged.connect(lambda _: self._between.setVisible(self._is_between))
        self.first.dateChanged.connect(lambda _: self._emit_filter())
        self.last.dateChanged.connect(lambda _: self._emit_filter())
        self.order.activated.connect(self._on_order)

    @property
    def _is_between(self) -> bool:
        return bool(self.stored.currentData() == BETWEEN)

    def _moments(self) -> tuple[datetime | None, datetime | None]:
        """Return the bounds as whole days of this computer's own time."""
        chosen = self.stored.currentData()
        if chosen is None:
            return None, None
        if self._is_between:
            return _midnight(self.first.date()), _midnight(self.last.date().addDays(1))
        today = self._clock.now().astimezone().date() - timedelta(days=DAYS[chosen])
        return _midnight(QDate(today.year, today.month, today.day)), None

    def _emit_filter(self) -> None:
        self._typing.stop()
        self.filter_changed.emit(self.value)

    def _on_order(self) -> None:
        by, descending = self.order.currentData()
        self.order_changed.emit(MemoryOrder(by=by, descending=descending))


def _offer(picker: Picker, values: Sequence[FilterChoice]) -> None:
    """Replace all but the first item, which asks for nothing."""
    chosen, label = picker.currentData(), picker.currentText()
    while picker.count() > 1:
        picker.removeItem(picker.count() - 1)
    for value in values:
        picker.offer(value.label, value.value)
    place = next((at for at in range(1, picker.count()) if picker.itemData(at) == chosen), 0)
    if chosen is not None and place == 0:  # nothing has it any more, and it is still asked for
        picker.addItem(label, chosen)
        place = picker.count() - 1
    picker.setCurrentIndex(place)


def _midnight(day: QDate) -> datetime:
    local = datetime.combine(datetime(day.year(), day.month(), day.day(), tzinfo=UTC).date(), time())
    return local.astimezone().astimezone(UTC)
