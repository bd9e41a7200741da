"""Add to a context menu what filters by the thing under the pointer."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from alicia_desktop.filtering.expression import Expression, text_of
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_text_action


def add_filter_actions(menu: QMenu, condition: Expression | None, line: FilterLine) -> None:
    """Add *apply*, *and* and *exclude* for a condition; they are greyed where there is none."""
    say = QCoreApplication.translate
    plain, named = say("FilterMenu", "Apply as filter"), say("FilterMenu", "Apply as filter: {filter}")
    apply = add_text_action(menu, plain if condition is None else named.format(filter=text_of(condition)))
    narrow = menu.addAction(say("FilterMenu", "And"))
    exclude = menu.addAction(say("FilterMenu", "Exclude"))
    for action in (apply, narrow, exclude):
        action.setEnabled(condition is not None)
    if condition is None:
        return
    apply.triggered.connect(lambda: line.apply(condition))
    narrow.triggered.connect(lambda: line.narrow(condition))
    exclude.triggered.connect(lambda: line.narrow(condition, exclude=True))
