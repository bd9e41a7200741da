"""Options that say which server a command talks to, as whom, and over what."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from alicia_desktop.config import Settings


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
        chosen = replace(chosen, place="remote", address=server)
    if user:
        chosen = replace(chosen, user=user)
    settings = replace(settings, server=chosen)
    return allow_unencrypted_hosts(settings) if allow_unencrypted else settings
