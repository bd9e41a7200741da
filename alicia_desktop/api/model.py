"""The language model of the server on this computer, over its HTTP interface: which one answers, and another one."""

from typing import Literal

from alicia_desktop.api.client import CALL_SECONDS, ApiClient
from alicia_desktop.api.records import JsonObject, Record
from alicia_desktop.api.users import OWNER


class ServerModel(Record, frozen=True, kw_only=True):
    """The model that answers."""

    name: str
    provider: str
    """`built-in`, `file`, or the host of its endpoint."""
    state: Literal["getting_ready", "ready", "failed"]
    sentence: str = ""
    """Why it failed."""


class ModelApi(ApiClient):
    """The calls of the owner about the model; a refusal has the server's own words."""

    def __init__(self, *, url: str, token: str, seconds: float = CALL_SECONDS) -> None:
        """`seconds` is the longest that a call takes."""
        super().__init__(url=url, user_id=OWNER, token=token, seconds=seconds)

    async def model(self) -> ServerModel:
        """Return the model in use."""
        return self._parse(await self._request("GET", "model", verbatim=True), ServerModel)

    async def use_model(
        self, *, url: str, name: str, key: str, file: str = "", memories: bool | None = None
    ) -> ServerModel:
        """Have answers that begin from now on written by a model: of an endpoint or a GGUF file, else the built-in one.

        A file is loaded before this returns. With `memories` the model of an endpoint also reads memories out of what
        the person says; None: where it is on this computer.
        """
        body: JsonObject = {"url": url, "name": name, "key": key, "file": file, "memories": memories}
        return self._parse(await self._request("PUT", "model", body=body, verbatim=True), ServerModel)
