"""What menus say about a conversation's place in the list; the sidebar's and the header's say the same."""

from PySide6.QtCore import QCoreApplication


def pin_item(*, pinned: bool) -> tuple[str, str]:
    """Return icon and words for pinning a conversation, or no longer."""
    return ("push-pin-slash", _tr("Unpin")) if pinned else ("push-pin", _tr("Pin"))


def archive_item(*, archived: bool) -> tuple[str, str]:
    """Return icon and words for archiving a conversation, or bringing it back."""
    return "archive", _tr("Back from the archive") if archived else _tr("Archive")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Shelf", text)
