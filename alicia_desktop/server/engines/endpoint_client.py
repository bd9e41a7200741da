"""Send HTTP requests to an OpenAI-compatible endpoint: ask it for an answer, and whether it is there.

    client = EndpointClient(http, base_url="http://127.0.0.1:8080/v1", key="", model="qwen3:4b", provider="Ollama")
    async with client.post(request, dialect) as response: ...

Neither the key nor what was said goes where nobody sent it: no redirect is followed.
"""

from contextlib import suppress
from typing import Any, Final

import aiohttp
import msgspec
from yarl import URL

from alicia_desktop.api.responses import OversizedAnswerError, read_bounded
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.model_list import MAX_LIST_BYTES, listed_images
from alicia_desktop.server.engines.contract import ChatRequest
from alicia_desktop.server.engines.endpoint_dialect import Dialect, payload
from alicia_desktop.server.engines.endpoint_refusals import RefusalError, describe_refusal, read_refusal

CONNECT_SECONDS: Final = 10
SILENCE_SECONDS: Final = 120.0
"""How long the endpoint may be silent within one answer; a large prompt on a slow computer takes its time."""
WHOLE_SECONDS: Final = 600.0
"""How long an answer may take that does not stream, and is silent until it is whole."""
MAX_HEALTH_BYTES: Final = 64 * 1024
NO_MODEL_THERE: Final = "no_model_there"
UNREACHABLE: Final = "model_unreachable"
_NO_SUCH_CALL: Final = frozenset({404, 405, 501})


class EndpointClient:
    """The calls to one model of one endpoint."""

    def __init__(self, http: aiohttp.ClientSession, *, base_url: str, key: str, model: str, provider: str) -> None:
        """`base_url` ends without a slash; `provider` is what the person knows the endpoint by."""
        self._http, self._base_url, self._key = http, base_url, key
        self._model, self._provider = model, provider

    def post(self, request: ChatRequest, dialect: Dialect) -> Any:
        """Return aiohttp's context of a response, for a request put in this way.

        Raises:
            WorldError: `model_refused`; address or key cannot be sent.
        """
        silence = SILENCE_SECONDS if dialect.stream else WHOLE_SECONDS
        return self._http.post(
            self._url("chat/completions"),
            json=payload(request, self._model, dialect),
            headers=self._headers(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=silence),
            allow_redirects=False,
        )

    async def list_models(self) -> bool | None:
        """Ask for the list of models, which costs nothing; return whether the model sees images, where it says that.

        A server that has no such call is there all the same.

        Raises:
            WorldError: `model_unreachable`, `model_refused` or `model_failed`.
        """
        timeout = aiohttp.ClientTimeout(total=CONNECT_SECONDS)
        try:
            async with self._http.get(
                self._url("models"), headers=self._headers(), timeout=timeout, allow_redirects=False
            ) as response:
                if response.status == 200:
                    return listed_images(await read_bounded(response, max_bytes=MAX_LIST_BYTES), self._model)
                refusal = await read_refusal(response, key=self._key)
        except OversizedAnswerError:
            return None
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise unreachable(self._provider) from error
        failure = await self.describe(refusal)
        if refusal.status not in _NO_SUCH_CALL or failure.code == NO_MODEL_THERE:
            raise failure
        return None

    async def describe(self, refusal: RefusalError) -> WorldError:
        """Return what the person is told of a refusal; where it looks like no model's, the address is looked at."""
        if (refusal.status in {401, 404, 405} or refusal.is_page) and await self._is_alicia():
            sentence = f"At {self._base_url} there is an Alicia server and no language model. Set another address."
            return WorldError(sentence=sentence, code=NO_MODEL_THERE)
        return describe_refusal(refusal, model=self._model, base_url=self._base_url)

    async def _is_alicia(self) -> bool:
        """Ask, without the key, whether the address is one of our own servers'."""
        timeout = aiohttp.ClientTimeout(total=CONNECT_SECONDS)
        with suppress(aiohttp.ClientError, OSError, ValueError, OversizedAnswerError, msgspec.DecodeError):
            health = URL(self._base_url).with_path("/api/v1/health")
            async with self._http.get(health, timeout=timeout, allow_redirects=False) as response:
                found = decode_json(await read_bounded(response, max_bytes=MAX_HEALTH_BYTES), dict[str, Any])
                return response.status == 200 and "languageModel" in (found.get("engines") or ())
        return False

    def _url(self, call: str) -> URL:
        try:
            return URL(f"{self._base_url}/{call}")
        except ValueError as error:
            sentence = "The address of the language model is not valid. Check it in the settings."
            raise WorldError(sentence=sentence, code="model_refused") from error

    def _headers(self) -> dict[str, str]:
        if not all("!" <= one <= "~" for one in self._key):  # no header carries that
            sentence = "The key of the language model is not valid. Enter it again in the settings."
            raise WorldError(sentence=sentence, code="model_refused")
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}


def was_closed(error: Exception) -> bool:
    """Return whether the endpoint closed the connection, and not whether there is none at all."""
    reset = isinstance(error, aiohttp.ClientOSError) and not isinstance(error, aiohttp.ClientConnectorError)
    return reset or isinstance(error, aiohttp.ServerDisconnectedError)


def interrupted() -> WorldError:
    """Return the failure of an answer that broke off."""
    return WorldError(
        sentence="The language model stopped in the middle of the answer.", code="model_interrupted", retry=True
    )


def silent(provider: str) -> WorldError:
    """Return the failure of an endpoint that is there and sends nothing."""
    sentence = f"The language model ({provider}) has sent nothing for too long, so it is waited for no longer."
    return WorldError(sentence=sentence, code="model_silent", retry=True)


def unreachable(provider: str) -> WorldError:
    """Return the failure of an endpoint that is not there."""
    return WorldError(sentence=f"The language model ({provider}) cannot be reached.", code=UNREACHABLE, retry=True)
