r"""Text that others wrote, made harmless: what controls a terminal, hides or misleads is written as its escape.

    escape_controls("\x1b]0;title\x07")   →  r"\x1b]0;title\x07"
    escape_json('"\x9b2J"')               →  r'"\u009b2J"', which is the same JSON
    escape_hidden("Notes\u202e/gpj.txt")  →  r"Notes\u202e/gpj.txt"
    describe_host("xn--mller-kva.de")     →  "xn--mller-kva.de (müller.de)"

A terminal obeys escape sequences: they set its title, write to the clipboard, hide what stands above. They begin with
a control of ASCII or with one of the 32 behind it (C1). Bidirectional controls and line separators reorder or forge
lines. Everything else a terminal only shows; `escape_hidden` is for text by which a person decides.

Most of that is a property that the interpreter knows: `str.isprintable` is false for every character of the categories
"other" (controls, formats with the bidirectional ones, surrogates, private use, unassigned) and "separator" (all spaces
but the plain one). Compatibility decomposition finds what stands for a slash, dot or colon of ASCII. What neither tells
are three tables, each from the Unicode file that is named at it, which the standard library does not bring.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

_CONTROLS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]"  # the last are no text at all
)


def escape_controls(text: str, *, keep: str = "\n\t") -> str:
    """Return `text` with each character that controls a terminal written as its escape; those in `keep` stay."""
    return _CONTROLS.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def escape_json(text: str) -> str:
    """Return JSON that means the same without any character that controls a terminal; its line ends stay."""
    return _CONTROLS.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


MAX_MARKS: Final = 3
"""Combining marks on one letter; more of them run over the lines above and below."""
_IGNORABLE: Final = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
    *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
)
"""`Default_Ignorable_Code_Point` of DerivedCoreProperties.txt that are letters or marks by category."""
_BLANK: Final = (0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159, 0xFFFC)
"""Symbols without ink by their names in UnicodeData.txt (blank, filler, null), and what stands for a picture."""
_LOOKALIKES: Final = (
    *(0x1735, 0x2041, 0x2044, 0x2215, 0x2571, 0x27CB, 0x29F6, 0x29F8, 0x2AFB, 0x2AFD, 0x2F03, 0x3033, 0x31D3, 0x1D23A),
    *(0x2216, 0x244A, 0x2572, 0x27CD, 0x29F5, 0x29F9, 0x2CF9, 0x2F02, 0x31D4, 0x1D20F, 0x1D23B),
    *(0x0701, 0x0702, 0x3002, 0xA4F8, 0xA4FA, 0xA60E, 0xFF61, 0x10A50, 0x1D16D),
    *(0x02D0, 0x02F8, 0x0589, 0x05C3, 0x0703, 0x0704, 0x16EC, 0x1803, 0x1809, 0x205A, 0x2236, 0xA4FD, 0xA789),
)
"""Marks and symbols that confusables.txt (UTS #39) gives for slash, backslash, dot and colon, and the dots that host
names take for one (UTS #46). Letters and digits of a script are what they are and stay."""
_HIDDEN: Final = frozenset(map(chr, (*_IGNORABLE, *_BLANK, *_LOOKALIKES)))
_STRUCTURE: Final = frozenset("/\\.:@?#%&=;")
"""What divides a path or an address into its parts."""
_ELLIPSIS: Final = "…"
"""Decomposes to three dots, which divide nothing."""


def escape_hidden(text: str, *, keep: str = "\n\t") -> str:
    """Return `text` with each hidden or misleading character written as its escape; those in `keep` stay."""
    return text if text.isascii() and text.isprintable() else "".join(_escaped(text, keep))


@lru_cache(maxsize=4096)
def is_hidden(character: str) -> bool:
    """Whether a character cannot be seen, or looks like one that divides a path or an address, wherever it stands."""
    if character.isascii():
        return not character.isprintable()
    return (
        not character.isprintable()
        or character in _HIDDEN
        or unicodedata.category(character) == "Me"
        or unicodedata.combining(character) == 1  # strikes its letter through: an "l" becomes a slash
        or (character != _ELLIPSIS and not _STRUCTURE.isdisjoint(unicodedata.normalize("NFKD", character)))
    )


def describe_host(host: str) -> str:
    """Return an encoded host name, with its decoded form beside it where that is all of one script.

    That is stricter than browsers are: a name that is Cyrillic but for its `.com` can be all lookalikes.
    """
    read = ".".join(_decoded(word) for word in host.split("."))
    if read == host or escape_hidden(read) != read or len(_scripts(read)) > 1:
        return escape_hidden(host)
    return f"{escape_hidden(host)} ({read})"


def _escaped(text: str, keep: str) -> Iterator[str]:
    marks: int | None = None
    """How many combining marks stand on the letter before; None where no letter is."""
    for character in text:
        is_mark = unicodedata.category(character).startswith("M")
        marks = (None if marks is None else marks + 1) if is_mark else 0 if character.isalnum() else None
        loose = is_mark and (marks is None or marks > MAX_MARKS)
        if character in keep or not (loose or is_hidden(character)):
            yield character
        else:
            yield character.encode("unicode_escape").decode()


def _decoded(word: str) -> str:
    try:
        decoded = word[4:].encode().decode("punycode") if word.casefold().startswith("xn--") else word
    except UnicodeError:
        return word
    return word if decoded.isascii() else decoded  # encoded although nothing had to be: a disguise


def _scripts(text: str) -> set[str]:
    """Return the scripts of a text by the names of its letters; those that Japanese, Chinese and Korean mix are one."""
    names = {unicodedata.name(letter, "?").split(maxsplit=1)[0] for letter in text if letter.isalpha()}
    return {"CJK" if name in {"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"} else name for name in names}
