import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.endpoint_address import base_urls, is_inside, origin_of


@pytest.mark.parametrize(
    ("typed", "urls"),
    [
        ("http://127.0.0.1:11434/v1", ("http://127.0.0.1:11434/v1", "https://127.0.0.1:11434/v1")),
        (
            "localhost:1234",
            (
                "http://localhost:1234/v1",
                "http://localhost:1234",
                "https://localhost:1234/v1",
                "https://localhost:1234",
            ),
        ),
        ("https://api.openai.com/v1/chat/completions", ("https://api.openai.com/v1",)),
        ("api.openai.com", ("https://api.openai.com/v1", "https://api.openai.com")),
        (
            "https://openrouter.ai/",
            ("https://openrouter.ai/api/v1", "https://openrouter.ai/v1", "https://openrouter.ai"),
        ),
        (" https://models.home/proxy/ ", ("https://models.home/proxy/v1", "https://models.home/proxy")),
        ("https://a.example/v1beta/openai", ("https://a.example/v1beta/openai",)),
        ("https://a.example/v1/models", ("https://a.example/v1",)),
        ("HTTPS://A.example/v1?x=1#y", ("https://a.example/v1",)),
    ],
)
def test_the_likeliest_base_url_is_tried_first(typed, urls):
    assert base_urls(typed) == urls


def test_an_https_address_of_this_computer_is_tried_by_https_first():
    assert base_urls("https://localhost:8080/v1") == ("https://localhost:8080/v1", "http://localhost:8080/v1")


@pytest.mark.parametrize("typed", ["192.168.0.4:8080", "models.lan:8080", "box:8080"])
def test_a_computer_nearby_is_asked_by_http_first(typed):
    assert base_urls(typed)[0] == f"http://{typed}/v1"
    assert base_urls(typed)[-1] == f"https://{typed}"


def test_an_https_address_elsewhere_is_never_tried_without_encryption():
    assert all(url.startswith("https://") for url in base_urls("https://192.168.0.4:8080"))
    assert all(url.startswith("https://") for url in base_urls("https://models.example"))
    assert all(url.startswith("https://") for url in base_urls("models.example"))


@pytest.mark.parametrize(
    "typed",
    [
        *("", "  ", "ftp://a.example", "http://", "http://a:b@c.example/v1", "http://host:port", "http://[broken"),
        *("http://a.example/\r\nX: y", "a b", "x" * 3_000, "http://a.example:99999"),
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(typed):
    with pytest.raises(WorldError) as error:
        base_urls(typed)
    assert error.value.code == "model_address"
    assert error.value.sentence.endswith(".")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://127.0.0.1/v1",
            "http://127.8.8.8",
            "http://2130706433",
            "http://0x7f.1",
            "http://0.0.0.0",
            "http://[::1]",
        ),
        *("http://[::ffff:10.0.0.1]", "http://[fe80::1%25eth0]", "http://[fd00::1]", "http://169.254.169.254/latest"),
        *("http://10.1.2.3:80", "http://172.16.0.1", "http://192.168.1.1", "http://100.64.0.1", "http://localhost"),
        *(
            "http://LOCALHOST.",
            "http://a.localhost",
            "http://router",
            "http://nas.local",
            "http://x.home.arpa",
            "http://[",
        ),
        *("", "http://", "file:///etc/passwd"),
    ],
)
def test_this_computer_and_its_network_are_inside_however_they_are_written(url):
    assert is_inside(url)


@pytest.mark.parametrize("url", ["https://api.openai.com/v1", "http://93.184.216.34", "http://[2606:4700::1111]:81"])
def test_public_addresses_are_not_inside(url):
    assert not is_inside(url)


def test_the_origin_is_what_comes_before_the_path():
    assert origin_of("http://a.example:81/api/v1") == "http://a.example:81"
