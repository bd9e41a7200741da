"""How many tokens a text costs a language model, estimated without one."""

from typing import Final

CHARACTERS_A_TOKEN: Final = 4
"""Of English with the tokenizers in use; scripts of one sign a syllable cost about one token a sign."""
_LATIN_END: Final = 0x2E80


def token_count(text: str) -> int:
    """Return the tokens of `text`, at least 1."""
    wide = 0 if text.isascii() else sum(1 for sign in text if ord(sign) >= _LATIN_END)
    return max(1, wide + (len(text) - wide + CHARACTERS_A_TOKEN - 1) // CHARACTERS_A_TOKEN)
