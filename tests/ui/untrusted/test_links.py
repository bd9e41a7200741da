import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from alicia_desktop.ui.untrusted.links import (
    describe_link,
    encode_address,
    host_of,
    misleading_target,
    open_address,
    parse_link,
    parse_web_address,
)


@pytest.mark.parametrize(
    "href",
    [
        *("file:///etc/passwd", "/etc/passwd", "etc/passwd", "//host/share", "\\\\host\\share", "C:\\x", "c:/x"),
        *("javascript:alert(1)", "data:text/html,x", "smb://host/x", "ftp://host/x", "qrc:/x", ":/x", "about:blank"),
        *("ssh://-oProxyCommand=x", "vscode://x", "ms-settings:", "tel:+1", "x-apple:", "view-source:https://h/"),
        *(
            "https:",
            "https:/h",
            "https://",
            "http:///x",
            "https://a b/",
            "https://h:99999/",
            "https://a\u2100b.example",
        ),
        *("https://bank.example@evil.example/", "https://bank.example\\@evil.example/", "https://u:p@h.example/"),
        *("mailto:", "mailto:nobody", "mailto:a@b.example?attach=/etc/passwd", "mailto:a@b.example?Attachment=x"),
        *("", " ", "\n", "#part", "?q"),
    ],
)
def test_only_the_web_and_mails_without_attachments_are_links(href):
    assert parse_link(href) is None
    assert parse_web_address(href) is None


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("https://example.org/a?b#c", "https://example.org/a?b#c"),
        ("HTTP://EXAMPLE.org", "http://example.org"),
        ("https://müller.example/ä", "https://xn--mller-kva.example/%C3%A4"),
        ("https://\uff47oogle.example", "https://google.example"),
        ("https://h.example/\u202egpj.exe\u3164", "https://h.example/%E2%80%AEgpj.exe%E3%85%A4"),
        ("https://h.example/a b<c>%zz", "https://h.example/a%20b%3Cc%3E%25zz"),
        ("https://[::1]:8080/", "https://[::1]:8080/"),
        ("mailto:me@example.org?subject=Hello", "mailto:me@example.org?subject=Hello"),
    ],
)
def test_an_address_is_shown_as_it_is_opened(monkeypatch, href, address):
    opened = []

    def remember(url):
        opened.append(encode_address(url))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", remember)
    url = parse_link(href)
    assert url is not None
    assert encode_address(url) == address
    assert describe_link(url).startswith(address)
    assert open_address(url)
    assert opened == [address]


def test_a_host_is_said_as_it_is_looked_up():
    assert host_of(QUrl("https://müller.example")) == "xn--mller-kva.example (müller.example)"
    assert describe_link(QUrl("https://müller.example")).endswith("\nxn--mller-kva.example (müller.example)")
    assert host_of(QUrl("https://\u0430pple.example")) == "xn--pple-43d.example"


@pytest.mark.parametrize("href", ["file:///etc/passwd", "javascript:alert(1)", "/etc/passwd", ""])
def test_nothing_else_is_handed_to_the_system(monkeypatch, href):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: pytest.fail(f"opened {url}"))
    assert not open_address(QUrl(href))


def test_what_a_person_allows_is_repaired_by_nobody():
    assert parse_web_address("https://h.example/a b") is None
    assert parse_web_address("mailto:a@b.example") is None
    assert parse_web_address("https://h.example/ä") is not None


@pytest.mark.parametrize(
    ("text", "href", "where"),
    [
        ("https://bank.example/login", "https://evil.example/", "evil.example"),
        ("Go to bank.example, please", "https://evil.example/", "evil.example"),
        ("www.bank.example", "https://evil.example/bank.example", "evil.example"),
        ("bank\uff0eexample", "https://evil.example/", "evil.example"),
        ("bank.exa\u200bmple", "https://evil.example/", "evil.example"),
        ("https://evil.example@bank.example", "https://evil.example/", "evil.example"),
        ("b\u0430nk.example", "https://bank.example/", "bank.example"),
        ("help@bank.example", "mailto:me@evil.example", "me@evil.example"),
        ("bank.example", "mailto:me@evil.example", "me@evil.example"),
        ("help@bank.example", "https://evil.example", "evil.example"),
        ("192.0.2.1", "https://evil.example", "evil.example"),
        ("https://bank.example/", "https://www.bank.example/", ""),
        ("bank.example/a/b.html", "https://bank.example/a/b.html?c", ""),
        ("me@bank.example", "mailto:me@bank.example?subject=x", ""),
        ("The page of the bank, version 3.5, etc.", "https://evil.example/", ""),
        ("", "https://evil.example/", ""),
    ],
)
def test_a_text_that_names_another_address_is_told_from_an_honest_one(text, href, where):
    assert misleading_target(text, QUrl(href)) == where
