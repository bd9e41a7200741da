"""How a model fits into this computer."""

import os
from pathlib import Path

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines import model_fit
from alicia_desktop.server.engines.gguf_file import GgufHeader
from alicia_desktop.server.engines.model_fit import RESERVE_BYTES, free_memory, may_fit, plan_for

GB = 1_000_000_000


def header(*, gigabytes=4.0, trained=32_768, token_bytes=100_000):
    return GgufHeader(
        path=Path("m.gguf"),
        architecture="qwen3",
        name="",
        parameters=4 * GB,
        file_bytes=int(gigabytes * GB),
        context_tokens=trained,
        has_chat_template=True,
        token_bytes=token_bytes,
    )


@pytest.mark.parametrize(
    ("free", "trained", "context"),
    [
        (16 * GB, 32_768, 16_384),
        (16 * GB, 8_192, 8_192),
        (16 * GB, 1_024, 1_024),
        (16 * GB, 0, 4_096),
        (int(5.5 * GB), 32_768, 8_192),
        (int(4.9 * GB), 32_768, 2_048),
        (0, 32_768, 16_384),
    ],
)
def test_as_much_is_read_at_once_as_was_learned_and_fits_into_memory(free, trained, context):
    plan = plan_for(header(trained=trained), free_bytes=free)
    assert plan.context_tokens == context
    assert plan.needed_bytes == 4 * GB + context * 100_000 + RESERVE_BYTES
    assert plan.threads == max(1, (os.cpu_count() or 2) - 1)


def test_a_model_larger_than_memory_is_a_sentence():
    with pytest.raises(WorldError) as caught:
        plan_for(header(gigabytes=8), free_bytes=3 * GB)
    assert caught.value.sentence == (
        "m.gguf needs 8.7 GB of memory, and 3.0 GB are free. Close other programs, or choose a smaller file."
    )


def test_the_system_tells_how_much_is_free(monkeypatch):
    assert 0 < free_memory() < 2**50
    assert model_fit._available("MemTotal: 9 kB\nMemAvailable:  1000 kB\n") == 1_024_000
    assert model_fit._available("") == 0


def test_a_size_alone_tells_whether_a_file_may_fit():
    assert may_fit(1_000_000_000, free_bytes=2_000_000_000)
    assert not may_fit(1_900_000_000, free_bytes=2_000_000_000)
    assert may_fit(10**12, free_bytes=0)
