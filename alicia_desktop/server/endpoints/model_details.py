"""What an endpoint tells about one model beyond the list: how much it reads, whether it takes tools and sees images.

The call for that is each maker's own: `POST /api/show` and `GET /api/ps` of Ollama, `GET /api/v0/models` of LM Studio,
`GET /props` of llama.cpp. vLLM and OpenRouter tell it in the list. Nothing here fails: what is not told is None.
"""

from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.server.endpoints.endpoint_address import Native
from alicia_desktop.server.endpoints.model_list import FoundEndpoint, ListedModel, call, whole_number

DETAIL_SECONDS: Final = 5.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelDetails:
    """What is told about a model."""

    context_tokens: int | None = None
    """How much it reads at once as it is loaded."""
    tools: bool | None = None
    images: bool | None = None
    """Whether it sees images."""


async def read_details(http: aiohttp.ClientSession, found: FoundEndpoint, model: str, *, key: str = "") -> ModelDetails:
    """Ask the endpoint about a model, best after it has answered once: some load it only then."""
    listed = next((one for one in found.models if one.name == model), ListedModel(name=model))
    native: Native = found.kind.native if found.kind else ""
    root = found.base_url.removesuffix("/v1")
    told = ModelDetails()
    match native:
        case "ollama":
            told = await _ollama(http, root, model, key)
        case "lmstudio":
            told = _lmstudio(await _read(http, "GET", f"{root}/api/v0/models", key), model)
        case "llamacpp":
            told = _llamacpp(await _read(http, "GET", f"{root}/props", key))
    tools = listed.tools if told.tools is None else told.tools
    return ModelDetails(context_tokens=told.context_tokens or listed.context_tokens, tools=tools, images=told.images)


async def _ollama(http: aiohttp.ClientSession, root: str, model: str, key: str) -> ModelDetails:
    running = await _read(http, "GET", f"{root}/api/ps", key)
    shown = await _read(http, "POST", f"{root}/api/show", key, {"model": model})
    loaded = next((one for one in _dicts(running.get("models")) if model in {one.get("name"), one.get("model")}), {})
    capabilities = shown.get("capabilities")
    return ModelDetails(
        context_tokens=whole_number(loaded.get("context_length")),
        tools="tools" in capabilities if isinstance(capabilities, list) else None,
        images="vision" in capabilities if isinstance(capabilities, list) else None,
    )


def _lmstudio(answer: dict[str, Any], model: str) -> ModelDetails:
    row = next((one for one in _dicts(answer.get("data")) if one.get("id") == model), {})
    capabilities = row.get("capabilities")
    return ModelDetails(
        context_tokens=whole_number(row.get("loaded_context_length"), row.get("max_context_length")),
        tools="tool_use" in capabilities if isinstance(capabilities, list) else None,
        images=row["type"] == "vlm" if row.get("type") in {"vlm", "llm"} else None,
    )


def _llamacpp(answer: dict[str, Any]) -> ModelDetails:
    found = answer.get("modalities")
    modalities = found if isinstance(found, dict) else {}
    settings, caps = answer.get("default_generation_settings"), answer.get("chat_template_caps")
    tools = caps.get("supports_tools") if isinstance(caps, dict) else None
    return ModelDetails(
        context_tokens=whole_number(settings.get("n_ctx") if isinstance(settings, dict) else None),
        tools=tools if isinstance(tools, bool) else None,
        images=vision if isinstance(vision := modalities.get("vision"), bool) else None,
    )


async def _read(http: aiohttp.ClientSession, method: str, url: str, key: str, body: Any = None) -> dict[str, Any]:
    """Return the JSON object of an answer; empty where there is none."""
    status, content = await call(http, method, url, key=key, body=body, seconds=DETAIL_SECONDS)
    try:
        value = decode_json(content) if isinstance(content, bytes) and status == 200 else {}
    except msgspec.DecodeError:
        value = {}
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
