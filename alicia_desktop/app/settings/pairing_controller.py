"""Pair with a server from the settings: ask it, and fill in the page what it gives, to be saved with the rest."""

import platform

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.pairing import pair_with
from alicia_desktop.ui.settings.server_page import ServerPage


class PairingController:
    """Pairing on one page, as long as its dialog is open."""

    def __init__(self, page: ServerPage, scope: Scope) -> None:
        self._page = page
        page.pair_requested.connect(lambda address, code: scope.spawn("pair", self._pair(address, code)))

    async def _pair(self, address: str, code: str) -> None:
        self._page.set_pairing()
        try:
            paired = await pair_with(address, code, device=platform.node() or "computer")
        except WorldError as error:
            self._page.set_pairing_problem(error.sentence)
            return
        self._page.set_paired(
            address=paired.address, user=paired.user_name, token=paired.token, certificate=paired.certificate
        )
