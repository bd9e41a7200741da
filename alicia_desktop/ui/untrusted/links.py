"""Links: which addresses may be opened, how they are shown, and the one function that opens them.

Everything else that can stand in a link (`file:`, `javascript:`, `smb:`, `data:`, paths, schemes of programs) is text.
An address is shown as it is opened: encoded, with the host name that is looked up.
"""

import re
from typing import Final

from PySide6.QtCore import QUrl, QUrlQuery
from PySide6.QtGui import QDesktopServices

from alicia_desktop.base.visible_text import describe_host

WEB: Final = frozenset({"http", "https"})
MAIL_FIELDS: Final = frozenset({"to", "cc", "bcc", "subject", "body"})
"""What a mail link may fill in: some mail programs attach files that a link names."""
_HOST: Final = re.compile(r"(?:[\w-]+\.)+(?:[a-z]{2,}|xn--[\w-]+)|\d+(?:\.\d+){3}")
"""A name that could be looked up, as `QUrl` has normalised it."""
_FIGURE: Final = re.compile(r"[\d.]+")
"""`3.5`, which `QUrl` takes for 3.0.0.5."""
_AROUND: Final = re.compile(r"^\W+|\W+$")
_ENCODED: Final = QUrl.ComponentFormattingOption.FullyEncoded


def parse_web_address(text: str, mode: QUrl.ParsingMode = QUrl.ParsingMode.StrictMode) -> QUrl | None:
    """Return an address of the web; None for anything else, and for one that hides its host behind a user name."""
    url = QUrl(text, mode)
    plain = url.isValid() and url.scheme() in WEB and bool(url.host()) and not url.userInfo()
    return url if plain else None


def parse_link(href: str) -> QUrl | None:
    """Return the address of a link that can be opened: the web, or a mail without attachments; None for any other."""
    url = QUrl(href, QUrl.ParsingMode.TolerantMode)
    if url.isValid() and url.scheme() == "mailto" and "@" in url.path():
        fields = {name.casefold() for name, _ in QUrlQuery(url).queryItems()}
        return url if fields <= MAIL_FIELDS else None
    return parse_web_address(href, QUrl.ParsingMode.TolerantMode)


def encode_address(url: QUrl) -> str:
    """Return an address as the system is handed it: ASCII, everything odd in it as `%…` and `xn--…`."""
    return url.toString(_ENCODED)


def host_of(url: QUrl) -> str:
    """Return the host as it is looked up, beside it as it is read where that does not mislead."""
    return describe_host(url.host(_ENCODED))


def describe_link(url: QUrl) -> str:
    """Return the description of a link before it is pressed: address, and host where the address encodes it."""
    address, host = encode_address(url), host_of(url)
    return address if host == url.host(_ENCODED) else f"{address}\n{host}"


def open_address(url: QUrl) -> bool:
    """Open an address with the system; return False where it is not a link's, or nothing opened it."""
    link = parse_link(encode_address(url))
    return link is not None and QDesktopServices.openUrl(link)


def misleading_target(text: str, url: QUrl) -> str:
    """Return where a link leads whose text names another address; empty for an honest one."""
    target = url.path() if url.scheme() == "mailto" else url.host(_ENCODED)
    return target if any(_names_another(_AROUND.sub("", word), url) for word in text.split()) else ""


def _names_another(word: str, url: QUrl) -> bool:
    if url.scheme() == "mailto" and word.casefold().removeprefix("mailto:") == url.path().casefold():
        return False
    named = QUrl(word if "://" in word else f"http://{word.removeprefix('mailto:')}", QUrl.ParsingMode.TolerantMode)
    host = named.host(_ENCODED)
    if not _HOST.fullmatch(host) or (_FIGURE.fullmatch(word) and word != host):
        return False
    return bool(named.userInfo()) or host.removeprefix("www.") != url.host(_ENCODED).removeprefix("www.")
