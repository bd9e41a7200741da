"""Talk to a Hugging Face hub by its own library: the files of a repository, and the bytes of one.

    hub = HubClient(endpoint="https://huggingface.co")
    models = hub.models("ggml-org/Qwen3-1.7B-GGUF")
    hub.fetch(models[0], models[0].files[0], into=file, start=0)

Everything here waits, so it runs in a process of its own (`download_process`), which is ended where somebody pauses.
`hf_hub_download` is not used: it begins anew where it was interrupted. `http_get`, on which it stands, goes on at a
place, tries again where a connection breaks, and notices a server that ignores the place. No token is ever sent.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final
from urllib.parse import urlsplit

import msgspec

from alicia_desktop import __version__
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.visible_text import escape_controls
from alicia_desktop.paths import APP_NAME
from alicia_desktop.server.downloads.hub_models import MAX_FILES, SPEECH_FILES, HubFile, HubModel, group_files
from alicia_desktop.server.engines.gguf_file import describe_bytes

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub.hf_api import ModelInfo

UNREACHABLE: Final = "hub_unreachable"
BUSY: Final = "hub_busy"
UNKNOWN: Final = "repository_unknown"
GATED: Final = "repository_gated"
NO_MODELS: Final = "repository_empty"
ODD: Final = "hub_odd"
MAX_FILE_BYTES: Final = 50_000_000_000
"""Larger ones the hub gives out in another way only."""
LIST_SECONDS: Final = 30
MAX_LICENCE: Final = 100
_BUSY: Final = (429, 503)
_COMMIT: Final = re.compile(r"[0-9a-f]{40}")
_NUMBER: Final = re.compile(r"^\[Errno -?\d+\] ")
"""Before what a system says of a connection."""


class HubClient:
    """A hub, asked without a token."""

    def __init__(self, endpoint: str) -> None:
        """Prepare the requests; `endpoint` is the hub's address.

        Raises:
            WorldError: the address cannot be read as one.
        """
        from huggingface_hub import get_session  # noqa: PLC0415 - takes a third of a second

        self._endpoint = endpoint.rstrip("/")
        try:
            self._host = urlsplit(endpoint).netloc.rpartition("@")[2] or endpoint
        except ValueError as error:
            sentence = "HF_ENDPOINT holds no address of a hub that can be read. Correct it, or leave it empty."
            raise WorldError(sentence=sentence, code=ODD) from error
        """Without name and password, which belong into no sentence."""
        session = get_session()
        hooks = session.event_hooks
        session.event_hooks = {
            "request": [*hooks["request"], self._check_request],
            "response": [*hooks["response"], self._check_response],
        }

    def models(self, repository: str) -> tuple[HubModel, ...]:
        """Return the models of a repository, as it is now.

        Raises:
            WorldError: there are none, or the hub does not tell.
        """
        with self._translated(repository):
            info = self._info(repository)
        if info.gated:
            raise _gated(repository, self._host)
        try:
            models = _models(repository, info)
        except (ValueError, TypeError, AttributeError) as error:
            raise self._odd() from error
        if not models:
            sentence = (
                f"{repository} has no GGUF files that can be used. Look for one with GGUF in its name, or for a "
                "Whisper model for CTranslate2."
            )
            raise WorldError(sentence=sentence, code=NO_MODELS)
        return models

    def fetch(self, model: HubModel, file: HubFile, *, into: BinaryIO, start: int) -> None:
        """Write the bytes of a file from `start` on into `into`, which stands there.

        Raises:
            WorldError: it did not come whole. What came stays.
        """
        from huggingface_hub import hf_hub_url  # noqa: PLC0415 - as above
        from huggingface_hub.file_download import http_get  # noqa: PLC0415 - as above

        if file.size > MAX_FILE_BYTES:
            most = describe_bytes(MAX_FILE_BYTES)
            raise WorldError(sentence=f"Files of more than {most} can’t be downloaded here.", code=ODD)
        url = hf_hub_url(model.repository, file.name, revision=model.commit, endpoint=self._endpoint)
        headers = {"User-Agent": f"{APP_NAME}/{__version__}", "Accept-Encoding": "identity"}
        with self._translated(model.repository):
            http_get(url, into, resume_size=start, headers=headers, expected_size=file.size)

    def _info(self, repository: str) -> "ModelInfo":
        from huggingface_hub import HfApi  # noqa: PLC0415 - as above

        try:
            api = HfApi(endpoint=self._endpoint, token=False, library_name=APP_NAME, library_version=__version__)
            return api.model_info(repository, files_metadata=True, timeout=LIST_SECONDS)
        except (ValueError, RecursionError, MemoryError, KeyError, TypeError, AttributeError) as error:
            raise self._odd() from error

    def _check_request(self, request: "httpx2.Request") -> None:
        if self._endpoint.startswith("https:") and request.url.scheme != "https":
            sentence = f"{self._host} leads to {request.url.host} without encryption, which is not followed."
            raise WorldError(sentence=sentence, code=ODD)

    def _check_response(self, response: "httpx2.Response") -> None:
        """Stop where the library would wait for as long as it is told to."""
        if response.status_code in _BUSY:
            after = response.headers.get("Retry-After", "")
            wait = f" in {after} seconds" if after.isdecimal() and len(after) <= 6 else " later"
            sentence = f"{self._host} is busy or has had too many requests ({response.status_code}). Try again{wait}."
            raise WorldError(sentence=sentence, retry=True, code=BUSY)

    @contextmanager
    def _translated(self, repository: str) -> Iterator[None]:
        import httpx2  # noqa: PLC0415 - comes with the library
        from huggingface_hub import errors  # noqa: PLC0415 - as above

        try:
            yield
        except errors.GatedRepoError as error:
            raise _gated(repository, self._host) from error
        except errors.RepositoryNotFoundError as error:
            sentence = f"There is no repository {repository} at {self._host}, or it is not public. Check its name."
            raise WorldError(sentence=sentence, code=UNKNOWN) from error
        except (errors.EntryNotFoundError, errors.RevisionNotFoundError) as error:
            sentence = f"The file is no longer in {repository}. Look for its files again."
            raise WorldError(sentence=sentence, code=UNKNOWN) from error
        except errors.OfflineModeIsEnabled as error:
            sentence = "HF_HUB_OFFLINE is set, so nothing is downloaded. Unset it."
            raise WorldError(sentence=sentence, code=UNREACHABLE) from error
        except errors.HfHubHTTPError as error:
            raise self._refused(repository, error.response.status_code) from error
        except httpx2.HTTPError as error:
            reason = escape_controls(_NUMBER.sub("", str(error)))[:200] or "the connection broke"
            sentence = f"{self._host} can’t be reached ({reason}). Check the connection, then try again."
            raise WorldError(sentence=sentence, retry=True, code=UNREACHABLE) from error

    def _refused(self, repository: str, status: int) -> WorldError:
        if status in {401, 403}:
            return _gated(repository, self._host)
        if status == 404:
            sentence = f"There is no repository {repository} at {self._host}, or it is not public. Check its name."
            return WorldError(sentence=sentence, code=UNKNOWN)
        return WorldError(
            sentence=f"{self._host} answered with an error ({status}). Try again later.", retry=True, code=ODD
        )

    def _odd(self) -> WorldError:
        sentence = f"{self._host} did not answer as a Hugging Face hub does. Check the connection, and HF_ENDPOINT."
        return WorldError(sentence=sentence, code=ODD)


def _gated(repository: str, host: str) -> WorldError:
    sentence = (
        f"{repository} is gated: {host} gives it only to people who signed in and agreed to its terms. Download it "
        "there with a browser, then choose it as a GGUF file."
    )
    return WorldError(sentence=sentence, code=GATED)


def _models(repository: str, info: "ModelInfo") -> tuple[HubModel, ...]:
    """Return the models that a hub tells, whose library checks nothing of it.

    Raises:
        ValueError: a name, size or checksum is none, or the version.
    """
    if not _COMMIT.fullmatch(str(info.sha)):
        raise ValueError(info.sha)
    told = [
        {"name": one.rfilename, "size": one.lfs.size, "sha256": one.lfs.sha256}
        if one.lfs is not None
        else {"name": one.rfilename, "size": one.size, "blob": one.blob_id}
        for one in (info.siblings or ())[:MAX_FILES]
        if one.lfs is not None or one.rfilename in SPEECH_FILES
    ]
    files = msgspec.convert(told, list[HubFile])
    return group_files(repository, files, commit=str(info.sha), licence=_licence(info))


def _licence(info: "ModelInfo") -> str:
    """Return the licence that the repository's card states, else its tag."""
    card = info.card_data
    told = getattr(card, "license_name", None) or getattr(card, "license", None) if card else None
    tags = [tag.removeprefix("license:") for tag in info.tags or () if str(tag).startswith("license:")]
    return str(told or (tags[0] if tags else ""))[:MAX_LICENCE]
