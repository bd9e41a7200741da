"""The window: Qt widgets that show the rows of `view` and emit requests as signals."""
