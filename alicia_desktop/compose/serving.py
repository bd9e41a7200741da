"""The local server alone, as settings, secrets and environment want it (`alicia-desktop serve`)."""

from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
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
    paths: Paths, settings: Settings, credentials: Credentials, *, host: str = "127.0.0.1", port: int = 0
) -> ServerOptions:
    """Return how the server of this data folder is to run; the environment is in `settings` already."""
    local, environment = settings.local, credentials.environment
    secret = credentials.get("livekit_secret")
    livekit = local.livekit_url and local.livekit_key and secret
    return ServerOptions(
        data_dir=paths.folder,
        host=host,
        port=port,
        model=ModelEndpoint(url=local.model_url, name=local.model_name, key=credentials.get("model_key"))
        if local.model_url
        else None,
        livekit=LiveKitServer(url=local.livekit_url, key=local.livekit_key, secret=secret) if livekit else None,
        context_tokens=context_tokens_from(environment),
        memory_tokens=local.memory_tokens,
        embedding=embedding_from(environment),
        model_memories=model_memories_from(environment),
    )
