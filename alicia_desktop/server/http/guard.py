"""Check HTTP requests: host and origin, whose token it is, and whose conversation is asked for; turn errors into JSON.

A web page can make a browser ask any address, also 127.0.0.1; it cannot choose the Host header that its own name
becomes (DNS rebinding), nor hide its Origin, nor know the token. Handlers learn who asks from `principal_of` alone.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.conversation_settings import BAD_SETTINGS
from alicia_desktop.server.access import Ownership, Principal, Users
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.server.users import FORBIDDEN

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PAIRING: Final = "pairing"
PAIRED: Final = "paired"
OPEN: Final = frozenset({"health", "room", PAIRING, PAIRED})
"""Names of routes without the bearer token: health says nothing, a room has a token of its own, pairing gives one."""
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_STATUS: Final = {
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "bad_request": 400,
    BAD_SETTINGS: 400,
    "changed_meanwhile": 409,
    "user_exists": 409,
    "too_many_devices": 409,
    "pairing_refused": 403,
    "body_too_large": 413,
    "body_too_slow": 408,
    "too_many_rooms": 429,
    "database_locked": 503,
    "disk_full": 507,
}
log = get_logger(__name__)


_PRINCIPAL: Final = web.RequestKey("principal", Principal)
KEYED: Final = "token"
"""Name of the route whose `{id}` may be that of a room without a conversation; `rooms` says whose that is."""
_CONVERSATION: Final = web.RequestKey("conversation", ConversationRecord)


def principal_of(request: web.Request) -> Principal:
    """Return who makes the call; an open route has none, which is a KeyError."""
    return request[_PRINCIPAL]


def check_owner(request: web.Request, action: str) -> None:
    """Check that the owner makes the call; `action` is what only they can do.

    Raises:
        WorldError: `forbidden`.
    """
    if not principal_of(request).is_owner:
        raise WorldError(sentence=f"Only the owner of the server's computer can {action}.", code=FORBIDDEN)


def refuse(status: HTTPStatus, error: str, message: str) -> web.Response:
    """Return an error response as in docs/protocol.md#http-api."""
    return web.json_response({"error": error, "message": message, "code": status.value}, status=status.value)


def auth_middleware(*, users: Users, host: str) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Return the middleware that authenticates requests to a server listening on `host`.

    What comes over HTTPS knows the server by its certificate, so it may name the server as it likes.
    """
    everywhere = not is_loopback(host)

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        asked = _split(f"//{request.headers.get('Host', '')}")
        if not (everywhere or request.secure) and (asked is None or asked.hostname not in _LOCAL):
            return refuse(HTTPStatus.FORBIDDEN, "forbidden_host", "This server can only be used from its own computer.")
        origin = request.headers.get("Origin")
        page = _split(origin or "")
        if origin is not None and (page is None or page.netloc != request.headers.get("Host")):
            return refuse(
                HTTPStatus.FORBIDDEN, "forbidden_origin", "Web pages from other origins cannot use this server."
            )
        if request.match_info.route.name not in OPEN:
            request[_PRINCIPAL] = _authenticate(request, users)
        return await handler(request)

    return check


@web.middleware
async def error_middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn raised errors into JSON responses."""
    try:
        return await handler(request)
    except WorldError as error:
        status = HTTPStatus(_STATUS.get(error.code, 503))
        return refuse(status, error.code or "unavailable", error.sentence)
    except web.HTTPException as error:
        return refuse(HTTPStatus(error.status), error.reason.lower().replace(" ", "_"), error.reason)
    except Exception:
        log.exception("request failed", route=request.match_info.route.name)
        return refuse(
            HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "The server failed to answer. See its log for details."
        )


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _split(address: str) -> SplitResult | None:
    """Parse an address; None where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _authenticate(request: web.Request, users: Users) -> Principal:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    named = request.headers.get("X-User-ID", "")
    return users.authenticate(token=token if scheme.lower() == "bearer" else "", named=named)


def conversation_of(request: web.Request) -> ConversationRecord:
    """Return the conversation of the request's path, which belongs to the caller."""
    return request[_CONVERSATION]


def ownership_middleware(ownership: Ownership) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Return the middleware that hides others' conversations, and deleted ones from all but PATCH and a purge."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        conversation_id, route = request.match_info.get("id"), request.match_info.route.name
        if conversation_id is not None and route not in OPEN | {KEYED}:
            is_purge = request.method == "DELETE" and request.query.get("permanent") == "1"
            reaches_deleted = request.method == "PATCH" or is_purge
            user_id = principal_of(request).user_id
            request[_CONVERSATION] = await ownership.find(user_id, conversation_id, deleted=reaches_deleted)
        return await handler(request)

    return check
