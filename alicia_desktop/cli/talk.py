"""`talk`: the same client without a window; questions from arguments, standard input or wav files."""

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.config import Settings


class TransportOption(StrEnum):
    """What carries stanzas and sound; `auto` is what the server says."""

    AUTO = "auto"
    WEBSOCKET = "websocket"
    LIVEKIT = "livekit"
    MEMORY = "memory"


AllowUnencrypted = Annotated[
    bool, typer.Option("--allow-unencrypted", help="Send tokens and keys to other computers also without encryption.")
]


def unencrypted_allowed(settings: "Settings") -> "Settings":
    """Return the settings of a run for which it was allowed to send tokens anywhere without encryption."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    from alicia_desktop.base.unencrypted_hosts import ANY  # noqa: PLC0415 - as above

    return replace(settings, privacy=replace(settings.privacy, unencrypted=[ANY]))


def talk(  # noqa: PLR0917 - typer's way to declare options
    text: Annotated[list[str] | None, typer.Option(help="What to say; more than once for more turns.")] = None,
    wav: Annotated[list[Path] | None, typer.Option(help="A wav file that is the microphone.")] = None,
    out: Annotated[Path | None, typer.Option(help="A wav file that is the loudspeaker.")] = None,
    transport: Annotated[TransportOption, typer.Option(help="What carries stanzas and sound.")] = TransportOption.AUTO,
    server: Annotated[str, typer.Option(help="Address of an Alicia server elsewhere.")] = "",
    user: Annotated[str, typer.Option(help="User id at that server.")] = "",
    conversation: Annotated[str, typer.Option(help="Id of a conversation to go on with.")] = "",
    allow: Annotated[list[str] | None, typer.Option(help="A tool of this computer to use without asking.")] = None,
    *,
    allow_unencrypted: AllowUnencrypted = False,
    new: Annotated[bool, typer.Option("--new", help="Begin a new conversation (the default without an id).")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One object a journaled stanza, as it happens.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on standard error what happens.")] = False,
) -> None:
    """Talk with Alicia without a window."""
    _check(transport, server=server, tools=allow or (), old_and_new=new and bool(conversation))
    from alicia_desktop.base.logs import configure_logs  # noqa: PLC0415 - a third of a second
    from alicia_desktop.cli.talking import TalkPlan  # noqa: PLC0415 - brings the client
    from alicia_desktop.cli.talking import talk as run  # noqa: PLC0415 - as above
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
    paths.create()
    configure_logs(folder=paths.logs, process="talk", verbose=verbose)
    plan = TalkPlan(
        paths=paths,
        settings=_chosen(load_settings(paths.settings), server=server, user=user, allow_unencrypted=allow_unencrypted),
        transport=transport.value,
        conversation_id=conversation,
        texts=tuple(text or ()),
        wavs=tuple(path.absolute() for path in wav or ()),
        wav_out=out,
        as_json=as_json,
        allowed=frozenset(allow or ()),
    )
    if status := asyncio.run(run(plan)):
        raise typer.Exit(status)


def _check(transport: TransportOption, *, server: str, tools: Sequence[str], old_and_new: bool) -> None:
    if old_and_new:
        raise output.stop("Give either --conversation or --new.", 2)
    if transport is TransportOption.MEMORY and server:
        raise output.stop("With --transport memory the server is in this process: leave --server out.", 2)
    from alicia_desktop.protocol.client_tools import TOOLS  # noqa: PLC0415 - brings nothing that `talk` does not need

    if unknown := [name for name in tools if name not in TOOLS]:
        raise output.stop(f"There is no tool called {unknown[0]}. There are: {', '.join(TOOLS)}.", 2)


def _chosen(settings: "Settings", *, server: str, user: str, allow_unencrypted: bool) -> "Settings":
    """Lay the options over the settings file."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    chosen = settings.server
    if server:
        chosen = replace(chosen, place="remote", address=server)
    if user:
        chosen = replace(chosen, user=user)
    settings = replace(settings, server=chosen)
    return unencrypted_allowed(settings) if allow_unencrypted else settings
