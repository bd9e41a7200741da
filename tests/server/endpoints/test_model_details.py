import pytest

from alicia_desktop.server.endpoints.model_details import ModelDetails, read_details
from alicia_desktop.server.endpoints.model_list import find_endpoint
from tests.support.model_endpoint import OLLAMA_CALLS, OLLAMA_ROW, ModelEndpoint

LMSTUDIO = {
    "GET /api/v0/models": {
        "data": [
            {"id": "m", "type": "llm", "state": "loaded", "loaded_context_length": 4096, "capabilities": ["tool_use"]}
        ]
    }
}
LMSTUDIO_ROW = {"id": "m", "owned_by": "organization_owner"}
LLAMACPP_ROW = {"id": "m", "owned_by": "llamacpp"}
VLM = {"GET /api/v0/models": {"data": [{"id": "m", "type": "vlm"}]}}
LLAMACPP = {
    "GET /props": {"default_generation_settings": {"n_ctx": 2048}, "chat_template_caps": {"supports_tools": False}}
}


@pytest.mark.parametrize(
    ("row", "calls", "expected"),
    [
        (OLLAMA_ROW, OLLAMA_CALLS, ModelDetails(context_tokens=4096, tools=True, images=False)),
        (OLLAMA_ROW, {"GET /api/ps": {"models": 3}, "POST /api/show": 500}, ModelDetails()),
        (
            {"id": "m", "owned_by": "organization_owner"},
            LMSTUDIO,
            ModelDetails(context_tokens=4096, tools=True, images=False),
        ),
        (LMSTUDIO_ROW, VLM, ModelDetails(images=True)),
        (
            {"id": "m", "owned_by": "llamacpp"},
            {"GET /props": {"modalities": {"vision": True}}},
            ModelDetails(images=True),
        ),
        (LLAMACPP_ROW, {"GET /props": {"modalities": 3}}, ModelDetails()),
        ({"id": "m", "owned_by": "organization_owner"}, {}, ModelDetails()),
        ({"id": "m", "owned_by": "llamacpp"}, LLAMACPP, ModelDetails(context_tokens=2048, tools=False)),
        ({"id": "m", "owned_by": "llamacpp", "meta": {"n_ctx": 512}}, {}, ModelDetails(context_tokens=512)),
        ({"id": "m", "owned_by": "vllm", "max_model_len": 8192}, {}, ModelDetails(context_tokens=8192)),
        ({"id": "m", "owned_by": "me", "max_model_len": True}, {}, ModelDetails()),
    ],
)
async def test_each_makers_own_calls_tell_context_and_tools(http, row, calls, expected):
    async with ModelEndpoint(rows=[row], calls=calls).up() as endpoint:
        found = await find_endpoint(http, endpoint.url)
        assert await read_details(http, found, row["id"]) == expected


async def test_a_model_that_was_typed_and_is_not_listed_has_no_details(http):
    async with ModelEndpoint(rows=[{"id": "m", "max_model_len": 8}]).up() as endpoint:
        found = await find_endpoint(http, endpoint.url)
        assert await read_details(http, found, "other") == ModelDetails()
