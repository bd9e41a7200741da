"""`pair` makes this computer use a server that shows a code; `serve pair` shows one, `serve devices` lists who paired.

The code is asked for or comes from standard input. The token and the fingerprint of the server's certificate that
pairing gives are kept like those that somebody enters in the settings: in the keyring, and in settings.toml.
"""

import asyncio
import platform
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, existing_paths
from alicia_desktop.cli.options import HelpCommand, HelpGroup, examples

if TYPE_CHECKING:
    from alicia_desktop.api.owner import PairingCode, UserApi

devices = typer.Typer(
    cls=HelpGroup, help="List and remove the computers that are paired with this server.", no_args_is_help=True
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def pair(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Address of the server, such as alicia.home:8200.")],
    *,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of this computer in the server's list.", show_default=False)
    ] = "",
    token_in_file: Annotated[
        bool,
        typer.Option("--token-in-file", help="Store the token in a file only you can read if there is no keyring."),
    ] = False,
) -> None:
    """Use an Alicia server elsewhere from now on: enter the code that `alicia-desktop serve pair` shows there.

    The server's certificate is remembered: whatever answers with another one later gets nothing.
    """
    from alicia_desktop.compose.pairing import keep_pairing, pair_with  # noqa: PLC0415 - brings HTTP
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring

    paths = created_paths()
    if sys.stdin.isatty():
        output.print_notice("Code: ", end="")
    code = sys.stdin.readline()
    paired = asyncio.run(pair_with(address, code, device=name or platform.node() or "computer"))
    try:
        keep_pairing(paired, paths=paths, credentials=Credentials(folder=paths.folder), file_agreed=token_in_file)
    except WorldError as error:
        if error.code != "no_keyring":
            raise
        raise output.stop(f"{error.sentence} For such a file, add --token-in-file and enter a new code.") from error
    output.print_text(f"Paired with {paired.address} as {paired.user_name}.")
    if paired.certificate:
        output.print_error("Its certificate is remembered, because no authority vouches for it.")


def show_code(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Whose computer it is; without a name, yours.")] = "",
    *,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until somebody has paired.")] = True,
    as_json: AsJson = False,
) -> None:
    """Show a code by which another computer may use this server, once and for ten minutes.

    Enter it there: Settings, Connection, or `alicia-desktop pair ADDRESS`. A user who is new is added.
    """
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - with the server

    paths = existing_paths()
    own = load_settings(paths.settings).server
    owner = own.user if own.place == "local" else "user"
    asyncio.run(_show_code(name or owner, own=name in {"", owner}, wait=wait, as_json=as_json))


async def _show_code(user_name: str, *, own: bool, wait: bool, as_json: bool) -> None:
    from alicia_desktop.compose.pairing import owner_api, wait_for_pairing  # noqa: PLC0415 - brings HTTP

    async with await owner_api(existing_paths()) as api:
        shown = await api.show_code(user_name, own=own)
        if as_json:
            output.print_json({"code": shown.code, "user_name": shown.user_name, "seconds": shown.seconds})
        else:
            output.print_text(shown.code)
            output.print_error(_told(shown))
        if wait:
            try:
                output.print_error(await wait_for_pairing(api))
            finally:
                await _hide(api)


def _told(shown: "PairingCode") -> str:
    minutes, place = max(1, round(shown.seconds / 60)), " or ".join(shown.addresses)
    if not place:
        return (
            "Other computers cannot reach this server. Switch that on in Settings, Connection, or start "
            "`alicia-desktop serve --network`."
        )
    return (
        f"Enter this code on the other computer within {minutes} minutes, with the address {place}: "
        f"it will use this server as {shown.user_name}."
    )


async def _hide(api: "UserApi") -> None:
    try:
        await api.hide_code()
    except WorldError as error:  # the server has ended, and the code with it
        output.print_error(error.sentence)


@devices.command("list", cls=HelpCommand, short_help="List paired computers")
def list_devices(*, as_json: AsJson = False) -> None:
    """List the computers that are paired with the server that runs here."""
    from alicia_desktop.compose import pairing  # noqa: PLC0415 - brings HTTP

    listed = asyncio.run(pairing.list_devices(existing_paths()))
    if not listed and not as_json:
        output.print_error("No computer is paired with this server.")
    for one in listed:
        if as_json:
            described = {"user_name": one.user_name, "name": one.name, "created_at": one.created_at.isoformat()}
            output.print_json(described)
        else:
            output.print_text(f"{one.user_name}  {one.name}  (since {one.created_at.astimezone().date()})")


@devices.command(
    "remove",
    cls=HelpCommand,
    short_help="Remove a paired computer",
    epilog=examples(('alicia-desktop serve devices remove anna "Anna\'s laptop"', "Its token stops working at once")),
)
def remove_device(
    user_name: Annotated[str, typer.Argument(metavar="USER", help="Whose computer it is.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the computer.")],
) -> None:
    """Remove a paired computer: its token stops working at once. Its user's data stays."""
    from alicia_desktop.compose import pairing  # noqa: PLC0415 - brings HTTP

    asyncio.run(pairing.remove_device(existing_paths(), user_name, name))
    output.print_text(f"{name} of {user_name} is removed.")
