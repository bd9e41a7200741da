"""Names of repositories as people write them, and the models among the files of one."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.downloads.hub_models import SUGGESTED, HubFile, group_files, parse_repository

SHA = "a" * 64


@pytest.mark.parametrize(
    "text",
    [
        "ggml-org/Qwen3-1.7B-GGUF",
        "  ggml-org/Qwen3-1.7B-GGUF/ ",
        "https://huggingface.co/ggml-org/Qwen3-1.7B-GGUF",
        "https://huggingface.co/ggml-org/Qwen3-1.7B-GGUF/tree/main?x=1",
        "huggingface.co/ggml-org/Qwen3-1.7B-GGUF/blob/main/Qwen3-1.7B-Q4_K_M.gguf",
        "hf.co/ggml-org/Qwen3-1.7B-GGUF:Q4_K_M",
        "http://127.0.0.1:8000/ggml-org/Qwen3-1.7B-GGUF",
    ],
)
def test_a_repository_is_named_with_or_without_its_address(text):
    assert parse_repository(text, endpoint="http://127.0.0.1:8000") == "ggml-org/Qwen3-1.7B-GGUF"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "qwen3",
        "a/b/c",
        "../../etc",
        "a/..",
        "a b/c",
        "https://example.com/a/b",
        "a--b/c",
        "a/" + "b" * 200,
    ],
)
def test_what_is_no_repository_is_told_with_an_example(text):
    with pytest.raises(WorldError, match="Enter a repository of Hugging Face as owner/name, such as ggml-org/"):
        parse_repository(text)


def models(*names: str, size: int = 10, sha256: str = SHA):
    files = [HubFile(name=name, size=size, sha256=sha256) for name in names]
    return [[file.name for file in model.files] for model in group_files("a/b", files, commit="c", licence="mit")]


def test_only_models_that_can_be_stored_and_checked_are_offered():
    assert models("b.gguf", "a.GGUF", "README.md", "mmproj-b.gguf", "b.imatrix.gguf") == [["a.GGUF"], ["b.gguf"]]
    for name in ("../x.gguf", "/x.gguf", "a\\b.gguf", ".x.gguf", "x\u202e.gguf", "x:y.gguf", f"{'x' * 200}.gguf"):
        assert models(name) == []
    assert models("x.gguf", size=0) == models("x.gguf", sha256="") == models("x.gguf", sha256="../..") == []


def test_a_model_in_several_files_is_one_and_only_where_all_are_there():
    parts = [f"q8/big-{number:05}-of-00003.gguf" for number in (1, 2, 3)]
    assert models(*parts, "big.gguf") == [["big.gguf"], parts]
    assert models(*parts[:2]) == models(*parts[1:]) == []
    assert models(parts[0], "q8/big-00002-of-00004.gguf", parts[2]) == []


def test_suggestions_are_repositories():
    assert [parse_repository(one.repository) for one in SUGGESTED] == [one.repository for one in SUGGESTED]
    assert {one.licence for one in SUGGESTED} == {"apache-2.0"}


WHISPER = ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt")


def test_the_files_of_a_whisper_model_are_one_model_and_only_where_all_are_there():
    assert models(*WHISPER, "README.md") == [[*WHISPER]]
    assert models(*WHISPER[:3], "vocabulary.json", "preprocessor_config.json", "a.gguf") == [
        ["a.gguf"],
        [*WHISPER[:3], "vocabulary.json", "preprocessor_config.json"],
    ]
    for missing in WHISPER:
        assert models(*(name for name in WHISPER if name != missing)) == []
    assert models(*(f"int8/{name}" for name in WHISPER)) == []


def test_a_small_file_is_checked_by_what_git_knows_of_it():
    files = [HubFile(name=name, size=1, blob="b" * 40) for name in WHISPER]
    (model,) = group_files("a/b", files, commit="c", licence="mit")
    assert model.is_speech
    files[1] = HubFile(name="config.json", size=1, blob="../..")
    assert group_files("a/b", files, commit="c", licence="mit") == ()
