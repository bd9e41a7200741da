"""A code pairs one computer, once, soon, and with few tries; over a real server with a certificate of its own."""

import asyncio
import ssl

import msgspec
import pytest

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.owner import UserApi
from alicia_desktop.api.pairing import REFUSED, pair
from alicia_desktop.base.certificates import (
    CERTIFICATE_CHANGED,
    CERTIFICATE_UNTRUSTED,
    fingerprint_of_file,
    server_context,
)
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.pairing import ALPHABET, ClientPairing
from alicia_desktop.server.pairing import EXPIRED, MAX_ATTEMPTS, NOT_OPEN, SPENT, VALID_SECONDS, WRONG, Pairings
from tests.support.certificates import make_certificate

CERTIFICATE = "9f" * 32
"""A fingerprint."""


def other(code):
    """A code that differs in its last letter."""
    return code[:-1] + next(letter for letter in ALPHABET if letter != code[-1])


def attempt(pairings, code):
    """Try a code as a computer does, and return what it gets."""
    side = ClientPairing(code)
    begun = pairings.begin(side.message)
    return pairings.complete(begun.attempt, side.answer(begun.message, certificate=CERTIFICATE).client)


def refusal(call, *arguments):
    with pytest.raises(WorldError) as refused:
        call(*arguments)
    return refused.value.sentence


@pytest.fixture
def clock():
    return JumpingClock()


@pytest.fixture
def pairings(clock):
    return Pairings(clock=clock, certificate=CERTIFICATE)


def test_the_right_code_is_taken_once(pairings):
    code = pairings.open("anna").code
    assert attempt(pairings, code).user_name == "anna"
    assert refusal(attempt, pairings, code) == NOT_OPEN


async def test_a_code_expires(pairings, clock):
    code = pairings.open("anna").code
    await clock.advance(VALID_SECONDS)
    assert refusal(attempt, pairings, code) == EXPIRED


def test_a_thousand_wrong_codes_void_it_after_a_few(pairings):
    code = pairings.open("anna").code
    told = [refusal(attempt, pairings, other(code)) for _ in range(MAX_ATTEMPTS)]
    assert told == [WRONG] * (MAX_ATTEMPTS - 1) + [SPENT]
    message = ClientPairing(other(code)).message
    assert {refusal(pairings.begin, message) for _ in range(1_000)} == {SPENT}
    assert refusal(attempt, pairings, code) == SPENT


def test_a_try_counts_though_it_is_never_completed(pairings):
    code = pairings.open("anna").code
    for _ in range(MAX_ATTEMPTS):
        pairings.begin(ClientPairing(other(code)).message)
    assert refusal(attempt, pairings, code) == SPENT


def test_a_new_code_takes_the_place_of_the_one_before(pairings):
    former, code = pairings.open("anna").code, pairings.open("bert").code
    assert refusal(attempt, pairings, former) == WRONG
    assert attempt(pairings, code).user_name == "bert"


@pytest.fixture
async def household(open_server, tmp_path):
    """A server with a certificate that it signed itself."""
    files = make_certificate(tmp_path)
    async with open_server(tls=files) as server:
        server.files = files
        yield server


def owner_of(server):
    return UserApi(url=server.address, token=server.token, certificate=server.certificate)


async def code_for(server, name, *, own=False):
    async with owner_of(server) as owner:
        return (await owner.show_code(name, own=own)).code


async def test_a_computer_is_paired_and_reaches_what_is_its_users_with_the_pinned_certificate(household):
    code = await code_for(household, "anna")
    paired = await pair(household.address, code.lower().replace("-", " "), device="Anna's laptop")
    assert (paired.user_name, paired.certificate) == ("anna", fingerprint_of_file(household.files.certificate))
    async with ApiClient(url=paired.address, user_id="anna", token=paired.token, certificate=paired.certificate) as api:
        conversation = await api.create_conversation("Mine")
        grant = await api.room_grant(conversation.id, participant_id="desk")
    assert (grant.url or "").startswith("wss://127.0.0.1:")
    async with owner_of(household) as owner:
        assert [(one.user_name, one.name) for one in await owner.list_devices()] == [("anna", "Anna's laptop")]
        assert [one.name for one in await owner.list_users()] == ["anna"]
        with pytest.raises(WorldError, match=r"Anna's laptop is paired, for anna\."):
            await owner.shown_code()


