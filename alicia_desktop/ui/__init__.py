"""The window: Qt widgets that show the rows of `view` and emit requests as signals."""

from alicia_desktop.ui.override_errors import guard_overrides

guard_overrides()
