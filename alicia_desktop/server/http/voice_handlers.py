"""Handle the HTTP calls about her voice: which there are, how she speaks from now on, and what that would sound like.

They are this project's own, and the owner's alone. One voice a language is offered, of those that are on this computer.
"""

from dataclasses import replace
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.server.engines.contract import TextToSpeech
from alicia_desktop.server.engines.text_to_speech import MAX_SPEED, MIN_SPEED
from alicia_desktop.server.engines.voice_selection import base_language
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import check_owner
from alicia_desktop.server.options import SpeakingStyle
from alicia_desktop.server.speech.speakable import spoken_text

MAX_PREVIEW_CHARACTERS: Final = 200
SOUND: Final = "audio/L16;rate=48000;channels=1"


class StyleUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `PUT /voice`."""

    voice: str = ""
    """Names with spaces between them, one a language; empty, or names that are not there: the first voice."""
    speed: Annotated[float, msgspec.Meta(ge=MIN_SPEED, le=MAX_SPEED)] = 1.0
    bridges: bool = True

    def style(self) -> SpeakingStyle:
        """Return it as the engine takes it."""
        return SpeakingStyle(voice=self.voice, speed=self.speed, bridges=self.bridges)


class PreviewRequest(StyleUpdate, frozen=True, kw_only=True):
    """Body of `POST /voice/preview`."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_PREVIEW_CHARACTERS)]


class VoiceHandlers:
    """Handlers for the owner."""

    def __init__(self, engine: TextToSpeech) -> None:
        self._engine = engine

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/api/v1/voice", self.show),
            web.put("/api/v1/voice", self.use),
            web.post("/api/v1/voice/preview", self.preview),
        ]

    async def show(self, request: web.Request) -> web.Response:
        """`GET /voice` → {`voice`,`speed`,`bridges`,`voices`:[{`name`,`language`,`gender`}]}."""
        check_owner(request, "choose its voice")
        return web.json_response(await self._described())

    async def use(self, request: web.Request) -> web.Response:
        """`PUT /voice` {`voice`,`speed`,`bridges`}: what is said from now on is said so."""
        check_owner(request, "choose its voice")
        self._engine.style = (await json_bodies.read_body(request, StyleUpdate)).style()
        return web.json_response(await self._described())

    async def preview(self, request: web.Request) -> web.Response:
        """`POST /voice/preview` {`voice`,`speed`,`text`} → its sound, 16-bit little-endian mono PCM at 48 kHz."""
        check_owner(request, "choose its voice")
        wanted = await json_bodies.read_body(request, PreviewRequest)
        spoken = {voice.name: base_language(voice.language) for voice in await self._engine.voices()}
        style = replace(wanted.style(), language=spoken.get(wanted.voice, ""))
        pcm = await self._engine.speak(spoken_text(wanted.text), style=style)
        return web.Response(body=pcm, headers={"Content-Type": SOUND})

    async def _described(self) -> dict[str, Any]:
        style = self._engine.style
        voices = [msgspec.to_builtins(voice) for voice in await self._engine.voices()]
        return {"voice": style.voice, "speed": style.speed, "bridges": style.bridges, "voices": voices}
