"""Show pairing codes on the connection page, and who is paired, as long as its dialog is open.

HouseholdController(dialog.server.household, scope, paths=paths, owner="user")

It talks with the server that runs on this data folder, the window's own or `serve`. A code is void once the dialog
closes.
"""

import asyncio
from collections.abc import Awaitable

from alicia_desktop.api.owner import PairedDevice, PairingCode
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.pairing import list_devices, owner_api, remove_device, wait_for_pairing
from alicia_desktop.paths import Paths
from alicia_desktop.ui.settings.household_part import HouseholdPart, PairedRow


class HouseholdController:
    """Fill the part of the page for other computers."""

    def __init__(self, part: HouseholdPart, scope: Scope, *, paths: Paths, owner: str) -> None:
        """`owner` is how conversations of this computer's person are filed."""
        self._part, self._scope, self._paths, self._owner = part, scope, paths, owner
        self._showing: asyncio.Task[None] | None = None
        part.code_requested.connect(self._on_code_requested)
        part.remove_requested.connect(lambda user, name: scope.spawn("remove computer", self._remove(user, name)))
        if part.switch.isChecked():
            scope.spawn("paired computers", self._show_refusal(self._list()))

    def _on_code_requested(self, name: str) -> None:
        if self._showing is not None:
            self._showing.cancel()
        self._showing = self._scope.spawn("pairing code", self._show_refusal(self._show_code(name)))

    async def _show_refusal(self, work: Awaitable[None]) -> None:
        """Do what is asked of the server; a refusal stands on the page."""
        try:
            await work
        except WorldError as error:
            self._part.set_problem(error.sentence)

    async def _show_code(self, name: str) -> None:
        async with await owner_api(self._paths) as api:
            shown = await api.show_code(name or self._owner, own=name in {"", self._owner})
            try:
                self._part.show_code(shown.code, _what_to_do(shown))
                self._part.set_over(await wait_for_pairing(api))
            finally:
                await api.hide_code()
            await self._list()

    async def _list(self) -> None:
        self._part.show_computers([self._row(one) for one in await list_devices(self._paths)])

    async def _remove(self, user_name: str, name: str) -> None:
        await self._show_refusal(self._removed(user_name, name))

    async def _removed(self, user_name: str, name: str) -> None:
        await remove_device(self._paths, user_name, name)
        await self._list()

    def _row(self, one: PairedDevice) -> PairedRow:
        since = one.created_at.astimezone().date().isoformat()
        return PairedRow(user_name=one.user_name, name=one.name, own=one.user_name == self._owner, since=since)


def _what_to_do(shown: PairingCode) -> str:
    if not shown.addresses:
        return translate(
            "Other computers cannot reach this Alicia yet: restart the program, and see its notices.",
        )
    say = translate(
        "Within {minutes} minutes, on the other computer: Settings, Connection, An Alicia server. Enter the address "
        "{address} and this code.",
    )
    return say.format(minutes=max(1, round(shown.seconds / 60)), address=translate(" or ").join(shown.addresses))
