"""`serve` runs the local server alone; `serve users` manages who else may use it, whether it runs or not."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.options import AllowUnencrypted, HelpCommand, HelpGroup, allow_unencrypted_hosts, examples
from alicia_desktop.cli.talk import Verbose

commands = typer.Typer(
    cls=HelpGroup,
    epilog=examples(
        ("alicia-desktop serve", "Only for this computer, on a free port"),
        (
            "alicia-desktop serve --host 0.0.0.0 --port 8200 --tls-cert alicia.pem --tls-key alicia.key.pem",
            "For other computers, too: pair them with `serve pair`",
        ),
        ("alicia-desktop serve --host 192.168.1.5 --livekit", "Talking from other computers over LiveKit"),
    ),
)
users = typer.Typer(
    cls=HelpGroup, help="Let other people use this server. You need no user on this computer.", no_args_is_help=True
)
commands.add_typer(users, name="users", short_help="Manage who else may use this server")

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the user.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


@commands.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, metavar="PORT", help="Port to listen on; 0 takes a free one.")
    ] = 0,
    *,
    tls_cert: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Certificate (PEM): the server then speaks HTTPS.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Private key of the certificate (PEM).")] = None,
    livekit: Annotated[
        bool, typer.Option("--livekit", help="Run a LiveKit server as well, for talking from other computers.")
    ] = False,
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
    from alicia_desktop.compose.livekit_server import running_livekit  # noqa: PLC0415 - brings the server
    from alicia_desktop.compose.server_settings import options_from  # noqa: PLC0415 - brings the server
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - with the server
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - with the server
    from alicia_desktop.server.local_server import serve_until_signal  # noqa: PLC0415 - as above
    from alicia_desktop.server.options import TlsFiles  # noqa: PLC0415 - as above

    paths = find_paths()
    paths.create()
    configure_logs(folder=paths.logs, process="server", verbose=verbose)
    settings, credentials = load_settings(paths.settings), Credentials(folder=paths.folder)
    if allow_unencrypted:
        settings = allow_unencrypted_hosts(settings)
    options = options_from(paths, settings, credentials, host=host, port=port, on_problem=output.print_error)
    if tls_cert is not None and tls_key is not None:
        options = replace(options, tls=TlsFiles(certificate=tls_cert.expanduser(), key=tls_key.expanduser()))

    async def run() -> None:
        async with AsyncExitStack() as stack:
            rooms = options.livekit
            try:
                if livekit or (settings.local.livekit_here and rooms is None):
                    rooms = await stack.enter_async_context(running_livekit(host, logs=paths.logs))
            except WorldError as error:
                if livekit:
                    raise
                output.print_error(error.sentence)  # chosen in the settings: rooms do without meanwhile
            served = replace(options, livekit=rooms)
            await serve_until_signal(served, ready=output.print_text, notice=output.print_error)

    asyncio.run(run())


@users.command(
    cls=HelpCommand,
    short_help="Add a user and print their token",
    epilog=examples(("alicia-desktop serve users add anna", "Give Anna the token and the server's address")),
)
def add(name: Name, *, as_json: AsJson = False) -> None:
    """Add a user and print their token. It is printed only once: the server stores a digest of it."""
    from alicia_desktop.compose.server_access import add_user  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
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
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    listed = asyncio.run(server_access.list_users(find_paths()))
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
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    if delete and not yes:
        typer.confirm(f"Delete all conversations and memories of {name}? This cannot be undone.", abort=True, err=True)
    asyncio.run(remove_user(find_paths(), name, delete=delete))
    output.print_text(f"{name} is removed, and all their data." if delete else f"{name} is removed. Their data stays.")
