"""Compile each SQL statement once a process, not once for each of the thousands of databases that tests open.

An engine keeps what it has compiled for itself. A program opens few databases and for long; a test opens its own for a
few milliseconds, and compiling took a third of the time of its database threads. What is compiled depends on statement
and dialect only, so all engines of a process share both.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.util import LRUCache
from sqlcipher3 import dbapi2

from alicia_desktop.store import engine

MAX_COMPILED: Final = 2_000
"""More statements than the program has; the rest are those that tests build."""


@pytest.fixture(scope="session", autouse=True)
def statements_are_compiled_once() -> Iterator[None]:
    """Have engines of the store share a dialect and what is compiled for it."""
    first = create_engine("sqlite://", module=dbapi2)
    first.connect().close()  # the dialect asks the library for its version
    compiled: LRUCache[Any, Any] = LRUCache(MAX_COMPILED)

    def create(*words: Any, **options: Any) -> Engine:
        made = create_engine(*words, **options)
        made.dialect = first.dialect
        made.update_execution_options(compiled_cache=compiled)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "create_engine", create)
        yield
    first.dispose()
