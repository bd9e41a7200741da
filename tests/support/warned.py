"""A warning that nobody expected fails the test in which it was logged.

Python's own warnings are errors by `filterwarnings`, Qt's by pytest-qt; this does the same for logging, with structlog
led there. A test that is about such a case names it: `@pytest.mark.expects_log("went away")`, a pattern for each
warning. Each must then be seen; other warnings still fail the test. Without a pattern, all are allowed.
"""

import logging
import re

import pytest
import structlog


class Warned(logging.Handler):
    """Keeps one line for each record of level WARNING or higher."""

    def __init__(self):
        super().__init__(level=logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def warned(request):
    """The warnings logged so far in this test, as lines."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    handler = Warned()
    root.addHandler(handler)
    _lead_structlog_to_logging()
    yield handler.lines
    root.removeHandler(handler)
    root.handlers[:], root.level = before, level
    structlog.reset_defaults()
    complaint = complaint_about(handler.lines, request.node.get_closest_marker("expects_log"))
    if complaint:
        pytest.fail(complaint, pytrace=False)


def complaint_about(lines, marker):
    """What is wrong with `lines` as the warnings of a test with this `expects_log` marker or None; "" if nothing."""
    if marker is not None and not marker.args:
        return ""
    patterns = marker.args if marker is not None else ()
    unexpected = [line for line in lines if not any(re.search(pattern, line) for pattern in patterns)]
    if unexpected:
        return "Nobody expected these warnings in the log:\n" + "\n".join(unexpected)
    unseen = [pattern for pattern in patterns if not any(re.search(pattern, line) for line in lines)]
    return f"These expected warnings were not logged: {unseen}" if unseen else ""


def _lead_structlog_to_logging():
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer(key_order=["event"])],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
