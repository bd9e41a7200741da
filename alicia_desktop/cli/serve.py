"""`serve` runs the local server alone; `serve users` manages who else may use it, whether it runs or not."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, existing_paths
from alicia_desktop.cli.options import AllowUnencrypted, HelpCommand, HelpGroup, allow_unencrypted_hosts, examples
from alicia_desktop.cli.talk import Verbose

if TYPE_CHECKING:
    from alicia_desktop.server.options import ServerOptions

commands = typer.Typer(
    cls=HelpGroup,
    epilog=examples(
        ("alicia-desktop serve", "Only for this computer, on a free port"),
        (
            "alicia-desktop serve --network",
            "For other computers, too: pair them with `serve pair`",
        ),
        ("alicia-desktop serve --network --livekit", "Talking from other computers over LiveKit"),
        (
            "alicia-desktop serve --host 0.0.0.0 --port 443 --tls-cert cert.pem --tls-key key.pem",
            "With your certificate",
        ),
    ),
)
users = typer.Typer(
    cls=HelpGroup, help="Let other people use this server. You need no user on this computer.", no_args_is_help=True
)
commands.add_typer(users, name="users", short_help="Manage who else may use this server")

Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65_535, metavar="PORT", help="Port to listen on; 0 takes a free one.")]
Network = Annotated[
    bool,
    typer.Option("--network", help="Also listen for paired computers, with a certificate of its own, on port 8200."),
]
TlsCert = Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate (PEM): the server then speaks HTTPS.")]
TlsKey = Annotated[Path | None, typer.Option(metavar="FILE", help="Private key of the certificate (PEM).")]
WithLiveKit = Annotated[
    bool, typer.Option("--livekit", help="Run a LiveKit server as well, for talking from other computers.")
]

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the user.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


@commands.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = 0,
    *,
    network: Network = False,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    livekit: WithLiveKit = False,
    allow_unencrypted: AllowUnencrypted = False,
    verbose: Verbose = False,
) -> None:
    """Run the local Alicia server and print its address, until Ctrl-C.

    The token of this computer's owner is in server.json in the data folder.
    """
    if context.invoked_subcommand is not None:
        return
    if (tls_cert is None) != (tls_key is None):
        raise output.stop("HTTPS needs a certificate and its private key. Give both, --tls-cert and --tls-key.")
    from alicia_desktop.base.logs import configure_logs  # noqa: PLC0415 - a third of a second
    from alicia_desktop.compose.server_settings import options_from  # noqa: PLC0415 - brings the server
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - with the server
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.server.options import NETWORK_PORT, TlsFiles  # noqa: PLC0415 - as above

    paths = created_paths()
    configure_logs(folder=paths.logs, process="server", verbose=verbose)
    settings, credentials = load_settings(paths.settings), Credentials(folder=paths.folder)
    if allow_unencrypted:
        settings = allow_unencrypted_hosts(settings)
    options = options_from(paths, settings, credentials, host=host, port=port, on_problem=output.print_error)
    if network:
        options = replace(options, network_port=options.network_port or NETWORK_PORT)
    if tls_cert is not None and tls_key is not None:
        options = replace(options, tls=TlsFiles(certificate=tls_cert.expanduser(), key=tls_key.expanduser()))

    serving = _serve(options, host=host, livekit=livekit, wants_livekit=settings.local.livekit_here, logs=paths.logs)
    asyncio.run(serving)


async def _serve(options: "ServerOptions", *, host: str, livekit: bool, wants_livekit: bool, logs: Path) -> None:
    """Serve until a signal; with a LiveKit server where the command or, without one elsewhere, the settings say so."""
    from alicia_desktop.compose.livekit_server import running_livekit  # noqa: PLC0415 - brings the server
    from alicia_desktop.server.local_server import serve_until_signal  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        rooms = options.livekit
        try:
            if livekit or (wants_livekit and rooms is None):
                rooms = await stack.enter_async_context(
                    running_livekit("" if options.network_port else host, logs=logs)
                )
        except WorldError as error:
            if livekit:
                raise
            output.print_error(error.sentence)  # chosen in the settings: rooms do without meanwhile
        served = replace(options, livekit=rooms)
        await serve_until_signal(served, ready=output.print_text, notice=output.print_error)


@users.command(
    cls=HelpCommand,
    short_help="Add a user and print their token",
    epilog=examples(("alicia-desktop serve users add anna", "Give Anna the token and the server's address")),
)
def add(name: Name, *, as_json: AsJson = False) -> None:
    """Add a user and print their token. It is printed only once: the server stores a digest of it."""
    from alicia_desktop.compose.server_access import add_user  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above

    paths = created_paths()
    own = load_settings(paths.settings).server
    if own.place == "local" and own.user == name:
        sentence = f"{name} is your own name on this computer, which needs no token. Choose another name for this user."
        raise output.stop(sentence)
    token = asyncio.run(add_user(paths, name))
    if as_json:
        output.print_json({"name": name, "token": token})
    else:
        output.print_text(token)
        output.print_error(f"This is {name}'s token. It is not shown again: give it to {name}, with the address.")


@users.command("list", cls=HelpCommand, short_help="List users")
def list_users(*, as_json: AsJson = False) -> None:
    """List the users of this server, removed ones too. Tokens are never shown."""
    from alicia_desktop.compose import server_access  # noqa: PLC0415 - brings database and HTTP

    listed = asyncio.run(server_access.list_users(existing_paths()))
    if not listed and not as_json:
        output.print_error("This server has no users but you.")
    for user in listed:
        if as_json:
            output.print_json({"name": user.name, "created_at": user.created_at.isoformat(), "removed": user.removed})
        else:
            state = "removed, data kept" if user.removed else f"since {user.created_at.astimezone().date()}"
            output.print_text(f"{user.name}  ({state})")


@users.command(
    cls=HelpCommand,
    short_help="Remove a user",
    epilog=examples(
        ("alicia-desktop serve users remove anna", "Her token stops working; her data stays"),
        ("alicia-desktop serve users remove anna --delete", "Her data is deleted, too"),
    ),
)
def remove(
    name: Name,
    *,
    delete: Annotated[bool, typer.Option("--delete", help="Also delete their conversations and memories.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Remove a user: their token stops working at once. Their data stays, unless you delete it."""
    from alicia_desktop.compose.server_access import remove_user  # noqa: PLC0415 - brings database and HTTP

    if delete and not yes:
        typer.confirm(f"Delete all conversations and memories of {name}? This cannot be undone.", abort=True, err=True)
    asyncio.run(remove_user(existing_paths(), name, delete=delete))
    output.print_text(f"{name} is removed, and all their data." if delete else f"{name} is removed. Their data stays.")
