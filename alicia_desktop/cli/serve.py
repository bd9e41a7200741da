"""`serve`: the local server alone, and who may use it."""

import asyncio
from typing import Annotated

import typer

from alicia_desktop.cli import output, users
from alicia_desktop.cli.talk import AllowUnencrypted, unencrypted_allowed

commands = typer.Typer()
commands.add_typer(users.commands, name="users")


@commands.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port to listen on; 0 takes a free one.")] = 0,
    *,
    allow_unencrypted: AllowUnencrypted = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on standard error what happens.")] = False,
) -> None:
    """Run the local Alicia server alone and print its address; the token is in server.json of the data folder."""
    if context.invoked_subcommand is not None:
        return
    from alicia_desktop.base.logs import configure_logs  # noqa: PLC0415 - a third of a second
    from alicia_desktop.compose.server_settings import options_from  # noqa: PLC0415 - brings the server
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - with the server
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - with the server
    from alicia_desktop.server.local_server import serve_until_signal  # noqa: PLC0415 - as above

    paths = find_paths()
    paths.create()
    configure_logs(folder=paths.logs, process="server", verbose=verbose)
    settings, credentials = load_settings(paths.settings), Credentials(folder=paths.folder)
    if allow_unencrypted:
        settings = unencrypted_allowed(settings)
    options = options_from(paths, settings, credentials, host=host, port=port, on_problem=output.print_error)
    asyncio.run(serve_until_signal(options, ready=output.print_text, notice=output.print_error))
