"""The local server alone, as settings, secrets and environment want it (`alicia-desktop serve`)."""

from collections.abc import Callable, Iterator

from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials, Name
from alicia_desktop.paths import Paths
from alicia_desktop.server.options import (
    LiveKitServer,
    ModelEndpoint,
    ServerOptions,
    context_tokens_from,
    embedding_from,
    model_memories_from,
)


def options_from(
    paths: Paths,
    settings: Settings,
    credentials: Credentials,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    on_problem: Callable[[str], object],
) -> ServerOptions:
    """Return how the server of this data folder is to run; the environment is in `settings` already.

    `on_problem` is told, as a sentence, why a secret could not be read.

    Raises:
        WorldError: `unencrypted`; a key would go to another computer without encryption, which nobody agreed to.
    """
    local, environment = settings.local, credentials.environment
    secret = _read(credentials, "livekit_secret", on_problem) if local.livekit_url else ""
    key = _read(credentials, "model_key", on_problem) if local.model_url else ""
    options = ServerOptions(
        data_dir=paths.folder,
        host=host,
        port=port,
        model=ModelEndpoint(url=local.model_url, name=local.model_name, key=key) if local.model_url else None,
        livekit=LiveKitServer(url=local.livekit_url, key=local.livekit_key, secret=secret)
        if secret and local.livekit_key
        else None,
        context_tokens=context_tokens_from(environment),
        memory_tokens=local.memory_tokens,
        embedding=embedding_from(environment),
        model_memories=model_memories_from(environment),
    )
    for url in _with_keys(options):
        refuse_unencrypted(url, agreed=settings.privacy.unencrypted)
    return options


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
        if endpoint is not None and endpoint.key:
            yield endpoint.url
