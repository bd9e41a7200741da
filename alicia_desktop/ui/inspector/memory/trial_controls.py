"""Change the numbers of a retrieval: a slider and a number field each, the weights of score parts in a fold."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.ui.inspector.page_parts import CollapsibleHeading
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.trial_controls import TrialControl, chosen_settings

FIELD_WIDTH: Final = 84
AIR: Final = 8
"""Pixels beside the number."""
LABEL_WIDTH: Final = 96
PAGE_STEPS: Final = 10
ROW_GAP: Final = 4
WEIGHTS_SHOWN: Final = 6.5
"""Rows of weights in view: half a one says that there are more."""
WEIGHTS_FOLD: Final = "weights"


class _Slider(QSlider):
    """The wheel scrolls the page that it stands on."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to the page."""
        event.ignore()


class _NumberField(QDoubleSpinBox):
    """The wheel scrolls the page that it stands on."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to the page."""
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the number the whole field: a styled one without buttons leaves it a pixel."""
        super().resizeEvent(event)
        self.lineEdit().setGeometry(self.rect().adjusted(AIR, 1, -AIR, -1))

    def changeEvent(self, event: QEvent) -> None:
        """Keep it so in another theme."""
        super().changeEvent(event)
        self.lineEdit().setGeometry(self.rect().adjusted(AIR, 1, -AIR, -1))


class TrialControls(QWidget):
    """`changed` comes with every change by hand, not with `set_values`."""

    changed = Signal()
    fold_toggled = Signal(str, bool)

    def __init__(
        self, controls: Sequence[TrialControl], *, opened: bool, theme: Theme, parent: QWidget | None = None
    ) -> None:
        """`opened` is whether the fold with the weights is."""
        super().__init__(parent)
        self._theme = theme
        self._controls = {one.name: one for one in controls}
        self._fields: dict[str, QDoubleSpinBox] = {}
        self._sliders: dict[str, QSlider] = {}
        self._is_setting = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._grid([one for one in controls if not one.is_weight]))
        weights = self._weights([one for one in controls if one.is_weight])
        fold = CollapsibleHeading(WEIGHTS_FOLD, self.tr("Weights"), weights, opened=opened, theme=theme)
        column = fold.layout()
        if column is not None:
            column.setContentsMargins(0, 0, 0, 0)
        fold.toggled.connect(self.fold_toggled)
        layout.addWidget(fold)

    @property
    def changes(self) -> dict[str, float]:
        """What is other than while nothing is tried, by name."""
        return {
            name: self._fields[name].value() for name, one in self._controls.items() if self._differs(one, one.value)
        }

    def set_values(self, values: Mapping[str, float]) -> None:
        """Set some of the controls."""
        self._is_setting = True
        for name, value in values.items():
            if name in self._fields:
                field = self._fields[name]
                field.setMaximum(max(field.maximum(), value))
                field.setValue(value)
        self._is_setting = False

    @property
    def settings(self) -> RetrievalSettings:
        """What is set here, as settings of a server."""
        return chosen_settings(tuple(self._controls.values()), self._values())

    @property
    def is_built_in(self) -> bool:
        """Whether all is set as it is where nobody has set anything."""
        return not any(self._differs(one, one.built_in) for one in self._controls.values())

    def set_baseline(self, controls: Sequence[TrialControl]) -> None:
        """Take what counts while nothing is tried from `controls`; what is set stays."""
        self._controls |= {one.name: one for one in controls if one.name in self._fields}

    def reset(self, *, built_in: bool) -> None:
        """Set all to what counts while nothing is tried, or where nobody has set anything."""
        self.set_values({name: one.built_in if built_in else one.value for name, one in self._controls.items()})

    def _values(self) -> dict[str, float]:
        return {name: field.value() for name, field in self._fields.items()}

    def _differs(self, control: TrialControl, value: float) -> bool:
        return abs(self._fields[control.name].value() - value) > control.step / 2

    def _weights(self, controls: Sequence[TrialControl]) -> QScrollArea:
        """Return the weights in a list of their own, so that the ranking that they change stays in view."""
        grid = QWidget()
        grid.setLayout(self._grid(controls))
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(grid)
        row = self._theme.height("control-small") + ROW_GAP
        area.setFixedHeight(round(min(len(controls), WEIGHTS_SHOWN) * row))
        return area

    def _grid(self, controls: Sequence[TrialControl]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(ROW_GAP)
        grid.setColumnMinimumWidth(0, self._theme.scaled(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        for number, control in enumerate(controls):
            field, slider = self._field(control), self._slider(control)
            label = Label(control.label, theme=self._theme, font="small")
            for widget in (label, field, slider):
                set_tool_tip(widget, control.tip)
            self._fields[control.name], self._sliders[control.name] = field, slider
            slider.valueChanged.connect(lambda at, control=control: self._on_slider(control, at))
            field.valueChanged.connect(lambda value, control=control: self._on_field(control, value))
            grid.addWidget(label, number, 0)
            grid.addWidget(slider, number, 1)
            grid.addWidget(field, number, 2)
        return grid

    def _field(self, control: TrialControl) -> QDoubleSpinBox:
        field = _NumberField()
        field.setObjectName(f"value {control.name}")
        field.lineEdit().setProperty("bare", True)  # the field has the frame
        field.setDecimals(0 if control.step >= 1 else 2)
        field.setRange(control.least, control.most)
        field.setSingleStep(control.step)
        field.setGroupSeparatorShown(control.step >= 1)
        field.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setKeyboardTracking(False)
        field.setFont(self._theme.font("small"))
        field.setFixedSize(self._theme.scaled(FIELD_WIDTH), self._theme.height("control-small"))
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.setValue(control.value)
        set_accessible_name(field, control.label)
        set_accessible_description(field, control.tip)
        return field

    def _slider(self, control: TrialControl) -> QSlider:
        slider = _Slider(Qt.Orientation.Horizontal)
        slider.setObjectName(f"slider {control.name}")
        slider.setRange(round(control.least / control.step), round(control.most / control.step))
        slider.setPageStep(PAGE_STEPS)
        slider.setValue(round(control.value / control.step))
        slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        slider.setFixedHeight(self._theme.height("control-small"))
        set_accessible_name(slider, self.tr("{name}, slider").format(name=control.label))
        return slider

    def _on_slider(self, control: TrialControl, at: int) -> None:
        field = self._fields[control.name]
        if round(field.value() / control.step) != at:
            field.setValue(at * control.step)

    def _on_field(self, control: TrialControl, value: float) -> None:
        self._sliders[control.name].setValue(round(value / control.step))
        if not self._is_setting:
            self.changed.emit()
