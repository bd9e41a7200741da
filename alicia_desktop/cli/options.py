"""Options that several commands share: which server a command talks to, as whom and over what; and filters."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.filtering.expression import Expression


class TransportOption(StrEnum):
    """The transports of `talk`; `auto` leaves the choice to the server."""

    AUTO = "auto"
    WEBSOCKET = "websocket"
    LIVEKIT = "livekit"
    MEMORY = "memory"


AllowUnencrypted = Annotated[
    bool, typer.Option("--allow-unencrypted", help="Send tokens and keys to other computers without encryption.")
]


def allow_unencrypted_hosts(settings: "Settings") -> "Settings":
    """Return the settings with leave to send tokens to any computer without encryption."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    from alicia_desktop.base.unencrypted_hosts import ANY  # noqa: PLC0415 - as above

    return replace(settings, privacy=replace(settings.privacy, unencrypted=[ANY]))


Transport = Annotated[
    TransportOption,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="auto (as the server says), websocket, livekit, or memory (a server in this process).",
    ),
]
ServerAddress = Annotated[
    str, typer.Option(metavar="URL", help="An Alicia server elsewhere, instead of the one on this computer.")
]
User = Annotated[str, typer.Option(metavar="NAME", help="Your name on that server.")]


def chosen_settings(settings: "Settings", *, server: str, user: str, allow_unencrypted: bool) -> "Settings":
    """Lay the options over the settings file."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    chosen = settings.server
    if server:
        pin = chosen.certificate if server == chosen.address else ""  # of the server that it was made for
        chosen = replace(chosen, place="remote", address=server, certificate=pin)
    if user:
        chosen = replace(chosen, user=user)
    settings = replace(settings, server=chosen)
    return allow_unencrypted_hosts(settings) if allow_unencrypted else settings


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
