"""Find the endpoint behind an address, and list its models by `GET /models`; say what was tried where none is.

    async with aiohttp.ClientSession() as http:
        found = await find_endpoint(http, "localhost:11434", key="")
        found.base_url                       # "http://localhost:11434/v1"
        [model.name for model in found.models]

A key goes to no other computer without encryption unless `may_send` agrees, and no redirect is followed: neither the
key nor anything else goes where nobody sent it. Where an https address has no encryption, whether somebody answers
without is asked without the key, and said; it is not used.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import msgspec

from alicia_desktop.api.responses import OversizedAnswerError, read_bounded
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.unencrypted_hosts import unencrypted_host
from alicia_desktop.base.visible_text import escape_controls
from alicia_desktop.server.endpoints.endpoint_address import KnownEndpoint, base_urls, kind_of, origin_of

LIST_SECONDS: Final = 10.0
MAX_LIST_BYTES: Final = 16 * 1024 * 1024
"""OpenRouter's list of some hundred models is about one MiB."""
MAX_MODELS: Final = 2_000
MAX_NAME: Final = 300
MAX_WORDS: Final = 300
MAX_TOKENS: Final = 10**9
UNREACHABLE: Final = "model_unreachable"
REFUSED: Final = "model_refused"
OWN_SERVER: Final = "model_is_alicia"
OWN_PATH: Final = "/api/v1"
INVALID_KEY: Final = "model_key"
MAX_KEY: Final = 4_000
NO_ENCRYPTION: Final = "no encryption there"
_NO_SUCH_CALL: Final = frozenset({404, 405, 501})
_TAKES_CHAT: Final = frozenset({400, 422})
"""What an endpoint says to an empty question; one that is not there says something else."""
_NOT_FOR_CHAT: Final = re.compile(
    r"embed|rerank|whisper|transcri|\btts\b|dall-e|moderation|gpt-image|sora|realtime|-audio", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedModel:
    """A model that an endpoint has."""

    name: str
    context_tokens: int | None = None
    """How much it reads at once, where the list tells it."""
    tools: bool | None = None
    """Whether it takes tools, where the list tells it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """A base URL that was tried, and what came of it."""

    base_url: str
    outcome: str
    """For the middle of a sentence, such as `not found`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundEndpoint:
    """An endpoint that answers."""

    base_url: str
    kind: KnownEndpoint | None
    models: tuple[ListedModel, ...]
    """Those for chats first; empty where the endpoint has no list, and a name has to be typed."""
    tried: tuple[Attempt, ...] = ()
    """What was tried before."""

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.kind.title if self.kind else urlsplit(self.base_url).netloc


async def find_endpoint(
    http: aiohttp.ClientSession, address: str, *, key: str = "", may_send: Callable[[str], bool] | None = None
) -> FoundEndpoint:
    """Return the endpoint that an address means: with or without `/v1`, by http or https.

    Raises:
        WorldError: `model_address`, `model_unreachable`, `model_refused` with the endpoint's own words, or
            `model_is_alicia`.
    """
    tried: list[Attempt] = []
    gone: set[str] = set()
    for base_url in base_urls(address):
        origin = origin_of(base_url)
        if origin in gone:
            continue
        sends = sendable_key(base_url, key, may_send)
        result = await _ask(http, base_url, sends)
        if isinstance(result, tuple):
            if urlsplit(base_url).path == OWN_PATH:  # she lists models, too
                await _refuse_alicia(http, origin)
            await _check_key(http, base_url, sends, kind := kind_of(base_url, owner=result[1]))
            return FoundEndpoint(base_url=base_url, kind=kind, models=result[0], tried=tuple(tried))
        if result.status:
            await _refuse_alicia(http, origin)
        if result.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            raise key_refused(base_url, result.words, has_key=bool(key), was_sent=bool(sends))
        if result.status == 0:
            gone.add(origin)
        tried.append(Attempt(base_url=base_url, outcome=result.outcome))
    raise nothing_found(tried, unencrypted=await _answering_unencrypted(http, tried))


async def _answering_unencrypted(http: aiohttp.ClientSession, tried: Iterable[Attempt]) -> str:
    """Return the http URL at which somebody answers without encryption; empty where nobody does."""
    for one in tried:
        url = one.base_url.replace("https://", "http://", 1)
        if one.outcome == NO_ENCRYPTION and unencrypted_host(url):
            status, body = await call(http, "GET", f"{url}/models")
            if status and isinstance(body, bytes):
                return url
    return ""


def sendable_key(base_url: str, key: str, may_send: Callable[[str], bool] | None) -> str:
    """Return the key if it may go there, else nothing: it would go unencrypted, and nobody agreed to that."""
    return key if not unencrypted_host(base_url) or (may_send is not None and may_send(base_url)) else ""


def clean_key(key: str) -> str:
    """Return a key without the blanks and line ends that come along when it is copied.

    Raises:
        WorldError: `model_key`; it has characters that no key has, and that no header carries.
    """
    key = key.strip()
    if len(key) > MAX_KEY or not all("!" <= one <= "~" for one in key):
        sentence = "This is no key: it has blanks, line ends or letters with accents in it. Copy it again."
        raise WorldError(sentence=sentence, code=INVALID_KEY)
    return key


@dataclass(frozen=True, kw_only=True, slots=True)
class _Refusal:
    """Why a list did not come."""

    status: int
    """Of HTTP; 0: nobody answered."""
    outcome: str
    words: str = ""
    """The endpoint's own."""


async def _ask(http: aiohttp.ClientSession, base_url: str, key: str) -> tuple[tuple[ListedModel, ...], str] | _Refusal:
    """Return models and owner, or why not."""
    status, body = await call(http, "GET", f"{base_url}/models", key=key)
    if isinstance(body, str):
        return _Refusal(status=status, outcome=body)
    if (
        status in _NO_SUCH_CALL
        and (await call(http, "POST", f"{base_url}/chat/completions", key=key, body={}))[0] in _TAKES_CHAT
    ):
        return (), ""
    words = error_words(body, key)
    if status != HTTPStatus.OK:
        what = "not found" if status == HTTPStatus.NOT_FOUND else f"error {status}"
        return _Refusal(status=status, outcome=f"{what}: {words}" if words else what, words=words)
    listed = parse_models(body)
    return _Refusal(status=status, outcome="answers, but has no list of models") if listed is None else listed


async def call(
    http: aiohttp.ClientSession,
    method: str,
    url: str,
    *,
    key: str = "",
    body: Any = None,
    seconds: float = LIST_SECONDS,
) -> tuple[int, bytes | str]:
    """Make a call; returns status and body, or 0 and why nothing came, for the middle of a sentence."""
    timeout = aiohttp.ClientTimeout(total=seconds)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        async with http.request(
            method, url, json=body, headers=headers, timeout=timeout, allow_redirects=False
        ) as answer:
            if HTTPStatus.MULTIPLE_CHOICES <= answer.status < HTTPStatus.BAD_REQUEST:
                return answer.status, "leads elsewhere"
            return answer.status, await read_bounded(answer, max_bytes=MAX_LIST_BYTES)
    except OversizedAnswerError:
        return 0, "sends too much"
    except TimeoutError:
        return 0, "no answer in time"
    except aiohttp.ClientConnectorCertificateError:
        return 0, "its certificate is not trusted"
    except aiohttp.ClientSSLError:
        return 0, NO_ENCRYPTION
    except aiohttp.ClientConnectorDNSError:
        return 0, "no such computer"
    except (aiohttp.ClientError, OSError, ValueError):
        return 0, "nobody answers"


def parse_models(body: bytes) -> tuple[tuple[ListedModel, ...], str] | None:
    """Return the models of a list, those for chats first, and who owns the first; None where it is no list."""
    try:
        value = decode_json(body)
    except msgspec.DecodeError:
        return None
    rows = value.get("data", value.get("models")) if isinstance(value, dict) else value
    if not isinstance(rows, list):
        return None
    dicts = [row for row in rows[:MAX_MODELS] if isinstance(row, dict)]
    models = {model.name: model for row in dicts if (model := _listed(row))}
    owner = next((row["owned_by"] for row in dicts if isinstance(row.get("owned_by"), str)), "")
    return tuple(sorted(models.values(), key=lambda one: bool(_NOT_FOR_CHAT.search(one.name)))), owner


def error_words(body: bytes, key: str = "") -> str:
    """Return what an endpoint says about a failure, without the key, from the shapes in use; empty for other ones."""
    try:
        value = decode_json(body)
    except msgspec.DecodeError:
        return ""
    for name in ("error", "message", "detail"):
        found = value.get(name) if isinstance(value, dict) else None
        found = found.get("message") if isinstance(found, dict) else found
        if isinstance(found, str) and found.strip():
            words = " ".join(found.split())
            return escape_controls(words.replace(key, "…") if key else words)[:MAX_WORDS]
    return ""


def whole_number(*values: Any) -> int | None:
    """Return the first value that is a whole number above 0, of a size that a model may have."""
    numbers = (one for one in values if isinstance(one, int) and not isinstance(one, bool))
    return next((one for one in numbers if 0 < one <= MAX_TOKENS), None)


def nothing_found(tried: Iterable[Attempt], *, unencrypted: str = "") -> WorldError:
    """Return the error where no address led to an endpoint; it says what was tried.

    Args:
        unencrypted: where somebody answers without encryption, which is not used unless it is entered.
    """
    listed = "; ".join(f"{one.base_url} ({one.outcome})" for one in tried)
    advice = "Check the address, and that the server runs."
    if unencrypted:
        advice = (
            f"Without encryption {unencrypted} answers: others on the network could read what is sent. "
            "Enter that address to use it all the same."
        )
    return WorldError(
        sentence=f"No language model answers there. Tried: {listed}. {advice}",
        code=UNREACHABLE,
        retry=True,
    )


def listed_images(body: bytes, name: str) -> bool | None:
    """Return whether a list of models, as OpenRouter has it, says that the model `name` sees images; None for no word.

    Other lists say nothing of it.
    """
    try:
        value = decode_json(body)
    except msgspec.DecodeError:
        return None
    rows = value.get("data") if isinstance(value, dict) else None
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("id") == name:
            architecture = row.get("architecture")
            kinds = architecture.get("input_modalities") if isinstance(architecture, dict) else None
            return "image" in kinds if isinstance(kinds, list) else None
    return None


def _listed(row: dict[str, Any]) -> ListedModel | None:
    name = row.get("id", row.get("name"))
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        return None
    given = row.get("meta")
    meta = given if isinstance(given, dict) else {}
    parameters = row.get("supported_parameters")
    return ListedModel(
        name=name,
        context_tokens=whole_number(row.get("max_model_len"), row.get("context_length"), meta.get("n_ctx")),
        tools="tools" in parameters if isinstance(parameters, list) else None,
    )


async def _check_key(http: aiohttp.ClientSession, base_url: str, key: str, kind: KnownEndpoint | None) -> None:
    """Refuse a key that the endpoint does not take, where everybody may read its list of models."""
    if kind is None or not kind.key_path or origin_of(base_url) != origin_of(kind.base_url):
        return
    status, body = await call(http, "GET", f"{base_url}/{kind.key_path}", key=key)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        words = error_words(body, key) if isinstance(body, bytes) else ""
        raise key_refused(base_url, words, has_key=bool(key), was_sent=bool(key))


async def _refuse_alicia(http: aiohttp.ClientSession, origin: str) -> None:
    """Refuse a server of Alicia's: she would ask herself.

    Raises:
        WorldError: `model_is_alicia`.
    """
    _, body = await call(http, "GET", f"{origin}{OWN_PATH}/health", seconds=2)
    try:
        health = decode_json(body) if isinstance(body, bytes) else None
    except msgspec.DecodeError:
        return
    engines = health.get("engines") if isinstance(health, dict) else None
    if isinstance(engines, dict) and "languageModel" in engines:
        sentence = f"{origin} is Alicia’s own server. Enter the address of a language model."
        raise WorldError(sentence=sentence, code=OWN_SERVER)


def key_refused(base_url: str, words: str, *, has_key: bool, was_sent: bool) -> WorldError:
    """Return the error of an endpoint that does not take the key, or needs one that was not sent."""
    host = urlsplit(base_url).netloc
    if has_key and not was_sent:
        sentence = f"{host} needs a key, which would go there unencrypted, so it was not sent. Use https."
    else:
        sentence = f"{host} does not accept the key. Check it." if was_sent else f"{host} needs a key."
    return WorldError(sentence=f"{sentence} It says: {words}" if words else sentence, code=REFUSED)
