"""Keys to rooms: LiveKit's own tokens, and those of the local server's WebSocket rooms.

Both are JSON Web Tokens signed with a secret of the server, so a server keeps no list of them, and a token that it gave
out before a restart opens the same room after it, as long as the secret is kept. PyJWT comes with livekit-api.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import jwt

DEFAULT_TTL: Final = timedelta(hours=1)
_ALGORITHM: Final = "HS256"
_AUDIENCE: Final = "alicia-room"


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomKey:
    """What a WebSocket room's token says."""

    room: str
    identity: str


def livekit_token(
    *, key: str, secret: str, room: str, identity: str, name: str = "", ttl: timedelta = DEFAULT_TTL
) -> str:
    """Return a token that lets `identity` into `room` of the LiveKit server that knows `key` and `secret`."""
    from livekit import api  # noqa: PLC0415 - half a second that a server without LiveKit does not need

    token = api.AccessToken(key, secret).with_identity(identity).with_name(name).with_ttl(ttl)
    return token.with_grants(api.VideoGrants(room_join=True, room=room)).to_jwt()


def socket_token(*, secret: str, room: str, identity: str, expires_at: datetime) -> str:
    """Return a token that lets `identity` into `room` over the local server's WebSocket until `expires_at`.

    `secret` has at least 32 bytes; the token says nothing secret, but nobody without the secret can make one.
    """
    claims = {"aud": _AUDIENCE, "room": room, "sub": identity, "exp": int(expires_at.timestamp())}
    return jwt.encode(claims, secret, algorithm=_ALGORITHM)


def read_socket_token(token: str, *, secret: str, now: datetime) -> RoomKey | None:
    """Return what `token` opens, or None if it was not signed with `secret`, is too old, or is no token."""
    try:
        claims = jwt.decode(
            token,
            secret,
            algorithms=[_ALGORITHM],
            audience=_AUDIENCE,
            options={"require": ["exp", "sub"], "verify_exp": False},  # `now` judges the time
        )
    except (jwt.InvalidTokenError, RecursionError, UnicodeEncodeError):  # also where its JSON nests, or it is no text
        return None
    room, identity, expires = claims.get("room"), claims["sub"], claims["exp"]
    if not isinstance(room, str) or not isinstance(expires, int) or expires <= now.timestamp():
        return None
    return RoomKey(room=room, identity=identity)