async def test_two_computers_of_one_person_have_a_token_each_and_one_is_taken_back(household):
    desk = await pair(household.address, await code_for(household, "anna"), device="desk")
    lap = await pair(household.address, await code_for(household, "anna"), device="lap")
    async with owner_of(household) as owner:
        await owner.remove_device("anna", "desk")
    pin = household.certificate
    async with ApiClient(url=household.address, user_id="anna", token=lap.token, certificate=pin) as api:
        await api.conversations()
    async with ApiClient(url=household.address, user_id="anna", token=desk.token, certificate=pin) as api:
        with pytest.raises(WorldError, match="does not accept this user or token"):
            await api.conversations()


async def test_another_computer_of_the_owner_reaches_the_owners_and_may_not_what_only_the_owner_may(household):
    paired = await pair(household.address, await code_for(household, "user", own=True), device="laptop")
    pin = household.certificate
    async with ApiClient(url=household.address, user_id="user", token=household.token, certificate=pin) as owner:
        made = await owner.create_conversation("On the server's computer")
    async with ApiClient(url=household.address, user_id="user", token=paired.token, certificate=pin) as api:
        assert [one.id for one in (await api.conversations()).conversations] == [made.id]
    async with UserApi(url=household.address, token=paired.token, certificate=pin) as api:
        with pytest.raises(WorldError, match="Only the owner of the server's computer can"):
            await api.list_users()


async def test_a_wrong_code_gives_no_token_and_says_so(household):
    code = await code_for(household, "anna")
    with pytest.raises(WorldError) as refused:
        await pair(household.address, other(code), device="desk")
    assert refused.value.sentence == REFUSED
    async with owner_of(household) as owner:
        assert (await owner.shown_code()).attempts == MAX_ATTEMPTS - 1
        assert await owner.list_users() == []


async def test_what_is_no_code_or_no_address_is_told_before_anything_is_sent():
    for address, code, said in (
        ("https://alicia.home", "K7Q", "six letters and digits"),
        ("ftp://alicia.home", "K7Q-M2X", "is no address of a server"),
        ("https://alicia.home:port", "K7Q-M2X", "is no address of a server"),
        ("http://alicia.home", "K7Q-M2X", "paired over https:// only"),
    ):
        with pytest.raises(WorldError, match=said):
            await pair(address, code, device="desk")


async def test_a_computer_without_a_name_is_refused_and_the_code_stays(household):
    code = await code_for(household, "anna")
    with pytest.raises(WorldError, match="A computer's name has 1 to 64 visible characters"):
        await pair(household.address, code, device="")
    assert (await pair(household.address, code, device="desk")).user_name == "anna"


async def test_an_unpaired_client_is_told_that_nobody_vouches_and_a_paired_one_that_the_certificate_changed(household):
    for certificate, code in (("", CERTIFICATE_UNTRUSTED), (CERTIFICATE, CERTIFICATE_CHANGED)):
        async with ApiClient(url=household.address, user_id="anna", token="t", certificate=certificate) as api:
            with pytest.raises(WorldError) as refused:
                await api.conversations()
            assert refused.value.code == code


async def test_somebody_between_with_another_certificate_gets_no_token(household, tmp_path):
    """The exchange is passed on as it is; only the certificate differs."""
    code = await code_for(household, "anna")
    between = make_certificate(tmp_path, "between")
    host, port = "127.0.0.1", int(household.address.rpartition(":")[2])

    async def pass_on(reader, writer):
        own = ssl.create_default_context()
        own.check_hostname, own.verify_mode = False, ssl.CERT_NONE
        theirs = await asyncio.open_connection(host, port, ssl=own)

        async def pump(source, target):
            while data := await source.read(65536):
                target.write(data)
            target.close()

        await asyncio.gather(pump(reader, theirs[1]), pump(theirs[0], writer), return_exceptions=True)

    relay = await asyncio.start_server(pass_on, host, 0, ssl=server_context(between.certificate, between.key))
    async with relay:
        address = f"https://{host}:{relay.sockets[0].getsockname()[1]}"
        with pytest.raises(WorldError) as refused:
            await pair(address, code, device="desk")
    assert refused.value.sentence == REFUSED
    async with owner_of(household) as owner:
        assert await owner.list_users() == []


async def test_the_file_of_a_running_server_names_its_certificate(household):
    told = msgspec.json.decode(household.options.announcement.read_bytes())
    assert told["certificate"] == household.certificate
