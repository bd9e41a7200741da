"""Fill the page of her voice: the voices that there are, and what a choice sounds like."""

from dataclasses import dataclass

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.ui.settings.voice_page import VoiceOption, VoicePage


@dataclass(frozen=True, kw_only=True, slots=True)
class VoicePreview:
    """What a choice of voice and speed sounds like."""

    pcm: bytes
    volume: float


class VoiceChoice:
    """Her voice on one page, as long as its dialog is open."""

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
            voices = await self._client.voices()
        except WorldError as error:
            self._page.set_problem(error.sentence)
        else:
            self._page.set_voices([VoiceOption(name=one.name, language=one.language) for one in voices])

    async def _make_preview(self, sentence: str, *, voice: str, speed: float, volume: float) -> None:
        try:
            pcm = await self._client.preview_voice(sentence, voice=voice, speed=speed)
        except WorldError as error:
            self._page.set_problem(error.sentence)
        else:
            self._preview_made.emit(VoicePreview(pcm=pcm, volume=volume))
