"""`model` lists the language models that can answer, tries one out, and has Alicia use it.

A key comes from standard input or is asked for without being shown; it never stands on the command line, where others
on the computer could read it.
"""

import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.connection_options import AllowUnencrypted, allow_unencrypted_hosts
from alicia_desktop.protocol.conversation_settings import ChosenModel, check_settings

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.credentials import Credentials
    from alicia_desktop.paths import Paths
    from alicia_desktop.server.endpoints.model_access import ModelAccess
    from alicia_desktop.server.endpoints.model_list import FoundEndpoint
    from alicia_desktop.server.endpoints.model_trial import TrialResult

BUILT_IN: Final = "built-in"
SMALL_MODEL: Final = "SmolLM2-135M-Instruct"
NONE_HERE: Final = "No server with models runs on this computer; name one elsewhere with --endpoint."
MAY_READ: Final = (
    "May {name} also read memories out of what you say? Each message then goes to {url} once more. Without that, "
    "Alicia reads them herself."
)
MAX_NAMED: Final = 8
"""Models that a sentence lists."""
T = TypeVar("T")

Model = Annotated[
    str,
    typer.Argument(metavar="MODEL", help=f"Name of a model, path of a GGUF file, or {BUILT_IN}.", show_default=False),
]
Endpoint = Annotated[
    str,
    typer.Option(
        metavar="WHERE",
        help="ollama, lmstudio, llamacpp, vllm, openai, openrouter, or an address.",
        show_default=False,
    ),
]
AskKey = Annotated[
    bool, typer.Option("--ask-key", help="Ask for the key of the endpoint, or read it from standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Setup:
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


def list_models(
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: AsJson = False,
) -> None:
    """List the language models that can answer: the built-in one, and those of servers on this computer.

    With --endpoint, list those of that endpoint. The one in use has a star.
    """
    setup = _setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted)
    found, problem = _run(setup, lambda access: _list(access, setup, endpoint))
    local = setup.settings.local
    if not endpoint:
        _print_model(BUILT_IN, "", SMALL_MODEL, in_use=not (local.model_url or local.model_file), as_json=as_json)
    for file in () if endpoint else _files(setup):
        in_use = file == local.model_file and not local.model_url
        _print_model("file", file, Path(file).stem, in_use=in_use, as_json=as_json)
    for one in found:
        for model in one.models:
            in_use = (one.base_url, model.name) == (local.model_url, local.model_name)
            _print_model(one.title, one.base_url, model.name, in_use=in_use, as_json=as_json)
    if problem:
        raise output.stop(problem)
    if endpoint and not found[0].models:
        output.print_error(f"{found[0].base_url} answers, but does not list its models.")


def try_out(
    model: Model = "",
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: AsJson = False,
) -> None:
    """Ask a model something small: how soon and how fast it answers, whether it takes tools, how much it reads.

    Without MODEL, the one in use.
    """
    setup = _setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted)
    local = setup.settings.local
    if not (model or endpoint or local.model_url):
        model = local.model_file or BUILT_IN
    if model == BUILT_IN:
        raise output.stop("The built-in model is checked by alicia-desktop doctor. Name another model to test it.")
    if _is_file(model, endpoint):
        _try_file(setup, _path(model, setup), as_json=as_json)
        return
    found, result = _run(setup, lambda access: _try(access, setup, model, endpoint))
    if as_json:
        output.print_json({"endpoint": found.title, **asdict(result)})
        return
    output.print_line(f"{result.model} ({found.title}, {result.base_url})")
    _print_rows(_figures(result))


