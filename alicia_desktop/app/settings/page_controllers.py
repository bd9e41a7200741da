"""Fill pages of the settings as long as their dialog is open: pairing with a server, and her voice.

Pairing asks the server, and fills in the page what it gives, to be saved with the rest. Her voice is one of those that
there are, and can be heard before it is saved.
"""

import platform
from dataclasses import dataclass

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.pairing import pair_with
from alicia_desktop.ui.settings.server_page import ServerPage
from alicia_desktop.ui.settings.voice_page import VoiceOption, VoicePage


class PairingController:
    """Pair with a server from its page."""

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


@dataclass(frozen=True, kw_only=True, slots=True)
class VoicePreview:
    """What a choice of voice and speed sounds like."""

    pcm: bytes
    volume: float


class VoiceChoice:
    """List the voices, and make what a choice sounds like."""

    def __init__(self, page: VoicePage, scope: Scope, *, client: Client, preview_made: Signal[VoicePreview]) -> None:
        """`preview_made` is told what is to be played."""
        self._page, self._client, self._preview_made = page, client, preview_made
        page.preview_requested.connect(
            lambda sentence, voice, speed, volume: scope.spawn(
                "preview", self._make_preview(sentence, voice=voice, speed=speed, volume=volume)
            )
        )
        scope.spawn("voices", self._list_voices())

    async def _list_voices(self) -> None:
        try:
            voices = await self._client.engines.voices()
        except WorldError as error:
            self._page.set_problem(error.sentence)
        else:
            self._page.set_voices([VoiceOption(name=one.name, language=one.language) for one in voices])

    async def _make_preview(self, sentence: str, *, voice: str, speed: float, volume: float) -> None:
        try:
            pcm = await self._client.engines.preview_voice(sentence, voice=voice, speed=speed)
        except WorldError as error:
            self._page.set_problem(error.sentence)
        else:
            self._preview_made.emit(VoicePreview(pcm=pcm, volume=volume))
