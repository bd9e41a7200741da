"""LiveKit's own words become ours: refusals have codes, and no token stays in a log line."""

import logging

import pytest
from livekit import rtc

from alicia_desktop.transport.livekit.transport import QuietFilter, farewell, refusal, tame

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.nHH0XrK9-_x"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (f"engine: signal failure: client error: 401 Unauthorized - invalid token: {TOKEN}", "token_refused"),
        ("client error: 403 Forbidden", "token_refused"),
        ("engine: signal failure: client error: 400 - room max participants exceeded", "room_in_use"),
        ("transport connection error: IO error: Connection refused (os error 111)", "unreachable"),
        ("failed to parse the url: relative URL without a base", "unreachable"),
        ("something new", "unreachable"),
    ],
)
def test_a_refusal_has_its_code_and_no_token(message, code):
    error = refusal(rtc.ConnectError(message), address="wss://host")
    assert error.code == code
    assert TOKEN not in error.sentence


def test_a_full_room_whose_server_hides_the_reason_is_in_use_where_it_takes_one_device():
    hidden = rtc.ConnectError("engine: signal failure: handshake error: 500 Internal Server Error")
    assert refusal(hidden, address="wss://host", one_device=True).code == "room_in_use"
    assert refusal(hidden, address="wss://host").code == "unreachable"


@pytest.mark.parametrize(
    ("reason", "code", "retry"),
    [
        (rtc.DisconnectReason.DUPLICATE_IDENTITY, "room_in_use", False),
        (rtc.DisconnectReason.SERVER_SHUTDOWN, "connection_lost", True),
        (rtc.DisconnectReason.UNKNOWN_REASON, "connection_lost", True),
    ],
)
def test_the_end_has_its_code(reason, code, retry):
    assert farewell(reason)[1:] == (code, retry)


def test_the_native_layers_log_is_information_without_tokens(caplog):
    tame()
    tame()
    logger = logging.getLogger("livekit")
    assert sum(isinstance(each, QuietFilter) for each in logger.filters) == 1
    with caplog.at_level(logging.INFO):
        logger.error("%s failed", f"access_token={TOKEN}")
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.INFO, "access_token=[token] failed")
