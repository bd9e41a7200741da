"""Which computer a token would reach without encryption."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted, unencrypted_host

OTHERS = {
    "http://192.168.1.5:8080/api": "192.168.1.5",
    "ws://alicia.home": "alicia.home",
    "HTTP://Alicia.Home.": "alicia.home",
    " http://alicia.home ": "alicia.home",
    "http://[fe80::1]:80": "fe80::1",
    "http://localhost.evil.org": "localhost.evil.org",
    "http://my.localhost": "my.localhost",
    "http://127.0.0.1.evil.org": "127.0.0.1.evil.org",
    "http://127.0.0.1@evil.org/": "evil.org",
    "http://evil.org@127.0.0.1/": "127.0.0.1",
    "http://127.0.0.1\\@evil.org/": "evil.org",
    "http://2130706433/": "2130706433",
    "http://10.0.0.1": "10.0.0.1",
    "http://\N{CYRILLIC SMALL LETTER A}licia.home": "xn--licia-3ve.home",
}
HERE = ("http://127.0.0.1:9", "ws://localhost:80/x", "http://[::1]", "http://127.8.9.1", "http://[::ffff:127.0.0.1]")
SAFE = ("https://alicia.home", "wss://192.168.1.5", "https://10.0.0.1", "", "alicia.home", "http://[bad", "ftp://x")


@pytest.mark.parametrize("url", OTHERS)
def test_another_computer_without_encryption_is_named(url: str):
    assert unencrypted_host(url) == OTHERS[url]
    with pytest.raises(WorldError, match="unencrypted, so nothing was sent") as refusal:
        refuse_unencrypted(url, agreed=["somewhere.else"])
    assert refusal.value.code == "unencrypted"
    assert "--allow-unencrypted" in refusal.value.sentence
    for agreed in (OTHERS[url], "*"):
        refuse_unencrypted(url, agreed=[agreed])


@pytest.mark.parametrize("url", [*HERE, *SAFE, "http://0.0.0.0:8080", "http://[::]:1"])
def test_this_computer_and_what_is_encrypted_need_no_consent(url: str):
    assert unencrypted_host(url) == ""
    refuse_unencrypted(url, agreed=[])
