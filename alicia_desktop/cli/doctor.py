"""`doctor`: check each part that the program needs on this computer, and say what to do about what is missing.

Each check is its own, so that one failure hides no other. None makes anything: it may run before the first start, and a
data folder that was named wrongly must stay missing.
"""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import existing_paths
from alicia_desktop.cli.window import display_problem

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.paths import Paths
    from alicia_desktop.server.options import ServerOptions
    from alicia_desktop.session.tools.mcp.connection import McpState

Outcome = Literal["ok", "missing", "optional"]
WORDS: Final[dict[Outcome, str]] = {"ok": "OK", "missing": "MISSING", "optional": "–"}
PARTS: Final = {
    "languageModel": "language model",
    "speechToText": "speech to text",
    "textToSpeech": "text to speech",
    "endOfTurn": "end of turn",
}
MCP_PART: Final = "MCP servers"
LOAD_SECONDS: Final = 60.0
NEEDED_MIB: Final = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One part of the computer."""

    part: str
    outcome: Outcome
    """`missing` is needed and absent; `optional` is absent and the rest works without it."""
    sentence: str
    """What is there, or what to do."""


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Save what can be read of a damaged database, instead of checking.")
    ] = False,
) -> None:
    """Check display, sound, models, MCP servers, LiveKit, spelling, databases, disk; say what to do about each problem.

    The exit status is 1 if something is missing that Alicia needs.
    """
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - only with a command that needs it

    if salvage:
        for sentence in _salvage(existing_paths()):
            output.print_line(sentence)
        return
    findings = list(examine(find_paths()))
    if as_json:
        output.print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            output.print_line(f"{WORDS[finding.outcome]:9}{finding.part:18}{finding.sentence}")
    if any(finding.outcome == "missing" for finding in findings):
        raise typer.Exit(1)


def _salvage(paths: "Paths") -> Iterator[str]:
    """Save what can be read of each damaged database; yields a sentence about each."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - only with this option
    from alicia_desktop.store.files.salvage import salvage  # noqa: PLC0415 - brings the database
    from alicia_desktop.store.sqlite_errors import DAMAGED  # noqa: PLC0415 - brings the database

    for path in (paths.client_database, paths.server_database):
        try:
            _database(path)
        except WorldError as error:
            if error.code != DAMAGED:
                raise
            yield f"{path}: {salvage(path, now=SystemClock().now()).sentence}"
        else:
            yield f"{path} is whole, or not there yet; nothing was changed."


def examine(paths: "Paths") -> Iterator[Finding]:
    """Check every part."""
    yield _display()
    yield from _sound()
    settings, finding = _settings(paths)
    yield from _models(paths, settings)
    yield _local_models()
    yield _downloads(paths)
    yield from _mcp_servers(paths, settings)
    yield _livekit(settings)
    yield _profile(paths)
    yield _spelling(settings)
    yield _finding("data folder", lambda: _folder(paths))
    yield finding
    yield _finding("tokens and keys", lambda: _secrets(paths, settings))
    yield _finding("database", lambda: _database(paths.client_database))
    yield _finding("server's database", lambda: _database(paths.server_database))
    yield _finding("disk", lambda: _disk(paths))


def _finding(part: str, check: Callable[[], str]) -> Finding:
    """Return what a check says, or the sentence of the `WorldError` that it raises."""
    try:
        return Finding(part=part, outcome="ok", sentence=check())
    except WorldError as error:
        return Finding(part=part, outcome="missing", sentence=error.sentence)


def _display() -> Finding:
    problem = display_problem()
    return Finding(part="display", outcome="optional" if problem else "ok", sentence=problem or "found")


def _sound() -> Iterator[Finding]:
    from alicia_desktop.audio.devices import PortAudioSound  # noqa: PLC0415 - PortAudio looks for devices when loaded

    devices = PortAudioSound().devices()
    for part, names, default in (
        ("microphone", devices.inputs, devices.default_input),
        ("loudspeaker", devices.outputs, devices.default_output),
    ):
        none = f"No {part} found. Connect one to talk by voice; typing works without."
        yield Finding(
            part=part, outcome="ok" if names else "optional", sentence=(default or names[0]) if names else none
        )


def _settings(paths: "Paths") -> "tuple[Settings, Finding]":
    from alicia_desktop.config import Settings, load_settings  # noqa: PLC0415 - only with a command that needs it

    try:
        settings = load_settings(paths.settings)
    except WorldError as error:
        return Settings(), Finding(part="settings", outcome="missing", sentence=error.sentence)
    where = str(paths.settings) if paths.settings.exists() else "defaults"
    return settings, Finding(part="settings", outcome="ok", sentence=where)


