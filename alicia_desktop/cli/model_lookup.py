"""Find the language model that a command names: built in, in a file, or at an endpoint that is asked for its models."""

import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, paths_or_defaults
from alicia_desktop.cli.options import allow_unencrypted_hosts
from alicia_desktop.protocol.conversation_settings import ChosenModel, check_settings

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.credentials import Credentials
    from alicia_desktop.paths import Paths
    from alicia_desktop.server.endpoints.model_access import ModelAccess
    from alicia_desktop.server.endpoints.model_list import FoundEndpoint

BUILT_IN: Final = "built-in"
NONE_HERE: Final = "No server with models runs on this computer; name one elsewhere with --endpoint."
MAX_NAMED: Final = 8
"""Models that a sentence lists."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelSetup:
    """What every command reads first."""

    paths: "Paths"
    settings: "Settings"
    credentials: "Credentials"
    agreed: list[str]
    """Computers to which a key may go without encryption."""
    given_key: str | None = field(default=None, repr=False)

    def key(self, url: str) -> str:
        """Return the key for an endpoint: the one just given, else the stored one."""
        from alicia_desktop.compose.model_choice import key_for  # noqa: PLC0415 - brings the server

        return key_for(url, self.settings, self.credentials) if self.given_key is None else self.given_key


def read_setup(*, ask_key: bool, allow_unencrypted: bool, creates: bool = False) -> ModelSetup:
    """Read settings and keys, and with `ask_key` a key from standard input; `creates` makes a data folder for them."""
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring

    paths = created_paths() if creates else paths_or_defaults()
    settings = load_settings(paths.settings)
    agreed = allow_unencrypted_hosts(settings) if allow_unencrypted else settings
    return ModelSetup(
        paths=paths,
        settings=settings,
        credentials=Credentials(folder=paths.folder),
        agreed=agreed.privacy.unencrypted,
        given_key=read_key() if ask_key else None,
    )


def chosen_model(model: str) -> ChosenModel:
    """Return a model for one conversation: built-in, a GGUF file's path, NAME@ADDRESS, or a name at an endpoint here.

    Raises:
        WorldError: there is no such model.
    """
    if model == BUILT_IN:
        return ChosenModel()
    name, _, url = model.rpartition("@")
    if name and url.startswith(("http://", "https://")):
        return check_settings({"model": {"name": name, "url": url.rstrip("/")}}).model or ChosenModel()
    setup = read_setup(ask_key=False, allow_unencrypted=False)
    if is_file(model, ""):
        return ChosenModel(
            file=str(run_with_access(setup, lambda access: access.describe_file(file_path(model, setup))).header.path)
        )
    found, name = run_with_access(setup, lambda access: choose_model(access, setup, model, ""))
    return ChosenModel(url=found.base_url, name=name)


def stored_files(setup: ModelSetup) -> Sequence[str]:
    """Return the paths of the file in use and of downloaded models."""
    from alicia_desktop.server.downloads.model_folder import ModelFolder  # noqa: PLC0415 - only with a list

    chosen = setup.settings.local.model_file
    stored = ModelFolder(setup.paths.models).stored()
    here = [str(one.path) for one in stored if one.is_whole and not one.model.is_speech]
    return [*([chosen] if chosen and chosen not in here else []), *here]


def is_file(model: str, endpoint: str) -> bool:
    """Whether a model is named by its file: no server's model has such a name, or a server would have been named."""
    return not endpoint and model.lower().endswith(".gguf")


def file_path(model: str, setup: ModelSetup) -> Path:
    """Return the path of a file, or of a downloaded model of that name."""
    from alicia_desktop.server.downloads.model_folder import ModelFolder  # noqa: PLC0415 - only with a file

    path = Path(model).expanduser().absolute()
    stored = None if path.exists() else ModelFolder(setup.paths.models).find(model)
    return path if stored is None else stored.path


