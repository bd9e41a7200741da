"""`serve users`: who else may use the server on this computer, running or not."""

import asyncio
from typing import Annotated

import typer

from alicia_desktop.cli import output

commands = typer.Typer(
    help="Several people on this server: each has a token. You need none on this computer.", no_args_is_help=True
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name under which they sign in.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]


@commands.command()
def add(name: Name, *, as_json: AsJson = False) -> None:
    """Add a user and print their token, this once: only a digest of it is stored."""
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


@commands.command("list")
def list_all(*, as_json: AsJson = False) -> None:
    """List the users; tokens are never shown."""
    from alicia_desktop.compose.server_access import list_users  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    users = asyncio.run(list_users(find_paths()))
    if not users and not as_json:
        output.print_error("This server has no users but you.")
    for user in users:
        if as_json:
            output.print_json({"name": user.name, "created_at": user.created_at.isoformat(), "removed": user.removed})
        else:
            state = "removed, data kept" if user.removed else f"since {user.created_at.astimezone().date()}"
            output.print_text(f"{user.name}  ({state})")


@commands.command()
def remove(
    name: Name,
    *,
    delete: Annotated[
        bool, typer.Option("--delete", help="Also delete their conversations and memories, for good.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Make a user's token void at once; what they said and what is remembered of them stays unless deleted."""
    from alicia_desktop.compose.server_access import remove_user  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    if delete and not yes:
        typer.confirm(f"Delete all conversations and memories of {name}? This cannot be undone.", abort=True, err=True)
    asyncio.run(remove_user(find_paths(), name, delete=delete))
    output.print_text(f"{name} is removed, and all their data." if delete else f"{name} is removed. Their data stays.")