def _models(paths: "Paths", settings: "Settings") -> Iterator[Finding]:
    """Load each model as the server does; the sentences are those that the window would show."""
    for part, (phase, sentence) in asyncio.run(_load_engines(paths, settings)).items():
        outcome: Outcome = "missing" if phase == "failed" else "ok"
        yield Finding(part=part, outcome=outcome, sentence=sentence)

    yield _finding("voice activity", _load_voice_activity)
    yield _finding("sentence encoder", lambda: _load_encoder(paths, settings))


def _local_models() -> Finding:
    """Look for other language models on this computer, which nobody needs."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the HTTP client
    from alicia_desktop.server.endpoints.model_access import ModelAccess  # noqa: PLC0415 - brings the HTTP client

    async def look() -> list[str]:
        async with ModelAccess(clock=SystemClock()) as access:
            return [f"{one.title} with {one.models[0].name}" for one in await access.find_local()]

    found = asyncio.run(look())
    none = "No Ollama, LM Studio, llama.cpp or vLLM with a model answers here. The built-in model needs none."
    sentence = f"{', '.join(found)}. See alicia-desktop model list." if found else none
    return Finding(part="local models", outcome="ok" if found else "optional", sentence=sentence)


def _downloads(paths: "Paths") -> Finding:
    """Tell what was downloaded and what is paused, which nobody needs."""
    from alicia_desktop.server.downloads.model_folder import ModelFolder  # noqa: PLC0415 - only with this command
    from alicia_desktop.view.models import bytes_text, progress_text  # noqa: PLC0415 - as above

    stored = ModelFolder(paths.models).stored()
    told = [
        f"{one.title} ({bytes_text(one.bytes)})"
        if one.is_whole
        else f"{one.title} (paused at {progress_text(done=one.bytes, total=one.model.size)})"
        for one in stored
    ]
    none = "No language model was downloaded. The built-in one needs none; see alicia-desktop model download."
    return Finding(
        part="downloads", outcome="ok" if stored else "optional", sentence=f"{', '.join(told)}." if told else none
    )


def _spelling(settings: "Settings") -> Finding:
    """Tell which dictionary there is; nothing but the marks of wrong words needs one."""
    from alicia_desktop.compose.dictionaries import Dictionaries  # noqa: PLC0415 - only with this command

    language = os.environ.get("LC_ALL") or os.environ.get("LANG") or "en_US"
    system = ("en_US" if language.startswith(("C", "POSIX")) else language,)
    found = Dictionaries().use(settings.writing.language, system)
    none = "Spelling is not checked. On Debian: apt install libenchant-2-2 and a package hunspell-…"
    return Finding(part="spelling", outcome="ok" if found.name else "optional", sentence=found.name or none)


def _mcp_servers(paths: "Paths", settings: "Settings") -> Iterator[Finding]:
    """Start each MCP server once and tell its tools, or why it does not work; the rest works without any."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the session
    from alicia_desktop.compose.mcp_servers import configured_servers, try_server  # noqa: PLC0415 - brings the session
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.view.mcp import doctor_sentence  # noqa: PLC0415 - as above

    servers = configured_servers(settings, Credentials(folder=paths.folder))
    if not servers:
        none = "None was added, and none is needed. See alicia-desktop mcp add."
        yield Finding(part=MCP_PART, outcome="optional", sentence=none)
        return

    async def run() -> "list[McpState]":
        clock = SystemClock()
        return list(await asyncio.gather(*(try_server(one, clock=clock) for one in servers)))

    for state in asyncio.run(run()):
        outcome: Outcome = "ok" if state.status == "ready" else "optional"
        yield Finding(part=MCP_PART, outcome=outcome, sentence=f"{state.name}: {doctor_sentence(state)}")


def _load_voice_activity() -> str:
    from alicia_desktop.audio.activity import Silero, bundled_silero  # noqa: PLC0415 - brings NumPy

    Silero()
    return bundled_silero().stem


def _load_encoder(paths: "Paths", settings: "Settings") -> str:
    """Load the bundled encoder, and ask the embedding endpoint where one is set: memories are found by that one."""
    from alicia_desktop.memory.retrieval.encoders import load_encoder  # noqa: PLC0415 - a second, and only needed here
    from alicia_desktop.server.engines.sentence_endpoint import SentenceEndpoint  # noqa: PLC0415 - with the server

    bundled, endpoint = load_encoder().name, _server_options(paths, settings).embedding
    return bundled if endpoint is None else f"{bundled}; {SentenceEndpoint(endpoint).name} at {endpoint.url}"


