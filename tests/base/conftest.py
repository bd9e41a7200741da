"""What tests of the floor share."""

import logging
from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture
def logs_as_before() -> Iterator[None]:
    """Take back what a test did to the logs of the process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
