"""Writes a picture of the whole screen that DISPLAY names: `picture_of_screen.py FILE`."""

import sys

from PySide6.QtGui import QGuiApplication

application = QGuiApplication(["picture", "-platform", "xcb"])
if not application.primaryScreen().grabWindow(0).save(sys.argv[1]):
    sys.exit(f"{sys.argv[1]} cannot be written.")
