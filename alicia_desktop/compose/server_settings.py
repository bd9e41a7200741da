"""The options, tokens and keys that a server needs, and the user's consent to send them unencrypted.

options = options_from(paths, settings, credentials, on_problem=print)     # for a server in this process
secrets = ServerSecrets(credentials, settings=lambda: settings, transport="auto", consent=consent, on_problem=print)
environment = await secrets.variables()                                    # for a server that is a child process
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.base.translation import translate
from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted, unencrypted_host
from alicia_desktop.config import LocalSettings, Settings
from alicia_desktop.credentials import Credentials, Name
from alicia_desktop.paths import Paths
from alicia_desktop.server.options import (
    ADDRESSES_WITH_KEYS,
    NETWORK_PORT,
    SERVER_VARIABLES,
    LiveKitServer,
    ModelEndpoint,
    ModelFile,
    ModelSource,
    ServerOptions,
    SpeakingStyle,
    context_tokens_from,
    embedding_from,
    model_memories_from,
    network_port_from,
    retrieval_of,
    speech_language_from,
    speech_model_from,
)

TransportChoice = Literal["auto", "websocket", "livekit", "memory"]
LIVEKIT_VARIABLES: Final = ("ALICIA_LIVEKIT_URL", "ALICIA_LIVEKIT_API_KEY", "ALICIA_LIVEKIT_API_SECRET")


def options_from(
    paths: Paths,
    settings: Settings,
    credentials: Credentials,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    on_problem: Callable[[str], object],
) -> ServerOptions:
    """Return the options of the server of this data folder; the environment is in `settings` already.

    `on_problem` is called with a sentence if a secret cannot be read.

    Raises:
        WorldError: `unencrypted`; a key would go to another computer unencrypted, without the user's consent.
    """
    local, environment = settings.local, credentials.environment
    secret = _read(credentials, "livekit_secret", on_problem) if local.livekit_url else ""
    key = _read(credentials, "model_key", on_problem) if local.model_url else ""
    options = ServerOptions(
        data_dir=paths.folder,
        host=host,
        port=port,
        network_port=_network_port(local, environment),
        model=_model(local, key, environment),
        livekit=LiveKitServer(url=local.livekit_url, key=local.livekit_key, secret=secret)
        if secret and local.livekit_key
        else None,
        context_tokens=context_tokens_from(environment),
        retrieval=retrieval_of(local),
        patience=settings.voice.patience,
        speech_model=speech_model_from({"ALICIA_SPEECH_MODEL": local.speech_model}, models=paths.models),
        speech_language=speech_language_from({"ALICIA_SPEECH_LANGUAGE": local.speech_language}),
        speaking=SpeakingStyle(voice=settings.voice.voice, speed=settings.voice.speed, bridges=settings.voice.bridges),
        embedding=embedding_from(environment),
    )
    for url in _with_keys(options):
        refuse_unencrypted(url, agreed=settings.privacy.unencrypted)
    return options


def _network_port(local: LocalSettings, environment: Mapping[str, str]) -> int:
    return network_port_from(environment) or (NETWORK_PORT if local.open_to_network else 0)


def _model(local: LocalSettings, key: str, environment: Mapping[str, str]) -> ModelSource | None:
    if not local.model_url:
        return ModelFile(path=Path(local.model_file)) if local.model_file else None
    given = model_memories_from(environment)
    memories = (local.memories_agreed or None) if given is None else given
    return ModelEndpoint(url=local.model_url, name=local.model_name, key=key, memories=memories)


class UnencryptedConsent:
    """Ask the user once for each computer whether tokens may go to it without encryption."""

    def __init__(self, *, agreed: Callable[[], list[str]]) -> None:
        """`agreed` is called each time; it returns the computers that the user has agreed to already."""
        self.ask: Callable[[str], Awaitable[bool]] | None = None
        """Asks the user about a computer and stores a yes; None where nobody can be asked."""
        self._agreed = agreed
        self._refused: set[str] = set()
        self._asking = asyncio.Lock()

    async def check(self, url: str) -> None:
        """Return if a token may go to `url`; the user may be asked first.

        Raises:
            WorldError: `unencrypted`.
        """
        host = unencrypted_host(url)
        async with self._asking:  # whoever comes meanwhile has the same answer
            agreed = self._agreed()
            if host and host not in agreed and self.ask is not None and host not in self._refused:
                if await self.ask(host):
                    return
                self._refused.add(host)
        refuse_unencrypted(url, agreed=agreed)


class ServerSecrets:
    """Read tokens and keys when they are first needed, and check that they may be sent where they would go."""

    def __init__(
        self,
        credentials: Credentials,
        *,
        settings: Callable[[], Settings],
        transport: TransportChoice,
        consent: UnencryptedConsent,
        on_problem: Callable[[str], object],
    ) -> None:
        """`on_problem` is called with a sentence if a secret cannot be read; it is then empty."""
        self._credentials, self._settings = credentials, settings
        self._transport, self._consent, self._on_problem = transport, consent, on_problem
        self._secrets: dict[Name, str] = {}

    async def token(self) -> str:
        """Return the token of the server elsewhere.

        Raises:
            WorldError: `unencrypted`; it may not go there.
        """
        token = await self._secret("server_token")
        if token:
            await self._consent.check(self._settings().server.address)
        return token

    async def variables(self, *, rooms: bool = True) -> dict[str, str]:
        """Return the environment variables that the server on this computer reads; without `rooms` it needs no LiveKit.

        Raises:
            WorldError: `livekit_not_set`; LiveKit was asked for and is not set up. `unencrypted`, as `token`.
        """
        local, environment = self._settings().local, self._credentials.environment
        voice = self._settings().voice
        own = {name: environment[name] for name in SERVER_VARIABLES if name in environment}
        speaking = {
            "ALICIA_VOICE": voice.voice,
            "ALICIA_VOICE_SPEED": str(voice.speed),
            "ALICIA_VOICE_BRIDGES": str(int(voice.bridges)),
        }
        given = (
            speaking
            | own
            | {
                "ALICIA_NETWORK_PORT": str(_network_port(local, own) if rooms else 0),
                "ALICIA_MEMORY_TOKENS": str(local.memory_tokens),
                "ALICIA_MEMORY_THRESHOLD": str(local.memory_threshold),
                "ALICIA_MEMORY_WEIGHTS": local.memory_weights,
                "ALICIA_PATIENCE": voice.patience,
                "ALICIA_SPEECH_MODEL": local.speech_model,
                "ALICIA_SPEECH_LANGUAGE": local.speech_language,
                "ALICIA_MODEL_URL": local.model_url,
                "ALICIA_MODEL_NAME": local.model_name,
                "ALICIA_MODEL_FILE": local.model_file,
                "ALICIA_MODEL_KEY": await self._secret("model_key") if local.model_url else "",
                "ALICIA_MODEL_MEMORIES": own.get("ALICIA_MODEL_MEMORIES", "1" if local.memories_agreed else ""),
            }
        )
        given |= dict(zip(LIVEKIT_VARIABLES, await self._livekit(rooms=rooms), strict=True))
        for address, key in ADDRESSES_WITH_KEYS:
            if given.get(key):
                await self._consent.check(given.get(address, ""))
        return given

    def forget(self, name: Name) -> None:
        """Read a secret anew when it is next needed, because it was changed."""
        self._secrets.pop(name, None)

    async def _livekit(self, *, rooms: bool) -> tuple[str, str, str]:
        """Return the values of `LIVEKIT_VARIABLES`; all empty where rooms are on WebSockets."""
        local = self._settings().local
        secret = await self._secret("livekit_secret") if local.livekit_url else ""
        livekit = (local.livekit_url, local.livekit_key, secret)
        if self._transport == "websocket" or not rooms:
            return "", "", ""
        if self._transport == "livekit" and not all(livekit) and not local.livekit_here:
            names = ", ".join(LIVEKIT_VARIABLES)
            sentence = translate("LiveKit is not set up: set {variables}, or use --transport websocket.").format(
                variables=names
            )
            raise WorldError(sentence=sentence, code="livekit_not_set")
        return livekit

    async def _secret(self, name: Name) -> str:
        """Read a secret in a thread: a keyring may wait for the user to unlock it."""
        if name not in self._secrets:
            found = await run_in_daemon_thread(partial(self._credentials.look_up, name))
            if found.problem:
                self._on_problem(found.problem)
                return ""
            self._secrets[name] = found.value
        return self._secrets[name]


def _read(credentials: Credentials, name: Name, on_problem: Callable[[str], object]) -> str:
    found = credentials.look_up(name)
    if found.problem:
        on_problem(found.problem)
    return found.value


def _with_keys(options: ServerOptions) -> Iterator[str]:
    """Yield every address to which a key or a secret is sent."""
    if options.livekit is not None:
        yield options.livekit.url
    for endpoint in (options.model, options.embedding):
        if isinstance(endpoint, ModelEndpoint) and endpoint.key:
            yield endpoint.url
