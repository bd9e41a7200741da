"""The calls of a server's owner over HTTP: which language model answers, another one, and who the users are.

By the first, window and command line hand over a model; the second are the command line's, while that server runs.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec

from alicia_desktop.api.client import CALL_SECONDS, ApiClient
from alicia_desktop.api.records import JsonObject, Record

OWNER: Final = "user"
"""Whom the owner's calls name; no user is called so."""


class ServerUser(Record, frozen=True, kw_only=True):
    """One of several users of a server."""

    name: str
    created_at: datetime
    removed: bool = False
    """Whether they have no token any more; what is stored under the name waits for them."""


class _Listed(msgspec.Struct, frozen=True, kw_only=True):
    users: list[ServerUser]


class _Added(msgspec.Struct, frozen=True, kw_only=True):
    token: str


class PairingCode(Record, frozen=True, kw_only=True):
    """The code that a server shows, for a computer of `user_name`."""

    code: str
    user_name: str
    seconds: float
    """How long it is still valid."""
    attempts: int
    """Tries that are left."""
    addresses: tuple[str, ...] = ()
    """Where the other computer finds the server; empty where only this computer does."""


class PairedDevice(Record, frozen=True, kw_only=True):
    """A computer that was paired with a server."""

    user_name: str
    name: str
    created_at: datetime


class _Devices(msgspec.Struct, frozen=True, kw_only=True):
    devices: list[PairedDevice]


class UserApi(ApiClient):
    """The calls of the owner about users and their computers; a refusal has the server's own words."""

    def __init__(self, *, url: str, token: str, certificate: str = "") -> None:
        super().__init__(url=url, user_id=OWNER, token=token, certificate=certificate)

    async def list_users(self) -> list[ServerUser]:
        """Return all users by name, removed ones too."""
        return self._parse(await self._request("GET", "users", verbatim=True), _Listed).users

    async def add_user(self, name: str) -> str:
        """Add a user and return the token.

        Raises:
            WorldError: what is no name, or has a token already.
        """
        return self._parse(await self._request("POST", "users", body={"name": name}, verbatim=True), _Added).token

    async def show_code(self, user_name: str, *, own: bool) -> PairingCode:
        """Have a new pairing code shown, for a computer of a user, or with `own` of the owner.

        Raises:
            WorldError: what is no name, or with `own` a user's.
        """
        body: JsonObject = {"user_name": user_name, "own": own}
        return self._parse(await self._request("POST", "pairing", body=body, verbatim=True), PairingCode)

    async def shown_code(self) -> PairingCode:
        """Return the code that is shown.

        Raises:
            WorldError: none is any more; its sentence tells why, also that a computer was paired by it.
        """
        return self._parse(await self._request("GET", "pairing", verbatim=True), PairingCode)

    async def hide_code(self) -> None:
        """Make the code void."""
        await self._request("DELETE", "pairing", verbatim=True)

    async def list_devices(self) -> list[PairedDevice]:
        """Return the paired computers of all users."""
        return self._parse(await self._request("GET", "devices", verbatim=True), _Devices).devices

    async def remove_device(self, user_name: str, name: str) -> None:
        """Make the token of a paired computer void.

        Raises:
            WorldError: there is no such computer.
        """
        await self._request("DELETE", "devices", user_name, name, verbatim=True)

    async def remove_user(self, name: str, *, delete: bool) -> None:
        """Make a user's token void; with `delete` their data goes as well.

        Raises:
            WorldError: there is no such user.
        """
        query = {"delete": "1"} if delete else None
        await self._request("DELETE", "users", name, query=query, verbatim=True)


class ModelInUse(Record, frozen=True, kw_only=True):
    """The model that answers."""

    name: str
    provider: str
    """`built-in`, `file`, or the host of its endpoint."""
    state: Literal["getting_ready", "ready", "failed"]
    sentence: str = ""
    """Why it failed."""


class ModelApi(ApiClient):
    """The calls of the owner about the model; a refusal has the server's own words."""

    def __init__(self, *, url: str, token: str, certificate: str = "", seconds: float = CALL_SECONDS) -> None:
        """`seconds` is the longest that a call takes."""
        super().__init__(url=url, user_id=OWNER, token=token, certificate=certificate, seconds=seconds)

    async def model(self) -> ModelInUse:
        """Return the model in use."""
        return self._parse(await self._request("GET", "model", verbatim=True), ModelInUse)

    async def use_model(
        self, *, url: str, name: str, key: str, file: str = "", memories: bool | None = None
    ) -> ModelInUse:
        """Have answers that begin from now on written by a model: of an endpoint or a GGUF file, else the built-in one.

        A file is loaded before this returns. With `memories` the model of an endpoint also reads memories out of what
        the person says; None: where it is on this computer.
        """
        body: JsonObject = {"url": url, "name": name, "key": key, "file": file, "memories": memories}
        return self._parse(await self._request("PUT", "model", body=body, verbatim=True), ModelInUse)


class RetrievalApi(ApiClient):
    """The call of the owner about what memories are retrieved by."""

    def __init__(self, *, url: str, token: str, certificate: str = "") -> None:
        super().__init__(url=url, user_id=OWNER, token=token, certificate=certificate)

    async def use_retrieval(self, *, threshold: float, budget: int, weights: Mapping[str, float]) -> None:
        """Have answers from now on recall by these; parts without a weight keep the fitted one."""
        body: JsonObject = {"threshold": threshold, "budget": budget, "weights": dict(weights)}
        await self._request("PUT", "retrieval", body=body, optional=True)


class ServerVoice(Record, frozen=True, kw_only=True):
    """A voice that a server has."""

    name: str
    language: str
    gender: str = ""


class _Voices(msgspec.Struct, frozen=True, kw_only=True):
    voices: list[ServerVoice]


class VoiceApi(ApiClient):
    """The calls of the owner about her voice."""

    def __init__(self, *, url: str, token: str, certificate: str = "") -> None:
        super().__init__(url=url, user_id=OWNER, token=token, certificate=certificate)

    async def voices(self) -> list[ServerVoice]:
        """Return the voices to choose from, one a language, the default first."""
        return self._parse(await self._request("GET", "voice"), _Voices).voices

    async def use_voice(self, *, voice: str, speed: float, bridges: bool) -> None:
        """Have what is said from now on said so."""
        await self._request("PUT", "voice", body={"voice": voice, "speed": speed, "bridges": bridges})

    async def preview(self, text: str, *, voice: str, speed: float) -> bytes:
        """Return what a sentence would sound like: 16-bit little-endian mono PCM at 48 kHz."""
        body: JsonObject = {"voice": voice, "speed": speed, "text": text}
        return await self._request("POST", "voice", "preview", body=body, verbatim=True)
