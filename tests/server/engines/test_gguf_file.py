"""The header of a GGUF file: what it says, and a sentence for every file that is none."""

import random
import struct

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.gguf_file import read_gguf
from alicia_desktop.server.engines.model_server import bundled_model
from tests.support.gguf_files import LLAMA, write_gguf


def refused(path):
    with pytest.raises(WorldError) as caught:
        read_gguf(path)
    assert caught.value.code == "model_file_unusable"
    return caught.value.sentence


def test_the_bundled_model_is_what_it_is():
    header = read_gguf(bundled_model())
    assert (header.architecture, header.parameters, header.context_tokens) == ("llama", 134_515_008, 8192)
    assert header.has_chat_template
    assert header.file_bytes == bundled_model().stat().st_size
    assert header.token_bytes == 2 * 30 * 3 * (64 + 64)


def test_a_header_is_read_over_a_long_vocabulary(tmp_path):
    header = read_gguf(write_gguf(tmp_path / "a.gguf"))
    assert (header.architecture, header.name, header.context_tokens) == ("llama", "Small llama", 8192)
    assert header.parameters == 64 * 32
    assert header.token_bytes == 2 * 2 * 2 * (16 + 16)


def test_a_value_for_each_layer_counts_as_the_largest(tmp_path):
    fields = {**LLAMA, "llama.attention.head_count_kv": [2, 4], "llama.attention.key_length": 32}
    assert read_gguf(write_gguf(tmp_path / "a.gguf", fields)).token_bytes == 2 * 2 * 4 * (32 + 16)


def test_a_file_without_a_template_says_so(tmp_path):
    fields = {key: value for key, value in LLAMA.items() if key != "tokenizer.chat_template"}
    assert not read_gguf(write_gguf(tmp_path / "a.gguf", fields)).has_chat_template


def test_what_is_not_there_or_no_file_is_told(tmp_path):
    assert refused(tmp_path / "none.gguf") == f"There is no file {tmp_path / 'none.gguf'}."
    assert refused(tmp_path) == f"{tmp_path} is not a file."


def test_another_kind_of_file_is_told(tmp_path):
    other = tmp_path / "a.gguf"
    other.write_bytes(b"PK\x03\x04 and more")
    assert refused(other) == "a.gguf is not a GGUF file. Choose a model in the format GGUF."
    other.write_bytes(b"")
    assert "is not a GGUF file" in refused(other)


@pytest.mark.parametrize(
    ("version", "words"), [(1, "in version 1 of"), (4, "in version 4 of"), (3 << 24, "another kind of processor")]
)
def test_another_version_is_told(tmp_path, version, words):
    assert words in refused(write_gguf(tmp_path / "a.gguf", version=version))


@pytest.mark.slow
def test_a_file_that_is_cut_short_is_told_wherever_it_ends(tmp_path):
    whole = bundled_model().read_bytes()
    path = tmp_path / "a.gguf"
    path.write_bytes(whole[:3_000_000])
    assert refused(path) == "a.gguf is cut short: 95 MB of 98 MB are missing. Download it again."
    path.write_bytes(whole[:-1])
    assert refused(path) == "a.gguf is cut short: 1 MB of 98 MB are missing. Download it again."
    path.write_bytes(whole[:5000])
    assert refused(path) == "a.gguf is cut short: even its header is not whole. Download it again."


@pytest.mark.parametrize("kind", [{"general.architecture": "bert"}, {"general.type": "mmproj"}])
def test_what_is_not_for_conversations_is_told(tmp_path, kind):
    path = write_gguf(tmp_path / "a.gguf", {**LLAMA, **kind})
    assert refused(path).startswith("a.gguf is no language model for conversations (")


def test_a_model_in_several_files_needs_all_of_them(tmp_path):
    first, second = (tmp_path / f"m-0000{part}-of-00002.gguf" for part in (1, 2))
    write_gguf(first, {**LLAMA, "split.count": 2})
    assert refused(first) == f"{second.name} is missing beside {first.name}. The model consists of 2 files."
    write_gguf(second, {**LLAMA, "split.count": 2})
    assert read_gguf(first).file_bytes == first.stat().st_size + second.stat().st_size
    assert "Choose the first one" in refused(second)


def test_damage_anywhere_in_a_header_is_a_sentence_or_harmless(tmp_path):
    chance = random.Random(14)
    path = write_gguf(tmp_path / "a.gguf", {**LLAMA, "tokenizer.ggml.tokens": ["a"] * 3})
    whole = path.read_bytes()
    for _ in range(1500):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(4, 500)] = chance.randrange(256)
        path.write_bytes(damaged)
        try:
            read_gguf(path)
        except WorldError as error:
            assert error.code == "model_file_unusable"  # noqa: PT017 - most are refused, some are harmless


def test_counts_without_end_are_damage(tmp_path):
    path = tmp_path / "a.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 2**60, 2**60))
    assert refused(path) == "a.gguf is damaged. Download it again."
