"""Pair this computer with a server and keep what that gives; and show codes for others on the server of this one.

paired = await pair_with("https://alicia.home:8200", "K7Q-M2X", device="Anna's laptop")
keep_pairing(paired, paths=paths, credentials=credentials)   # settings, and the token in the keyring
"""

import asyncio
from typing import Final

import msgspec

from alicia_desktop.api.owner import PairedDevice, UserApi
from alicia_desktop.api.pairing import PairedServer, pair
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.servers import ServerAddress, running_server
from alicia_desktop.config import load_settings, save_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths

NOT_RUNNING = translate(
    "No server runs on this data folder. Start one that others can reach: `alicia-desktop serve --network`, "
    "or the window with the switch for other computers in Settings, Connection."
)
LOOK_SECONDS: Final = 1.0
"""How often the server is asked whether somebody has paired."""
pair_with = pair


def keep_pairing(paired: PairedServer, *, paths: Paths, credentials: Credentials, file_agreed: bool = False) -> None:
    """Make a paired server the one that this computer uses: the token first, then the settings.

    Raises:
        WorldError: `no_keyring`, `secrets_unwritable` or `settings_unwritable`; the former server stays.
    """
    settings = load_settings(paths.settings)
    before = credentials.get("server_token")
    credentials.put("server_token", paired.token, file_agreed=file_agreed)
    server = msgspec.structs.replace(
        settings.server,
        place="remote",
        address=paired.address,
        user=paired.user_name,
        certificate=paired.certificate,
        livekit_address="",
    )
    try:
        save_settings(paths.settings, msgspec.structs.replace(settings, server=server), before=settings)
    except WorldError:
        credentials.put("server_token", before, file_agreed=file_agreed)
        raise


async def owner_api(paths: Paths) -> UserApi:
    """Return the owner's calls to the server that runs on a data folder; close it.

    Raises:
        WorldError: `not_running`.
    """
    running: ServerAddress | None = await running_server(paths)
    if running is None:
        raise WorldError(sentence=NOT_RUNNING, code="not_running")
    return UserApi(url=running.address, token=running.token, certificate=running.certificate)


async def wait_for_pairing(api: UserApi) -> str:
    """Wait until the code that is shown is used or void, and return which, as the server's sentence."""
    while True:
        try:
            await api.shown_code()
        except WorldError as error:
            return error.sentence
        await asyncio.sleep(LOOK_SECONDS)


async def list_devices(paths: Paths) -> list[PairedDevice]:
    """Return the computers that are paired with the server of a data folder, which runs."""
    async with await owner_api(paths) as api:
        return await api.list_devices()


async def remove_device(paths: Paths, user_name: str, name: str) -> None:
    """Make the token of a computer that is paired with that server void.

    Raises:
        WorldError: there is no such computer.
    """
    async with await owner_api(paths) as api:
        await api.remove_device(user_name, name)
