"""What becomes of a task of the session that fails."""

from alicia_desktop.base.logs import get_logger

log = get_logger(__name__)


def report_bug(task: str, error: BaseException) -> None:
    """A task of the session failed: a bug of ours, or the disk. Loud, and the session lives on."""
    log.error("session task failed", task=task, exc_info=error)
