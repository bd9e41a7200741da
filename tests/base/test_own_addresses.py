"""Others reach this computer by its name and by that of its addresses which leads out."""

import platform
import socket
from pathlib import Path

from alicia_desktop.base import own_addresses
from alicia_desktop.base.own_addresses import has_network, reachable_address, reachable_urls


def test_who_listens_everywhere_is_reached_by_an_address_of_this_computer():
    assert reachable_address("192.168.1.5") == "192.168.1.5"
    with socket.socket() as tried:
        tried.bind((reachable_address("0.0.0.0"), 0))


def test_the_name_of_this_computer_comes_before_its_address_and_one_address_is_itself():
    first, *_ = reachable_urls("https", "0.0.0.0", 8200)
    assert first == f"https://{platform.node()}:8200"
    assert reachable_urls("http", "::1", 80) == ("http://[::1]:80",)


def test_that_there_is_no_network_is_only_said_where_it_is_known(monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(socket, "if_nameindex", list)
    assert has_network()
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(own_addresses, "_ADDRESSES_V6", Path("/nowhere"))
    assert not has_network()
