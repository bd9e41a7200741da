"""Read why an endpoint refuses a request, and say it to the person in the endpoint's own words.

Every endpoint has its own shape for that: `{"error": {"message": …}}` with more or less beside it, `{"error": "…"}`,
`{"detail": […]}`, `{"message": …}`, plain text, or a web page.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import msgspec
from yarl import URL

from alicia_desktop.api.responses import OversizedAnswerError, read_bounded
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.visible_text import escape_controls

MAX_BODY_BYTES: Final = 64 * 1024
MAX_WORDS: Final = 300
"""Characters of an endpoint's own words that are shown."""
PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses that may be another one a moment later."""
_SPENT: Final = re.compile(
    r"insufficient_quota|insufficient credits|exceeded your current quota|billing", re.IGNORECASE
)
_OVERFLOW: Final = re.compile(
    r"context[ _]?(?:length|size|window)|exceed_context_size|maximum context|context the overflows|\bn_ctx\b"
    r"|too many tokens|(?:prompt|input|request) is too long|reduce the length of",
    re.IGNORECASE,
)
_NO_MODEL: Final = re.compile(
    r"model.{0,120}?(?:not found|does not exist|not exist|not (?:a )?valid|no longer available|not loaded|unknown)"
    r"|(?:no such|unknown|invalid) model|not a valid model|no endpoints found for|model_not_found",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(kw_only=True, eq=False)
class RefusalError(Exception):
    """An endpoint's answer that is no completion."""

    status: int
    words: str = ""
    """Its own, in one line; empty where it gave none."""
    param: str = ""
    """The parameter that it names."""
    code: str = ""
    retry_after: float | None = None
    """Seconds that it asks to wait."""
    is_page: bool = False
    """Whether it is a web page."""
    location: str = ""
    """Where it redirects to."""

    @property
    def is_passing(self) -> bool:
        """Whether the same request may be answered a moment later."""
        return self.status in PASSING and not _SPENT.search(f"{self.code} {self.words}")

    @property
    def is_overflow(self) -> bool:
        """Whether the request has more tokens than the model can read."""
        return self.status in {400, 413, 422, 500} and bool(_OVERFLOW.search(f"{self.code} {self.words}"))


async def read_refusal(answer: aiohttp.ClientResponse, *, key: str) -> RefusalError:
    """Read an answer that is no completion; `key` is taken out of its words."""
    try:
        body = await read_bounded(answer, max_bytes=MAX_BODY_BYTES)
    except OversizedAnswerError:
        body = b""
    refusal = _refusal_in(body, key)
    return replace(
        refusal,
        status=answer.status,
        retry_after=_retry_after(answer.headers),
        is_page=is_page(body),
        location=_location(answer),
    )


def is_page(body: bytes | bytearray) -> bool:
    """Return whether a body is a web page and no JSON."""
    return body.lstrip()[:1] == b"<"


def refusal_of(value: Any, *, key: str = "") -> RefusalError:
    """Return what a decoded error says, without the `key`; its status is its code where that is one, else 500."""
    about = value[0] if isinstance(value, list) and value else value
    about = about if isinstance(about, Mapping) else {"error": about}
    error = about.get("error") if about.get("error") is not None else about
    if not isinstance(error, Mapping):
        return _passed_on(error, key) or RefusalError(status=500, words=_plain(error, key))
    raw = error.get("metadata")
    upstream = raw.get("raw") if isinstance(raw, Mapping) else None
    detail = error.get("detail")
    words = error.get("message") or (_details(detail) if detail else "")
    code = error.get("code")
    return RefusalError(
        status=_status(code),
        words=_plain(" ".join(one for one in (words, upstream) if isinstance(one, str) and one), key),
        param=_plain(error.get("param") or (_place(detail) if detail else "")),
        code=_plain(" ".join(str(one) for one in (code, error.get("type")) if one)),
    )


