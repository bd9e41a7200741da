"""The window: Qt Widgets that paint the rows of `view` and ask for things with signals. Nothing below knows of it."""
