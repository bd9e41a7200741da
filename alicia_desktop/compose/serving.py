"""The local server alone, as settings, secrets and environment want it (`alicia-desktop serve`)."""

from collections.abc import Callable

from alicia_desktop.base.unencrypted import refuse_unencrypted
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials, Name, Secret
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

    def read(name: Name, *, needed: str) -> str:
        found = credentials.look_up(name) if needed else Secret()
        if found.problem:
            on_problem(found.problem)
        return found.value

    secret = read("livekit_secret", needed=local.livekit_url)
    key = read("model_key", needed=local.model_url)
    embedding = embedding_from(environment)
    sent = [(local.model_url, key), (local.livekit_url, secret)]
    if embedding is not None:
        sent.append((embedding.url, embedding.key))
    for url in (url for url, needed in sent if needed):
        refuse_unencrypted(url, agreed=settings.privacy.unencrypted)
    return ServerOptions(
        data_dir=paths.folder,
        host=host,
        port=port,
        model=ModelEndpoint(url=local.model_url, name=local.model_name, key=key) if local.model_url else None,
        livekit=LiveKitServer(url=local.livekit_url, key=local.livekit_key, secret=secret)
        if secret and local.livekit_key
        else None,
        context_tokens=context_tokens_from(environment),
        memory_tokens=local.memory_tokens,
        embedding=embedding,
        model_memories=model_memories_from(environment),
    )
