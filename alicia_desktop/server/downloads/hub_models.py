"""Models that a Hugging Face hub has: the name of a repository, its models, and those that are suggested.

    parse_repository("https://huggingface.co/ggml-org/Qwen3-1.7B-GGUF/tree/main")   →  "ggml-org/Qwen3-1.7B-GGUF"
    group_files("ggml-org/Qwen3-1.7B-GGUF", files, commit=…, licence="apache-2.0")    →  one `HubModel` each

A language model is a GGUF file; one that is split (`…-00001-of-00003.gguf`) is one model of several files. A speech
model is a Whisper model for CTranslate2: the files of a whole repository, by names that are known. Names come from
strangers and become names of files here: those with anything but letters, digits and `. _ + -` are left out.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from alicia_desktop.base.errors import WorldError

HUB: Final = "https://huggingface.co"
EXAMPLE: Final = "ggml-org/Qwen3-1.7B-GGUF"
MAX_FILES: Final = 2_000
_HOSTS: Final = frozenset({"huggingface.co", "www.huggingface.co", "hf.co"})
_REPOSITORY: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", re.ASCII)
_FILE: Final = re.compile(r"(?:[A-Za-z0-9][\w.+-]*/){0,4}[A-Za-z0-9][\w.+-]*\.gguf", re.ASCII | re.IGNORECASE)
MAX_NAME: Final = 150
"""Letters of a file with its folders: names on disk end at 255, and some more is put behind them."""
_PART: Final = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$", re.IGNORECASE)
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_SHA1: Final = re.compile(r"[0-9a-f]{40}")
SPEECH_WEIGHTS: Final = "model.bin"
_SPEECH_NEEDS: Final = (SPEECH_WEIGHTS, "config.json", "tokenizer.json")
_SPEECH_VOCABULARIES: Final = ("vocabulary.txt", "vocabulary.json")
SPEECH_FILES: Final = frozenset({*_SPEECH_NEEDS, *_SPEECH_VOCABULARIES, "preprocessor_config.json"})
"""What a Whisper model for CTranslate2 is made of; the last file is not in all of them."""
_NO_MODELS: Final = ("mmproj", "imatrix")
"""In the names of GGUF files that hold a part for pictures, or statistics for making smaller files."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HubFile:
    """A file of a repository."""

    name: str
    """With the folders in the repository."""
    size: int
    sha256: str = ""
    blob: str = ""
    """Git's checksum of a small file (SHA-1 with its size), of which a hub has no other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HubModel:
    """A model that can be downloaded; one that is split has several files, and so has a speech model."""

    repository: str
    commit: str
    licence: str
    """As the hub tells it; empty where it does not."""
    files: tuple[HubFile, ...]

    @property
    def name(self) -> str:
        """The name of the (first) file."""
        return self.files[0].name

    @property
    def is_speech(self) -> bool:
        """Whether it recognises speech, and its files are used as a folder."""
        return self.name == SPEECH_WEIGHTS

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestedModel:
    """A repository that is suggested. Sizes and checksums come from the hub."""

    title: str
    repository: str
    licence: str


SUGGESTED: Final = (
    # Names and licences are those that the hub's own pages of these repositories state ("License: apache-2.0"):
    # https://huggingface.co/HuggingFaceTB/SmolLM2-360M-Instruct-GGUF
    # https://huggingface.co/HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF
    # https://huggingface.co/ggml-org/Qwen3-1.7B-GGUF
    SuggestedModel(title="SmolLM2 360M", repository="HuggingFaceTB/SmolLM2-360M-Instruct-GGUF", licence="apache-2.0"),
    SuggestedModel(title="SmolLM2 1.7B", repository="HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF", licence="apache-2.0"),
    SuggestedModel(title="Qwen3 1.7B", repository="ggml-org/Qwen3-1.7B-GGUF", licence="apache-2.0"),
)


def parse_repository(text: str, *, endpoint: str = HUB) -> str:
    """Return the repository that was meant: `owner/name`, with or without the address around it.

    Raises:
        WorldError: `repository_unclear`; it is none.
    """
    wanted = text.strip().split("?")[0].split("#")[0]
    if "://" in wanted or wanted.split("/")[0].lower() in _HOSTS:
        wanted = _path_at_hub(wanted, endpoint)
    name = "/".join(wanted.strip("/").split("/")[:2]).split(":")[0]
    extra = (
        wanted.strip("/").count("/") > 1 and "://" not in text and not text.strip().lower().startswith(tuple(_HOSTS))
    )
    if extra or not _REPOSITORY.fullmatch(name) or ".." in name or "--" in name:
        sentence = f"Enter a repository of Hugging Face as owner/name, such as {EXAMPLE}."
        raise WorldError(sentence=sentence, code="repository_unclear")
    return name


def group_files(repository: str, files: Iterable[HubFile], *, commit: str, licence: str) -> tuple[HubModel, ...]:
    """Return the models among the files of a repository, the smallest first; incomplete ones are left out."""
    files = tuple(files)
    groups: dict[str, list[HubFile]] = {}
    for file in files:
        if is_model_file(file) and file.name not in SPEECH_FILES:
            groups.setdefault(_PART.sub("", file.name), []).append(file)
    models = [
        HubModel(repository=repository, commit=commit, licence=licence, files=tuple(parts))
        for group in groups.values()
        for parts in _models_of(sorted(group, key=lambda file: file.name))
    ]
    speech = _speech_files({file.name: file for file in files if is_model_file(file)})
    if speech:
        models.append(HubModel(repository=repository, commit=commit, licence=licence, files=speech))
    return tuple(sorted(models, key=lambda model: (model.size, model.name)))


def is_model_file(file: HubFile) -> bool:
    """Whether a file can be a model, can be stored under its name, and can be checked."""
    base = file.name.rsplit("/", 1)[-1].lower()
    if file.name in SPEECH_FILES:
        return file.size > 0 and bool(_SHA256.fullmatch(file.sha256) or _SHA1.fullmatch(file.blob))
    return (
        len(file.name) <= MAX_NAME
        and bool(_FILE.fullmatch(file.name))
        and not any(word in base for word in _NO_MODELS)
        and file.size > 0
        and bool(_SHA256.fullmatch(file.sha256))
    )


def _speech_files(files: Mapping[str, HubFile]) -> tuple[HubFile, ...]:
    """Return the files of a speech model, the weights first; none where one is missing."""
    vocabulary = next((name for name in _SPEECH_VOCABULARIES if name in files), "")
    if not vocabulary or not all(name in files for name in _SPEECH_NEEDS):
        return ()
    return tuple(files[name] for name in (*_SPEECH_NEEDS, vocabulary, "preprocessor_config.json") if name in files)


def _models_of(group: list[HubFile]) -> Iterable[list[HubFile]]:
    """Yield the models among files of one name: those that are whole in themselves, and all parts of a split one."""
    parts = [file for file in group if _PART.search(file.name)]
    yield from ([file] for file in group if file not in parts)
    numbers = [match.groups() for file in parts if (match := _PART.search(file.name))]
    count = int(numbers[0][1]) if numbers else 0
    if parts and [int(number) for number, of in numbers if int(of) == count] == list(range(1, count + 1)) == list(
        range(1, len(parts) + 1)
    ):
        yield parts


def _path_at_hub(address: str, endpoint: str) -> str:
    """Return the path of an address at the hub; empty for another place."""
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
    except ValueError:
        return ""
    host = (parts.hostname or "").lower()
    return parts.path if host in _HOSTS or host == (urlsplit(endpoint).hostname or "") else ""
