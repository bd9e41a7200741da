"""How many examples hypothesis makes: a test states its number for `make test`, other profiles take a share of it."""

from typing import Final

import hypothesis

DEFAULT: Final = 100
"""Where a test states none, in `make test`."""


def register_profiles() -> None:
    """Register `ci`, which is loaded; `fast` for every save and `thorough`, by `--hypothesis-profile`.

    The machine may be slow at times; what is slow is found by `make bench`, not by a deadline for each example.
    """
    hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, max_examples=DEFAULT)
    hypothesis.settings.register_profile("fast", deadline=None, max_examples=DEFAULT // 10)
    hypothesis.settings.register_profile("thorough", deadline=None, print_blob=True, max_examples=DEFAULT * 10)
    hypothesis.settings.load_profile("ci")


def examples(stated: int) -> int:
    """Return how many examples the profile makes where `make test` makes `stated`."""
    return max(1, stated * hypothesis.settings().max_examples // DEFAULT)
