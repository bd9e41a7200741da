"""Read the filter that a command was given, in the language of docs/inspector.md#filters."""

from typing import TYPE_CHECKING, Final

from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.filtering.expression import Expression

FILTER_MISTAKE_STATUS: Final = 2
"""As for any other argument that cannot be understood."""


def read_filter(text: str) -> "Expression":
    """Return what a filter says; a mistake is marked on standard error and ends the command."""
    from alicia_desktop.filtering.expression import Mistake  # noqa: PLC0415 - not for `decode`
    from alicia_desktop.filtering.parser import parse  # noqa: PLC0415 - as above
    from alicia_desktop.filtering.vocabulary import STANZAS  # noqa: PLC0415 - as above

    text = " ".join(text.splitlines())
    found = parse(text, STANZAS)
    if not isinstance(found, Mistake):
        return found
    mark = " " * found.start + "^" * max(1, found.end - found.start)
    output.print_notice(f"{text}\n{mark}")
    suggestion = f" Did you mean: {found.mended(text)}" if found.suggestion else ""
    raise output.stop(f"{found.sentence}{suggestion}", FILTER_MISTAKE_STATUS)
