r"""Text that others wrote, made harmless for a terminal: what would control it is written as its escape.

    escape_controls("\x1b]0;title\x07")   →  r"\x1b]0;title\x07"
    escape_json('"\x9b2J"')               →  r'"\u009b2J"', which is the same JSON

A terminal obeys escape sequences: they set its title, write to the clipboard, hide what stands above. They begin with
a control of ASCII or with one of the 32 behind it (C1). Bidirectional controls and line separators reorder or forge
lines. Everything else a terminal only shows; where a person decides by a text, `visible_text` says also what hides.
"""

import re
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
