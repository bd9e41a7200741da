"""A token opens one room for one identity until its time, and only with the secret that made it."""

from datetime import UTC, datetime, timedelta

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from livekit import api

from alicia_desktop.transport.token import RoomKey, livekit_token, read_socket_token, socket_token

SECRET = "a secret of thirty-two bytes or more"
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def token(*, room="room", identity="user", expires_at=NOW + timedelta(hours=1)):
    return socket_token(secret=SECRET, room=room, identity=identity, expires_at=expires_at)


@given(room=st.text(min_size=1), identity=st.text(min_size=1))
def test_a_token_says_its_room_and_identity(room, identity):
    read = read_socket_token(token(room=room, identity=identity), secret=SECRET, now=NOW)
    assert read == RoomKey(room=room, identity=identity)


def test_a_token_ends_at_its_time():
    expires = NOW + timedelta(seconds=10)
    assert read_socket_token(token(expires_at=expires), secret=SECRET, now=expires - timedelta(seconds=1))
    assert read_socket_token(token(expires_at=expires), secret=SECRET, now=expires) is None


def test_another_secret_opens_nothing():
    assert read_socket_token(token(), secret=SECRET[::-1], now=NOW) is None


@given(text=st.text())
def test_what_is_no_token_opens_nothing(text):
    assert read_socket_token(text, secret=SECRET, now=NOW) is None


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"aud": "alicia-room", "sub": "user", "room": "room"},
        {"aud": "alicia-room", "sub": "user", "room": 7, "exp": 2_000_000_000},
        {"aud": "alicia-room", "sub": "user", "exp": 2_000_000_000},
        {"aud": "something else", "sub": "user", "room": "room", "exp": 2_000_000_000},
        {"aud": "alicia-room", "room": "room", "exp": 2_000_000_000},
    ],
)
def test_a_signed_token_that_lacks_something_opens_nothing(claims):
    signed = jwt.encode(claims, SECRET, algorithm="HS256")
    assert read_socket_token(signed, secret=SECRET, now=NOW) is None


def test_an_unsigned_token_opens_nothing():
    claims = {"aud": "alicia-room", "sub": "user", "room": "room", "exp": 2_000_000_000}
    assert read_socket_token(jwt.encode(claims, "", algorithm="none"), secret=SECRET, now=NOW) is None


def test_a_livekit_token_is_one_that_livekit_reads():
    made = livekit_token(key="key", secret=SECRET, room="conv_1", identity="user", name="Emma")
    claims = api.TokenVerifier("key", SECRET).verify(made)
    assert (claims.identity, claims.name) == ("user", "Emma")
    assert claims.video is not None
    assert (claims.video.room, claims.video.room_join) == ("conv_1", True)
