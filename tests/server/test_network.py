"""One switch lets paired computers in beside the own address; where that fails, this computer is told and goes on."""

import asyncio
import socket
import ssl
from urllib.parse import urlsplit

import pytest

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.owner import UserApi
from alicia_desktop.api.pairing import pair
from alicia_desktop.base.certificates import fingerprint_of_file
from alicia_desktop.base.errors import WorldError
from tests.support.ports import free_ports


@pytest.fixture
def port():
    return free_ports(1)[0]


def refused_host(address, host):
    """Ask a server under another name than its own; returns its status line."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port)) as plain:
        plain.sendall(f"GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return plain.recv(4096).split(b"\r\n")[0]


async def test_another_computer_pairs_by_a_code_and_gets_in_while_this_one_goes_on_as_before(open_server, port):
    async with open_server(network_port=port) as server:
        assert server.address.startswith("http://127.0.0.1:")
        async with UserApi(url=server.address, token=server.token) as owner:
            shown = await owner.show_code("anna", own=False)
            assert all(one.startswith("https://") and one.endswith(f":{port}") for one in shown.addresses)
            paired = await pair(f"127.0.0.1:{port}", shown.code, device="lap")
            assert [one.name for one in await owner.list_devices()] == ["lap"]
        assert paired.certificate == fingerprint_of_file(server.options.network_tls.certificate)
        async with ApiClient(
            url=paired.address, user_id="anna", token=paired.token, certificate=paired.certificate
        ) as anna:
            await anna.create_conversation("From elsewhere")
        assert b"403" in await asyncio.to_thread(refused_host, server.address, "alicia.home")


async def test_nobody_gets_in_from_elsewhere_unless_it_is_switched_on(open_server, port):
    async with open_server() as server, UserApi(url=server.address, token=server.token) as owner:
        assert (await owner.show_code("anna", own=False)).addresses == ()
        assert not server.options.network_tls.certificate.exists()
        with pytest.raises(WorldError):
            await pair(f"127.0.0.1:{port}", "K7Q-M2X", device="lap")


async def test_the_certificate_stays_the_same_so_nobody_pairs_twice(open_server, port):
    async with open_server(network_port=port) as server:
        made = server.options.network_tls
        before = fingerprint_of_file(made.certificate)
        assert made.key.stat().st_mode & 0o077 == 0
    async with open_server(network_port=port):
        assert await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", port))
        assert fingerprint_of_file(made.certificate) == before


async def test_a_port_that_another_program_has_is_a_notice_and_the_chat_goes_on(open_server, port):
    with socket.socket() as other:
        other.bind(("0.0.0.0", port))
        other.listen()
        async with open_server(network_port=port) as server:
            (notice,) = server.notices
            assert notice.startswith(f"Other computers cannot reach this Alicia: The port {port} cannot be used (")
            async with ApiClient(url=server.address, user_id="user", token=server.token) as own:
                await own.check_health()


async def test_a_spoilt_certificate_is_a_notice_that_says_what_to_do(open_server, tmp_path, port):
    for name in ("network.pem", "network.key.pem"):
        (tmp_path / name).write_text("garbage")
    async with open_server(network_port=port) as server:
        (notice,) = server.notices
        assert "is no certificate in PEM" in notice
        assert notice.endswith("Delete both files to have new ones made, and pair each computer again.")
        assert server.address
