import pytest

from alicia_desktop.server.endpoints.endpoint_address import KNOWN, LOCAL, is_loopback, kind_of, known


def test_local_servers_are_those_at_their_documented_ports():
    places = {endpoint.kind: endpoint.base_url for endpoint in LOCAL}
    assert places == {
        "ollama": "http://127.0.0.1:11434/v1",
        "lmstudio": "http://127.0.0.1:1234/v1",
        "llamacpp": "http://127.0.0.1:8080/v1",
        "vllm": "http://127.0.0.1:8000/v1",
    }
    assert all(is_loopback(url) for url in places.values())


def test_services_elsewhere_are_encrypted_and_need_a_key():
    elsewhere = [endpoint for endpoint in KNOWN if not endpoint.is_local]
    assert [endpoint.kind for endpoint in elsewhere] == ["openai", "openrouter"]
    assert all(endpoint.base_url.startswith("https://") and endpoint.needs_key for endpoint in elsewhere)


@pytest.mark.parametrize(
    ("url", "owner", "kind"),
    [
        ("http://localhost:11434/v1", "", "ollama"),
        ("http://[::1]:1234/v1", "", "lmstudio"),
        ("https://openrouter.ai/api/v1", "", "openrouter"),
        ("http://127.0.0.1:8080/v1", "vllm", "vllm"),
        ("http://10.0.0.5:9000/v1", "llamacpp", "llamacpp"),
        ("http://10.0.0.5:9000/v1", "somebody", None),
        ("http://localhost.evil.example:11434/v1", "", None),
        ("http://[broken", "", None),
        ("", "", None),
    ],
)
def test_an_endpoint_is_known_by_what_its_list_says_or_by_its_place(url, owner, kind):
    assert kind_of(url, owner=owner) == (None if kind is None else known(kind))


@pytest.mark.parametrize("url", ["http://127.0.0.1.nip.io/v1", "http://10.0.0.1/v1", "http://0.0.0.0:1/v1", "x"])
def test_other_computers_are_not_this_one(url):
    assert not is_loopback(url)
