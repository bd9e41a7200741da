"""The fixtures of the whole window."""

from tests.app.conftest import collect_here, folder, theme

__all__ = ["collect_here", "folder", "theme"]