def _server_options(paths: "Paths", settings: "Settings") -> "ServerOptions":
    """Return what the server would start with; a key that may not go there, which is told elsewhere, is left out."""
    from alicia_desktop.cli.options import allow_unencrypted_hosts  # noqa: PLC0415 - as below
    from alicia_desktop.compose.server_settings import options_from  # noqa: PLC0415 - brings the server
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.server.options import ModelEndpoint  # noqa: PLC0415 - as above

    credentials = Credentials(folder=paths.folder)
    try:
        return options_from(paths, settings, credentials, on_problem=lambda _: None)
    except WorldError:
        options = options_from(paths, allow_unencrypted_hosts(settings), credentials, on_problem=lambda _: None)
    if isinstance(options.model, ModelEndpoint):
        options = replace(options, model=replace(options.model, key=""))
    return replace(options, embedding=options.embedding and replace(options.embedding, key=""))


async def _load_engines(paths: "Paths", settings: "Settings") -> dict[str, tuple[str, str]]:
    """Return phase and sentence of each engine, once none is getting ready any more."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the engines
    from alicia_desktop.server.engines.engine_set import EngineLoader  # noqa: PLC0415 - brings the server

    options = _server_options(paths, settings)
    changed = asyncio.Event()
    async with AsyncExitStack() as stack:
        if not paths.folder.exists():  # what the engines print must not make it
            options = replace(options, data_dir=Path(stack.enter_context(TemporaryDirectory())))
        engines = await stack.enter_async_context(EngineLoader(options, clock=SystemClock()))
        engines.on_change(lambda _: changed.set())
        engines.prepare_speech()
        with suppress(TimeoutError):
            async with asyncio.timeout(LOAD_SECONDS):
                while any(engine.state.phase == "getting_ready" for engine in engines.named().values()):
                    changed.clear()
                    await changed.wait()
        states = {name: (engine.state.phase, engine.state.sentence) for name, engine in engines.named().items()}
        model = f"{engines.model.name} ({engines.model.provider})"
    return {
        PARTS[name]: (phase, sentence or (model if name == "languageModel" else "ready"))
        for name, (phase, sentence) in states.items()
    }


def _livekit(settings: "Settings") -> Finding:
    address = settings.local.livekit_url or settings.server.livekit_address
    if not address:
        sentence = "Not set up. It is only needed to talk from other computers."
        return Finding(part="LiveKit", outcome="optional", sentence=sentence)

    def check() -> str:
        from alicia_desktop.api.responses import check_livekit  # noqa: PLC0415 - brings the HTTP client

        asyncio.run(check_livekit(address))
        return address

    return _finding("LiveKit", check)


def _profile(paths: "Paths") -> Finding:
    from alicia_desktop.profiles import DEFAULT_PROFILE, list_profiles  # noqa: PLC0415 - only needed here

    used = paths.profile or DEFAULT_PROFILE
    others = [name for name in [DEFAULT_PROFILE, *list_profiles(paths.base)] if name != used]
    also = f"; there are also: {', '.join(others)}" if others else ""
    return Finding(part="profile", outcome="ok", sentence=f"{used}{also}")


def _folder(paths: "Paths") -> str:
    """Return where the data folder is, after making what is open to others private; or where it will be."""
    if not paths.folder.exists():
        where = _first_existing(paths.folder)
        if not os.access(where, os.W_OK):
            sentence = f"{paths.folder} cannot be created: {where} is read-only. Choose another folder with --data-dir."
            raise WorldError(sentence=sentence, code="data_folder")
        return f"{paths.folder} will be created at the first start"
    paths.create()
    return str(paths.folder)


def _first_existing(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _secrets(paths: "Paths", settings: "Settings") -> str:
    from alicia_desktop.compose.server_settings import options_from  # noqa: PLC0415 - brings the server
    from alicia_desktop.credentials import VARIABLES, Credentials  # noqa: PLC0415 - brings the keyring

    credentials = Credentials(folder=paths.folder)
    for name in VARIABLES:
        if problem := credentials.look_up(name).problem:
            raise WorldError(sentence=problem)
    options_from(paths, settings, credentials, on_problem=lambda _: None)  # refuses to send them unencrypted
    return "readable"


def _database(path: Path) -> str:
    from alicia_desktop.store.files.database_file import check_new  # noqa: PLC0415 - half a second, and only needed here
    from alicia_desktop.store.files.readonly_access import check  # noqa: PLC0415 - as above

    check_new(path)
    if not path.exists():
        return f"{path} will be created at the first start"
    check(path)
    return str(path)


def _disk(paths: "Paths") -> str:
    try:
        free = shutil.disk_usage(_first_existing(paths.folder)).free // 2**20
    except OSError as error:
        raise WorldError(sentence=f"{paths.folder} cannot be read: {system_reason(error)}.") from error
    if free < NEEDED_MIB:
        sentence = f"Only {free} MiB are free where {paths.folder} is. Make room for at least {NEEDED_MIB} MiB."
        raise WorldError(sentence=sentence, code="disk_full")
    return f"{free} MiB free"
