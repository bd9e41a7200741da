"""Load each bundled encoder once a process, not once for each of the hundreds of servers that tests start.

What is shared is the library's model and the vectors of what was searched by last; a test that is about loading asks
for `BundledEncoder` itself.
"""

import functools
from collections.abc import Iterator

import pytest

from alicia_desktop.memory.retrieval import encoders


@pytest.fixture(scope="session", autouse=True)
def encoders_are_loaded_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoders, "BundledEncoder", functools.cache(encoders.BundledEncoder))
        yield
