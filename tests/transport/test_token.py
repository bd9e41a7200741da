"""A token opens one room for one identity until its time, and only with the secret that made it."""

from datetime import UTC, datetime, timedelta

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from livekit import api

from alicia_desktop.transport.token import (
    RoomKey,
    bind_identity,
    is_bound,
    livekit_token,
    read_socket_token,
    socket_token,
)

SECRET = "a secret of thirty-two bytes or more"
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def token(*, room="room", identity="user", expires_at=NOW + timedelta(hours=1)):
    return socket_token(secret=SECRET, room=room, identity=identity, expires_at=expires_at)


@given(room=st.text(min_size=1), identity=st.text(min_size=1))
def test_a_token_says_its_room_and_identity(room, identity):
    read = read_socket_token(token(room=room, identity=identity), secret=SECRET, now=NOW)
    assert read == RoomKey(room=room, identity=identity)


@given(user=st.text(), user_key=st.text())
def test_a_token_says_whose_it_is(user, user_key):
    made = socket_token(
        secret=SECRET, room="room", identity="desk", expires_at=NOW + timedelta(hours=1), user=user, user_key=user_key
    )
    read = read_socket_token(made, secret=SECRET, now=NOW)
    assert read == RoomKey(room="room", identity="desk", user=user, user_key=user_key)


_ANY = st.text(st.characters())  # also halves of surrogate pairs


@given(participant_id=_ANY, other=_ANY)
def test_an_identity_is_bound_to_room_user_and_participant(participant_id, other):
    bound = bind_identity(secret=SECRET, room="r", user="anna", participant_id=participant_id)
    assert bound == bind_identity(secret=SECRET, room="r", user="anna", participant_id=participant_id)
    assert bound.startswith(f"{participant_id}~")
    assert is_bound(bound, secret=SECRET, room="r", user="anna")
    for change in ({"room": "r2"}, {"user": "ben"}, {"secret": SECRET[::-1]}):
        assert not is_bound(bound, **({"secret": SECRET, "room": "r", "user": "anna"} | change))
    mark = bound.rpartition("~")[2]
    for forged in (other, participant_id, f"{other}~", f"{participant_id}~", f"~{mark}", f"{bound}0", bound[:-1]):
        if forged != bound:
            assert not is_bound(forged, secret=SECRET, room="r", user="anna")


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
        {"aud": "alicia-room", "sub": "user", "room": "room", "exp": 2_000_000_000},
        {"aud": "alicia-room", "sub": "user", "room": "room", "user": 7, "user_key": "", "exp": 2_000_000_000},
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


def test_a_livekit_token_is_for_one_room_and_changes_nothing_there():
    claims = api.TokenVerifier("key", SECRET).verify(
        livekit_token(key="key", secret=SECRET, room="conv_1", identity="user")
    )
    grants = claims.video
    assert grants is not None
    assert grants.can_publish_sources == ["microphone"]
    assert (grants.can_publish_data, grants.can_subscribe) == (True, True)
    denied = ("room_admin", "room_create", "room_list", "room_record", "can_update_own_metadata", "hidden", "recorder")
    assert not [name for name in denied if getattr(grants, name)]
    assert not grants.destination_room
