"""How high a message becomes, told at once and not after Qt has found the time.

Qt hands changes of size upwards by events: a label that changed tells its parent, and the parent's parent hears of it
one event later. Whoever asks in between gets the height of the message before. The list of messages asks in between
always, because it places and shows in one step, so it settles the layouts itself, the innermost first.
"""

from PySide6.QtWidgets import QWidget


def settled_height(widget: QWidget) -> int:
    """Return the height that `widget` wants with what was just put into it.

    Everything in it must be shown or hidden on purpose: Qt counts children that were never shown as nothing.
    """
    for inner in (*reversed(widget.findChildren(QWidget)), widget):
        layout = inner.layout()
        if layout is not None and not inner.isHidden():
            layout.invalidate()
            layout.activate()
    return widget.sizeHint().height()
