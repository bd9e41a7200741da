"""Tokens go unencrypted to another computer only after the person agreed."""

import asyncio

import pytest

from alicia_desktop.api.records import RoomGrant
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.server_settings import UnencryptedConsent, options_from
from alicia_desktop.config import LocalSettings, PrivacySettings, ServerSettings, Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.server.options import ADDRESSES_WITH_KEYS

HOST = "192.0.2.7"
"""An address that is nobody's (RFC 5737)."""


def client(tmp_path, *, settings: Settings, **environment: str) -> Client:
    return Client(
        paths=Paths(folder=tmp_path),
        settings=settings,
        credentials=Credentials(folder=tmp_path, environment=environment),
        line=InProcessLine(),
    )


async def test_one_question_answers_all_that_wait_and_a_no_holds():
    asked: list[str] = []
    consent = UnencryptedConsent(agreed=list)

    async def ask(host: str) -> bool:
        asked.append(host)
        await asyncio.sleep(0)
        return False

    consent.ask = ask
    urls = (f"http://{HOST}:1", f"ws://{HOST}:2", "https://elsewhere.org", f"http://{HOST}:1")
    outcomes = await asyncio.gather(*(consent.check(url) for url in urls), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [WorldError, WorldError, type(None), WorldError]
    assert asked == [HOST]


async def test_the_token_of_a_server_elsewhere_waits_for_consent(tmp_path):
    settings = Settings(server=ServerSettings(place="remote", address=f"http://{HOST}:8080"))
    opened = client(tmp_path, settings=settings, ALICIA_TOKEN="s3cret")
    await opened.open()
    with pytest.raises(WorldError, match=HOST) as refusal:
        await opened.server.place()
    assert (refusal.value.code, refusal.value.retry) == ("unencrypted", False)
    opened.settings = Settings(server=settings.server, privacy=PrivacySettings(unencrypted=[HOST]))
    assert (await opened.server.place()).token == "s3cret"
    await opened.close()


async def test_a_server_without_token_is_asked_without_consent(tmp_path):
    settings = Settings(server=ServerSettings(place="remote", address=f"http://{HOST}:8080"))
    opened = client(tmp_path, settings=settings)
    await opened.open()
    assert (await opened.server.place()).token == ""
    await opened.close()


@pytest.mark.parametrize(("address", "key"), ADDRESSES_WITH_KEYS)
async def test_keys_that_the_server_here_sends_wait_for_consent(tmp_path, address: str, key: str):
    variables = {address: f"http://{HOST}/v1", key: "k"}
    local = LocalSettings(
        model_url=variables.get("ALICIA_MODEL_URL", ""),
        livekit_url=variables.get("ALICIA_LIVEKIT_URL", ""),
        livekit_key="key",
    )
    opened = client(tmp_path, settings=Settings(local=local), **variables)
    await opened.open()
    with pytest.raises(WorldError, match=HOST):
        await opened.server.place()
    await opened.close()
    credentials = Credentials(folder=tmp_path, environment=variables)
    for agreed in ([], [HOST]):
        settings = Settings(local=local, privacy=PrivacySettings(unencrypted=agreed))
        if agreed:
            options_from(Paths(folder=tmp_path), settings, credentials, on_problem=pytest.fail)
            continue
        with pytest.raises(WorldError, match=HOST):
            options_from(Paths(folder=tmp_path), settings, credentials, on_problem=pytest.fail)


async def test_the_key_to_a_room_is_not_handed_on_to_an_address_that_is_not_encrypted(tmp_path):
    opened = client(tmp_path, settings=Settings(server=ServerSettings(livekit_address=f"ws://{HOST}:7880")))
    await opened.open()
    with pytest.raises(WorldError, match=HOST):
        await opened.rooms._address(RoomGrant(token="t", room_name="r", participant_id="p"), f"ws://{HOST}:7880")
    await opened.close()
