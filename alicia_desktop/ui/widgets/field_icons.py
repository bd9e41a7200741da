"""Icons inside text fields, as large as the text: Qt has them at one size for all.

lens = add_icon(field, "magnifying-glass", theme=theme)
"""

from typing import Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QProxyStyle, QStyle, QStyleOption, QWidget

from alicia_desktop.ui.theme import Theme

SIZE: Final = 16


class _IconSize(QProxyStyle):
    def __init__(self, theme: Theme, field: QLineEdit) -> None:
        super().__init__("Fusion")
        self.setParent(field)
        self._theme = theme

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Return the size of icons for the text; everything else is Fusion's."""
        if metric is QStyle.PixelMetric.PM_LineEditIconSize:
            return self._theme.scaled(SIZE)
        return super().pixelMetric(metric, option, widget)


class _FieldIcon(QAction):
    """An icon that follows the theme as long as its field is there."""

    def __init__(self, icon: str, *, theme: Theme, field: QLineEdit) -> None:
        super().__init__(theme.icon(icon), "", field)
        self._name = icon
        self._theme = theme
        theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        self.setIcon(self._theme.icon(self._name))


def add_icon(
    field: QLineEdit,
    icon: str,
    *,
    theme: Theme,
    position: QLineEdit.ActionPosition = QLineEdit.ActionPosition.LeadingPosition,
) -> QAction:
    """Put an icon into a field; this and the field's other icons have the size of its text from then on."""
    if not isinstance(field.property("icon-style"), _IconSize):
        style = _IconSize(theme, field)
        field.setProperty("icon-style", style)
        field.setStyle(style)
    action = _FieldIcon(icon, theme=theme, field=field)
    field.addAction(action, position)
    return action
