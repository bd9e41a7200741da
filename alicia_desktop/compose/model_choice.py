"""The language model that was chosen: which one it is, keeping it, and handing it to the server that runs.

    choice = ModelChoice(url="http://127.0.0.1:11434/v1", name="qwen3:4b")
    settings = store_model(paths, settings, credentials, choice)     # the key goes into the keyring
    await hand_over(paths, choice)                                   # answers from now on are this model's

Address and name stand in the settings, the key does not. There is one key, that of the endpoint in use: to another
endpoint it is never sent.
"""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted
from alicia_desktop.compose.servers import ServerAddress, running_server
from alicia_desktop.config import Settings, save_settings
from alicia_desktop.credentials import VARIABLES, Credentials
from alicia_desktop.paths import Paths

LOAD_SECONDS: Final = 600.0
"""How long a server may take to load a large file from a slow disk."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelChoice:
    """A model of an endpoint, or in a file."""

    url: str = ""
    """Base URL; empty is the file, or the built-in model."""
    name: str = ""
    key: str = field(default="", repr=False)
    file: str = ""
    """The whole path of a GGUF file."""
    memories: bool = False
    """Whether one on another computer also reads memories out of what the person says, as they agreed."""

    @property
    def reads_memories(self) -> bool | None:
        """What the server is told; None leaves it to where the model is."""
        return True if self.memories else None


BUILT_IN: Final = ModelChoice()


def choice_of(settings: Settings, key: str) -> ModelChoice:
    """Return the choice that the settings hold, with the key of its endpoint."""
    local = settings.local
    return ModelChoice(
        url=local.model_url,
        name=local.model_name,
        key=key,
        file="" if local.model_url else local.model_file,
        memories=local.memories_agreed,
    )


def key_for(url: str, settings: Settings, credentials: Credentials) -> str:
    """Return the key that may be sent to `url`: that of the endpoint in use, if it is the same one.

    A key of the environment without an address is for whatever endpoint is named beside it. The keyring may take
    seconds.
    """
    in_use = settings.local.model_url
    given_alone = not in_use and VARIABLES["model_key"] in credentials.environment
    return credentials.get("model_key") if given_alone or (in_use and _origin(url) == _origin(in_use)) else ""


def store_model(
    paths: Paths,
    settings: Settings,
    credentials: Credentials,
    choice: ModelChoice,
    *,
    file_agreed: bool = False,
    agreed: list[str] | None = None,
) -> Settings:
    """Store a choice and return the settings with it. The keyring may take seconds.

    Args:
        file_agreed: Whether the key may be in a file where there is no keyring.
        agreed: Computers to which a key may go without encryption, if not those of the settings.

    Raises:
        WorldError: `unencrypted`, or as `Credentials.put` and `save_settings`; nothing is changed then.
    """
    if choice.key:
        refuse_unencrypted(choice.url, agreed=settings.privacy.unencrypted if agreed is None else agreed)
    local = msgspec.structs.replace(
        settings.local,
        model_url=choice.url,
        model_name=choice.name,
        model_file=choice.file,
        model_memories=choice.url if choice.memories else "",
    )
    changed = msgspec.structs.replace(settings, local=local)
    before = credentials.get("model_key")
    credentials.put("model_key", choice.key, file_agreed=file_agreed)
    try:
        save_settings(paths.settings, changed, before=settings)
    except WorldError:
        credentials.put("model_key", before, file_agreed=file_agreed)
        raise
    return changed


async def hand_over(paths: Paths, choice: ModelChoice) -> bool:
    """Have the server of this data folder take a model, if one runs; returns whether one does.

    Raises:
        WorldError: it does not take it.
    """
    place = await running_server(paths)
    if place is not None:
        await hand_over_to(place, choice)
    return place is not None


async def hand_over_to(place: ServerAddress, choice: ModelChoice) -> None:
    """Have a server take a model.

    Raises:
        WorldError: it does not.
    """
    from alicia_desktop.api.client import CALL_SECONDS  # noqa: PLC0415 - brings the HTTP client
    from alicia_desktop.api.owner import ModelApi  # noqa: PLC0415 - as above

    seconds = LOAD_SECONDS if choice.file else CALL_SECONDS
    async with ModelApi(url=place.address, token=place.token, certificate=place.certificate, seconds=seconds) as api:
        await api.use_model(
            url=choice.url, name=choice.name, key=choice.key, file=choice.file, memories=choice.reads_memories
        )


def _origin(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", url
    return parts.scheme, parts.netloc.lower()
