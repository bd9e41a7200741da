"""Keys to rooms: LiveKit's own tokens, and those of the local server's WebSocket rooms.

Both are JSON Web Tokens signed with a secret of the server, so a server keeps no list of them, and a token that it gave
out before a restart opens the same room after it, as long as the secret is kept. PyJWT comes with livekit-api.

A WebSocket's token names its user. LiveKit tells nothing but the identity of who sent a packet, so there the identity
itself is bound to the room and its user (`bind_identity`): of all who may be in a room, `is_bound` knows those to whom
our server gave the key.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import jwt

DEFAULT_TTL: Final = timedelta(hours=1)
_ALGORITHM: Final = "HS256"
_AUDIENCE: Final = "alicia-room"
_MARK: Final = "~"
"""Between what a client calls itself and what binds it; the last one in an identity."""
_DIGITS: Final = 20
"""Of the mark, in hexadecimal: 80 bits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomKey:
    """The claims of a WebSocket room's token."""

    room: str
    identity: str
    user: str = ""
    user_key: str = ""
    """Which of the user's tokens it was made for: none of those that were void by now."""


def livekit_token(
    *, key: str, secret: str, room: str, identity: str, name: str = "", ttl: timedelta = DEFAULT_TTL
) -> str:
    """Return a token that lets `identity` into `room` of the LiveKit server that knows `key` and `secret`.

    It is for this room alone, to speak and to send data there; it changes nothing of the room or of who holds it.
    """
    from livekit import api  # noqa: PLC0415 - half a second that a server without LiveKit does not need

    token = api.AccessToken(key, secret).with_identity(identity).with_name(name).with_ttl(ttl)
    grants = api.VideoGrants(
        room_join=True,
        room=room,
        can_publish_sources=["microphone"],
        can_update_own_metadata=False,
        room_admin=False,
        room_create=False,
        room_list=False,
        room_record=False,
    )
    return token.with_grants(grants).to_jwt()


def bind_identity(*, secret: str, room: str, user: str, participant_id: str) -> str:
    """Return the identity of a user's participant in a room: the same each time, and nobody's without the secret."""
    said = f"{room}\x1f{user}\x1f{participant_id}".encode("utf-8", "surrogatepass")
    mark = hmac.new(secret.encode(), said, hashlib.sha256).hexdigest()[:_DIGITS]
    return f"{participant_id}{_MARK}{mark}"


def is_bound(identity: str, *, secret: str, room: str, user: str) -> bool:
    """Return whether `bind_identity` gave out this identity, for this room and user."""
    participant_id = identity.rpartition(_MARK)[0]
    bound = bind_identity(secret=secret, room=room, user=user, participant_id=participant_id)
    return secrets.compare_digest(identity.encode("utf-8", "surrogatepass"), bound.encode("utf-8", "surrogatepass"))


def socket_token(
    *, secret: str, room: str, identity: str, expires_at: datetime, user: str = "", user_key: str = ""
) -> str:
    """Return a token that lets `identity` into `room` over the local server's WebSocket until `expires_at`.

    `secret` has at least 32 bytes; the token says nothing secret, but nobody without the secret can make one.
    """
    claims = {"aud": _AUDIENCE, "room": room, "sub": identity, "exp": int(expires_at.timestamp())}
    claims |= {"user": user, "user_key": user_key}
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
    room, user, user_key = (claims.get(name) for name in ("room", "user", "user_key"))
    if not (isinstance(room, str) and isinstance(user, str) and isinstance(user_key, str)):
        return None
    if not isinstance(claims["exp"], int) or claims["exp"] <= now.timestamp():
        return None
    return RoomKey(room=room, identity=claims["sub"], user=user, user_key=user_key)