def use(
    model: Model = "",
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    key_in_file: Annotated[
        bool, typer.Option("--key-in-file", help="Store the key in a file only you can read if there is no keyring.")
    ] = False,
    read_memories: Annotated[
        bool | None,
        typer.Option(
            "--read-memories/--no-read-memories",
            help="Whether a model elsewhere also gets each message once more, to read memories out of it.",
            show_default=False,
        ),
    ] = None,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Have Alicia answer with a model from now on, also while she runs.

    Without --endpoint, the model is looked for at the endpoint in use, then on this computer.
    """
    from alicia_desktop.compose import model_choice  # noqa: PLC0415 - brings the server

    if model == BUILT_IN and (endpoint or ask_key):
        raise output.stop("The built-in model has no endpoint and no key. Leave out --endpoint and --ask-key.")
    setup = _setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted)
    choice, title = model_choice.BUILT_IN, BUILT_IN
    if _is_file(model, endpoint):
        described = _run(setup, lambda access: access.load_file(_path(model, setup)))
        title, choice = "file", model_choice.ModelChoice(file=str(described.header.path))
    elif model != BUILT_IN:
        found, name = _run(setup, lambda access: _choose(access, setup, model, endpoint))
        title, key = found.title, setup.key(found.base_url)
        memories = _may_read_memories(found.base_url, name) if read_memories is None else read_memories
        choice = model_choice.ModelChoice(url=found.base_url, name=name, key=key, memories=memories)
    try:
        model_choice.store_model(
            setup.paths, setup.settings, setup.credentials, choice, file_agreed=key_in_file, agreed=setup.agreed
        )
    except WorldError as error:
        hint = " For such a file, add --key-in-file." if error.code == "no_keyring" else ""
        raise replace(error, sentence=f"{error.sentence}{hint}") from error
    running = asyncio.run(model_choice.hand_over(setup.paths, choice))
    if as_json:
        told = {"endpoint": title, "url": choice.url, "model": choice.name, "file": choice.file, "running": running}
        output.print_json(told)
    else:
        name = f"{choice.name} ({title}, {choice.url})" if choice.url else choice.file or "the built-in model"
        output.print_text(f"Alicia answers with {name}{' from now on' if running else ' when she starts'}.")
    for variable, chosen in (
        ("ALICIA_MODEL_URL", True),
        ("ALICIA_MODEL_FILE", True),
        ("ALICIA_MODEL_KEY", setup.given_key is not None),
    ):
        if chosen and setup.credentials.environment.get(variable):
            output.print_error(f"{variable} is set and goes before this choice. Unset it.")


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
    setup = _setup(ask_key=False, allow_unencrypted=False)
    if _is_file(model, ""):
        return ChosenModel(file=str(_run(setup, lambda access: access.describe_file(_path(model, setup))).header.path))
    found, name = _run(setup, lambda access: _choose(access, setup, model, ""))
    return ChosenModel(url=found.base_url, name=name)


def _files(setup: _Setup) -> Sequence[str]:
    """Return the paths of the file in use and of downloaded models."""
    from alicia_desktop.server.downloads.model_folder import ModelFolder  # noqa: PLC0415 - only with a list

    chosen = setup.settings.local.model_file
    here = [str(one.path) for one in ModelFolder(setup.paths.models).stored() if one.is_whole]
    return [*([chosen] if chosen and chosen not in here else []), *here]


def _may_read_memories(url: str, name: str) -> bool:
    """Ask whether a model elsewhere may get each message once more; a script that does not say so agrees to nothing."""
    from alicia_desktop.server.endpoints.known_endpoints import is_loopback  # noqa: PLC0415 - brings the server

    return not is_loopback(url) and sys.stdin.isatty() and typer.confirm(MAY_READ.format(name=name, url=url))


def _is_file(model: str, endpoint: str) -> bool:
    """Whether a model is named by its file: no server's model has such a name, or a server would have been named."""
    return not endpoint and model.lower().endswith(".gguf")


def _path(model: str, setup: _Setup) -> Path:
    """Return the path of a file, or of a downloaded model of that name."""
    from alicia_desktop.server.downloads.model_folder import ModelFolder  # noqa: PLC0415 - only with a file

    path = Path(model).expanduser().absolute()
    stored = None if path.exists() else ModelFolder(setup.paths.models).find(model)
    return path if stored is None else stored.path


def _try_file(setup: _Setup, path: Path, *, as_json: bool) -> None:
    described = _run(setup, lambda access: access.describe_file(path))
    header, plan = described.header, described.plan
    if not as_json:
        output.print_line(f"{path.stem} ({path})")
        free = f", {plan.free_bytes / 1e9:.1f} GB free" if plan.free_bytes else ""
        _print_rows(
            [
                ("architecture", f"{header.architecture}, {header.parameters / 1e6:,.0f} million parameters"),
                ("memory", f"{plan.needed_bytes / 1e9:.1f} GB needed{free}"),
                ("threads", str(plan.threads)),
                ("template", "its own" if header.has_chat_template else "none in the file, a usual one is used"),
            ]
        )
    result = _run(setup, lambda access: access.try_file(described))
    if as_json:
        told = {"architecture": header.architecture, "parameters": header.parameters, "memory": plan.needed_bytes}
        output.print_json({"endpoint": "file", "file": str(path), **told, **asdict(result)})
    else:
        _print_rows(_figures(result))


def _setup(*, ask_key: bool, allow_unencrypted: bool) -> _Setup:
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
    paths.create()
    settings = load_settings(paths.settings)
    agreed = allow_unencrypted_hosts(settings) if allow_unencrypted else settings
    return _Setup(
        paths=paths,
        settings=settings,
        credentials=Credentials(folder=paths.folder),
        agreed=agreed.privacy.unencrypted,
        given_key=_read_key() if ask_key else None,
    )


def _read_key() -> str:
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


def _run(setup: _Setup, work: "Callable[[ModelAccess], Awaitable[T]]") -> T:
    """Do some work with endpoints."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the HTTP client
    from alicia_desktop.base.unencrypted_hosts import may_send  # noqa: PLC0415 - as above
    from alicia_desktop.server.endpoints.model_access import ModelAccess  # noqa: PLC0415 - as above

    async def run() -> T:
        async with ModelAccess(clock=SystemClock(), may_send=partial(may_send, agreed=setup.agreed)) as access:
            return await work(access)

    return asyncio.run(run())


async def _list(access: "ModelAccess", setup: _Setup, endpoint: str) -> "tuple[tuple[FoundEndpoint, ...], str]":
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


async def _try(access: "ModelAccess", setup: _Setup, model: str, endpoint: str) -> "tuple[FoundEndpoint, TrialResult]":
    found, name = await _choose(access, setup, model, endpoint)
    return found, await access.try_model(found, name, key=setup.key(found.base_url))


async def _choose(access: "ModelAccess", setup: _Setup, model: str, endpoint: str) -> "tuple[FoundEndpoint, str]":
    """Return the endpoint that has a model, and the model's name."""
    local = setup.settings.local
    if endpoint:
        found = await _find(access, setup, endpoint)
        return found, _pick(found, model)
    if local.model_url and model in {"", local.model_name}:
        return await _find(access, setup, local.model_url), local.model_name
    places, problem = await _list(access, setup, "")
    for place in places:
        if any(one.name == model for one in place.models):
            return place, model
    offered = [f"{one.name} ({place.title})" for place in places for one in place.models]
    raise WorldError(sentence=_no_such_model(model, offered, problem), code="model_unknown")


async def _find(access: "ModelAccess", setup: _Setup, endpoint: str) -> "FoundEndpoint":
    from alicia_desktop.server.endpoints.known_endpoints import KNOWN, known  # noqa: PLC0415 - with the HTTP client

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


def _print_model(title: str, url: str, name: str, *, in_use: bool, as_json: bool) -> None:
    if as_json:
        output.print_json({"endpoint": title, "url": url, "model": name, "in_use": in_use})
    else:
        output.print_line(f"{'*' if in_use else ' '} {title:11} {name:40} {url}".rstrip())


def _print_rows(rows: Sequence[tuple[str, str]]) -> None:
    for name, value in rows:
        output.print_line(f"  {name:14}{value}")


def _figures(result: "TrialResult") -> list[tuple[str, str]]:
    speed, context = result.tokens_per_second, result.context_tokens
    return [
        ("first token", f"{result.first_token_ms:,} ms"),
        ("speed", "too short to measure" if speed is None else f"{speed:,} tokens a second"),
        ("tools", "yes" if result.tools else "no"),
        ("thinks first", "yes" if result.thinks else "no"),
        ("context", "not stated" if context is None else f"{context:,} tokens"),
    ]
