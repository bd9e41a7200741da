"""`mcp` adds, lists, removes and tries out MCP servers, whose tools Alicia may use after asking.

Values of variables and headers may be secrets: they come from standard input, one a line, or are asked for without
being shown; they never stand on the command line, where others on the computer could read them.
"""

import asyncio
import getpass
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, paths_or_defaults
from alicia_desktop.cli.options import AllowUnencrypted, allow_unencrypted_hosts

if TYPE_CHECKING:
    from alicia_desktop.config import McpServerSettings, Settings
    from alicia_desktop.credentials import Credentials
    from alicia_desktop.paths import Paths
    from alicia_desktop.session.tools.mcp.connection import McpState

Name = Annotated[str, typer.Argument(metavar="NAME", help="A short name of yours, such as files.", show_default=False)]
Command = Annotated[
    list[str] | None,
    typer.Argument(metavar="COMMAND", help="The program and its arguments, after --.", show_default=False),
]
Url = Annotated[str, typer.Option(metavar="URL", help="The address of a server on the web.", show_default=False)]
Variables = Annotated[
    list[str] | None,
    typer.Option("--env", metavar="NAME", help="An environment variable; its value is asked for. Repeatable."),
]
Headers = Annotated[
    list[str] | None,
    typer.Option("--header", metavar="NAME", help="A header of each request; its value is asked for. Repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def add(
    name: Name,
    command: Command = None,
    url: Url = "",
    env: Variables = None,
    header: Headers = None,
    *,
    secrets_in_file: Annotated[
        bool,
        typer.Option("--secrets-in-file", help="Store values in a file only you can read if there is no keyring."),
    ] = False,
    allow_unencrypted: AllowUnencrypted = False,
) -> None:
    """Add an MCP server, or replace the one of that name.

    Its program runs with all your rights. Its tools are used only after you agreed.
    """
    from alicia_desktop.compose.mcp_servers import store_server  # noqa: PLC0415 - brings the session
    from alicia_desktop.session.tools.mcp.connection import McpServer  # noqa: PLC0415 - as above

    if (env and url) or (header and not url):
        raise output.stop("--env is for a program, --header for an address.", 2)
    paths, settings, credentials = _setup(creates=True)
    agreed = (allow_unencrypted_hosts(settings) if allow_unencrypted else settings).privacy.unencrypted
    values = _read_values([*(env or ()), *(header or ())])
    server = McpServer(name=name, command=tuple(command or ()), url=url, variables=values)
    store_server(paths, settings, credentials, server, agreed=agreed, file_agreed=secrets_in_file)
    output.print_text(f"Added {name}. Alicia uses it from now on; alicia-desktop mcp test {name} tries it.")


def list_servers(*, as_json: AsJson = False) -> None:
    """List the MCP servers that were added."""
    _, settings, _ = _setup(creates=False)
    if not settings.mcp.servers:
        output.print_error("There are no MCP servers yet. Add one with `alicia-desktop mcp add`.")
    for server in settings.mcp.servers:
        if as_json:
            output.print_json({"name": server.name, "command": server.command, "url": server.url})
        else:
            output.print_line(f"{server.name:25}{_place(server)}")


def remove(name: Name) -> None:
    """Remove an MCP server, with the values stored for it."""
    from alicia_desktop.compose.mcp_servers import remove_server  # noqa: PLC0415 - brings the session

    paths, settings, credentials = _setup(creates=False)
    remove_server(paths, settings, credentials, name)
    output.print_text(f"Removed {name}.")


def try_out(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of them.", show_default=False)] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """Start MCP servers, list their tools, and end them again; all of them without NAME."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the session
    from alicia_desktop.compose import mcp_servers  # noqa: PLC0415 - as above

    _, settings, credentials = _setup(creates=False)
    servers = [one for one in mcp_servers.configured_servers(settings, credentials) if name in {"", one.name}]
    if not servers:
        raise output.stop(mcp_servers.no_such_server(name, settings) if name else "No MCP server was added.")

    async def run() -> "list[McpState]":
        clock = SystemClock()
        return list(await asyncio.gather(*(mcp_servers.try_server(one, clock=clock) for one in servers)))

    states = asyncio.run(run())
    for state in states:
        _print_state(state, as_json=as_json)
    if any(state.status != "ready" for state in states):
        raise typer.Exit(1)


def _setup(*, creates: bool) -> "tuple[Paths, Settings, Credentials]":
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring

    paths = created_paths() if creates else paths_or_defaults()
    return paths, load_settings(paths.settings), Credentials(folder=paths.folder)


def _read_values(names: Sequence[str]) -> dict[str, str]:
    if sys.stdin.isatty():
        return {name: getpass.getpass(f"{name}: ") for name in names}
    return {name: sys.stdin.readline().rstrip("\r\n") for name in names}


def _place(server: "McpServerSettings") -> str:
    return server.url or shlex.join(server.command)


def _print_state(state: "McpState", *, as_json: bool) -> None:
    refused = [{"name": one.name, "reason": one.reason} for one in state.refused]
    if as_json:
        tools = [{"name": tool.name, "description": tool.description} for tool in state.tools]
        output.print_json(
            {"name": state.name, "status": state.status, "reason": state.reason, "tools": tools, "refused": refused}
        )
        return
    output.print_line(f"{state.name}: {state.reason or output.plural(len(state.tools), 'tool')}")
    for tool in state.tools:
        output.print_line(f"  {tool.own_name:24} {' '.join(tool.description.split())[:80]}".rstrip())
    for one in state.refused:
        output.print_line(f"  not offered: {one.name or '(no name)'}. {one.reason}")