def describe_refusal(refusal: RefusalError, *, model: str, base_url: str) -> WorldError:
    """Return the error that the person is told, with the endpoint's own words."""
    said = f" It says: “{refusal.words}”" if refusal.words else ""
    if refusal.location or 300 <= refusal.status < 400:
        return _refused(
            f"The language model's address leads on to {refusal.location or 'another one'}. That is not followed, so "
            "that the key goes nowhere else. Set the right address in the settings."
        )
    if refusal.is_page and refusal.status < 500:
        return _refused(
            f"What answers at {base_url} is a web page and no language model. Check the address; most end in /v1."
        )
    if refusal.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return _refused(f"The language model refused the key. Check the key of the model in the settings.{said}")
    if refusal.status in {400, 404} and _NO_MODEL.search(f"{refusal.code} {refusal.words}"):
        return _refused(f"The language model {model} is not there. Choose another one in the settings.{said}")
    if refusal.status == HTTPStatus.NOT_FOUND:
        return _refused(f"The language model's address or name was not found. Check both in the settings.{said}")
    busy = refusal.status == HTTPStatus.TOO_MANY_REQUESTS and refusal.is_passing
    what = "is busy" if busy else "answered with an error"
    sentence = f"The language model {what} ({refusal.status}).{said}"
    return WorldError(sentence=sentence, code="model_failed", retry=refusal.is_passing)


def _refused(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code="model_refused")


def _refusal_in(body: bytes, key: str) -> RefusalError:
    if is_page(body):
        return RefusalError(status=0)
    try:
        return refusal_of(decode_json(body), key=key)
    except msgspec.DecodeError:
        return RefusalError(status=0, words=_plain(body.decode("utf-8", "replace"), key))


def _passed_on(error: Any, key: str) -> RefusalError | None:
    """Return what an error says that was put as text into another one, as servers in front of others do."""
    if not isinstance(error, str) or not error.lstrip().startswith("{"):
        return None
    try:
        return refusal_of(decode_json(error), key=key)
    except msgspec.DecodeError:
        return None


def _details(detail: Any) -> str:
    """Return the words of FastAPI's list of what does not fit, each with its place."""
    if not isinstance(detail, list):
        return str(detail)
    one_by_one = [one for one in detail if isinstance(one, Mapping)]
    return "; ".join(f"{_place([one])}: {one.get('msg', '')}" for one in one_by_one)


def _place(detail: Any) -> str:
    first = detail[0] if isinstance(detail, list) and detail and isinstance(detail[0], Mapping) else {}
    place = first.get("loc")
    return str(place[1]) if isinstance(place, list) and len(place) > 1 else ""


def _plain(value: Any, key: str = "") -> str:
    """Return a text in one line, cut to size; the key goes first, so that no cut leaves a part of it."""
    text = " ".join(value.split()) if isinstance(value, str) else ""
    text = escape_controls(text.replace(key, "…") if key else text)
    return text if len(text) <= MAX_WORDS else text[: MAX_WORDS - 1] + "…"


def _status(code: Any) -> int:
    number = int(code) if isinstance(code, int) or (isinstance(code, str) and code.isdecimal() and len(code) < 4) else 0
    return number if 400 <= number < 600 else 500


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of `Retry-After` (a number or a date) or of its variant in milliseconds; None for neither."""
    given, milliseconds = headers.get("Retry-After", "").strip(), headers.get("Retry-After-Ms", "").strip()
    try:
        seconds = float(milliseconds) / 1000 if milliseconds else float(given)
    except ValueError:
        seconds = _seconds_until(given)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _seconds_until(date: str) -> float:
    """Return the seconds until a date of HTTP; no number where it is none."""
    try:
        at = parsedate_to_datetime(date)
        return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):
        return math.nan


def _location(answer: aiohttp.ClientResponse) -> str:
    """Return where a redirect leads, without what may be secret in it."""
    if not 300 <= answer.status < 400 or not answer.headers.get("Location"):
        return ""
    try:
        url = answer.url.join(URL(answer.headers["Location"]))
        return _plain(str(url.with_user(None).with_query(None).with_fragment(None)))
    except ValueError:
        return ""
