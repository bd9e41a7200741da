"""The language model of the server on this computer, over its HTTP interface: which one answers, and another one."""

from typing import Literal

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import JsonObject, Record
from alicia_desktop.api.users import OWNER


class ServerModel(Record, frozen=True, kw_only=True):
    """The model that answers."""

    name: str
    provider: str
    """`built-in`, or the host of its endpoint."""
    state: Literal["getting_ready", "ready", "failed"]
    sentence: str = ""
    """Why it failed."""


class ModelApi(ApiClient):
    """The calls of the owner about the model; a refusal has the server's own words."""

    def __init__(self, *, url: str, token: str) -> None:
        super().__init__(url=url, user_id=OWNER, token=token)

    async def model(self) -> ServerModel:
        """Return the model in use."""
        return self._parse(await self._request("GET", "model", verbatim=True), ServerModel)

    async def use_model(self, *, url: str, name: str, key: str, memories: bool | None = None) -> ServerModel:
        """Have answers that begin from now on written by a model; an empty `url` is the built-in one.

        With `memories` it also reads memories out of what the person says; None: where it is on this computer.
        """
        body: JsonObject = {"url": url, "name": name, "key": key, "memories": memories}
        return self._parse(await self._request("PUT", "model", body=body, verbatim=True), ServerModel)
