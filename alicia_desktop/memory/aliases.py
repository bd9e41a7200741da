"""Ask for somebody by what they are to the person: "How old is Whiskers?" as "How old is my cat?".

What was told of "my cat" before or after its name holds of Whiskers, and shares no word with the question. Pure.
"""

import re
from collections.abc import Sequence
from typing import Final

from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.vocabulary import KIN

_NAME: Final = r"(?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)"
_NAMED: Final = tuple(
    re.compile(form)
    for form in (
        rf"^User['’]s (?:[a-z-]+ )?(?P<kin>{KIN})(?:['’]s name)? (?:(?:is|was) )?(?:(?:called|named) )?{_NAME}",
        (
            rf"^User (?:has|have|has got|had|got|adopted|owns) an? (?:[a-z-]+ )?(?P<kin>{KIN}),? (?:(?:called|named) )?"
            rf"{_NAME}"
        ),
        rf"^{_NAME} (?:is|was) User['’]s (?:[a-z-]+ )?(?P<kin>{KIN})\b",
    )
)


def names_own(content: str) -> frozenset[str]:
    """Return whom of the person's own people and animals a memory names: "User has a friend called Rosa"."""
    return frozenset(match["name"] for form in _NAMED if (match := form.match(content)) is not None) - {"User"}


def by_relation(question: str, contents: Sequence[str]) -> str | None:
    """Return a question with "my cat" for the name in it; None where nobody of that name, or no other one, is known.

    Args:
        question: such as "How old is Whiskers?".
        contents: what the memories say.
    """
    asked = [name for name in names_in(question) if " " not in name]
    named: dict[str, set[str]] = {}
    for content in contents:
        for match in (form.match(content) for form in _NAMED):
            if match is not None and match["name"] != "User":
                named.setdefault(match["kin"], set()).add(match["name"])
    for kin, names in named.items():
        if len(names) == 1 and (name := next(iter(names))) in asked:
            return re.sub(rf"\b{re.escape(name)}\b", f"my {kin}", question)
    return None
