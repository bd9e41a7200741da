"""A moment is read in every form in which servers send it."""

from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest

from alicia_desktop.api.records import RoomGrant, in_utc

MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "sent",
    [
        MOMENT,
        MOMENT.replace(tzinfo=None),
        MOMENT.astimezone(timezone(timedelta(hours=5, minutes=30))),
        int(MOMENT.timestamp()),
        MOMENT.timestamp(),
    ],
)
def test_a_moment_is_in_utc(sent):
    read = in_utc(sent)
    assert read is not None
    assert (read, read.tzinfo) == (MOMENT, UTC)


def test_no_moment_stays_none():
    assert in_utc(None) is None


@pytest.mark.parametrize("expires", ['"2026-01-02T03:04:05Z"', "1767323045", "1767323045.0"])
def test_a_grant_expires_in_any_form(expires):
    text = f'{{"token": "k", "room_name": "r", "participant_id": "p", "expires_at": {expires}}}'
    grant = msgspec.json.decode(text, type=RoomGrant)
    assert in_utc(grant.expires_at) == MOMENT