def read_key() -> str:
    """Read a key without showing it: from the terminal, or a line of standard input."""
    from alicia_desktop.server.endpoints.model_list import MAX_KEY, clean_key  # noqa: PLC0415 - brings the HTTP client

    if sys.stdin is None:  # it was closed
        raise output.stop("There is no standard input to read the key from.")
    try:
        key = getpass.getpass("Key: ") if sys.stdin.isatty() else sys.stdin.readline(MAX_KEY + 2)
    except EOFError:
        key = ""
    if not key.strip():
        raise output.stop("No key was given.")
    return clean_key(key)


def run_with_access(setup: ModelSetup, work: "Callable[[ModelAccess], Awaitable[T]]") -> T:
    """Do some work with endpoints, for a command that waits for it."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the HTTP client
    from alicia_desktop.base.unencrypted_hosts import may_send  # noqa: PLC0415 - as above
    from alicia_desktop.server.endpoints.model_access import ModelAccess  # noqa: PLC0415 - as above

    async def run() -> T:
        async with ModelAccess(clock=SystemClock(), may_send=partial(may_send, agreed=setup.agreed)) as access:
            return await work(access)

    return asyncio.run(run())


async def list_endpoints(
    access: "ModelAccess", setup: ModelSetup, endpoint: str
) -> "tuple[tuple[FoundEndpoint, ...], str]":
    """Return the endpoints with models, and why the one in use does not answer, if it does not."""
    in_use = setup.settings.local.model_url
    if endpoint:
        return (await _find(access, setup, endpoint),), ""
    local = await access.find_local()
    if not in_use or any(one.base_url == in_use for one in local):
        return local, ""
    try:
        return (await _find(access, setup, in_use), *local), ""
    except WorldError as error:
        return local, error.sentence


async def choose_model(
    access: "ModelAccess", setup: ModelSetup, model: str, endpoint: str
) -> "tuple[FoundEndpoint, str]":
    """Return the endpoint that has a model, and the model's name."""
    local = setup.settings.local
    if endpoint:
        found = await _find(access, setup, endpoint)
        return found, _pick(found, model)
    if local.model_url and model in {"", local.model_name}:
        return await _find(access, setup, local.model_url), local.model_name
    places, problem = await list_endpoints(access, setup, "")
    for place in places:
        if any(one.name == model for one in place.models):
            return place, model
    offered = [f"{one.name} ({place.title})" for place in places for one in place.models]
    raise WorldError(sentence=_no_such_model(model, offered, problem), code="model_unknown")


async def _find(access: "ModelAccess", setup: ModelSetup, endpoint: str) -> "FoundEndpoint":
    from alicia_desktop.server.endpoints.endpoint_address import KNOWN, known  # noqa: PLC0415 - with the HTTP client

    named = known(endpoint.lower())
    address = named.base_url if named else endpoint
    try:
        return await access.find(address, key=setup.key(address))
    except WorldError as error:
        if named or not endpoint.isalpha() or endpoint.lower() == "localhost":
            raise
        names = ", ".join(one.kind for one in KNOWN)
        raise replace(error, sentence=f"{error.sentence} Names of endpoints are {names}.") from error


def _pick(found: "FoundEndpoint", model: str) -> str:
    """Return the model that was meant at an endpoint: the named one, or its only one."""
    names = [one.name for one in found.models]
    if model and (model in names or not names):
        return model
    if not model and len(names) == 1:
        return names[0]
    if not names:
        raise WorldError(sentence=f"Name a model: {found.base_url} does not list its models.", code="model_unknown")
    raise WorldError(sentence=_no_such_model(model, names, ""), code="model_unknown")


def _no_such_model(model: str, offered: Sequence[str], problem: str) -> str:
    more = f" and {len(offered) - MAX_NAMED} more" if len(offered) > MAX_NAMED else ""
    there = f"There are {', '.join(offered[:MAX_NAMED])}{more}." if offered else NONE_HERE
    what = f"There is no model {model}." if model else "Name a model."
    return " ".join(part for part in (what, there, problem) if part)
