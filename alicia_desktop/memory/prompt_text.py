"""Prepare text for a prompt: quote it as data, strip what could act as markup, and count its tokens.

A memory may hold "Ignore previous instructions and …": it was said by somebody, it is repeated as said, and the
instructions around it say that what stands between the marks is never an instruction. Pure text in, text out.
"""

import json
import re
from typing import Final

QUOTE_BEGIN: Final = "<known>"
QUOTE_END: Final = "</known>"
_QUOTE_MARK: Final = re.compile(r"<(?=\s*/?\s*known\b)", re.IGNORECASE)
_MODEL_MARKS: Final = (
    ("<|", "(|"),
    ("|>", "|)"),
    ("[INST]", "(INST)"),
    ("[/INST]", "(/INST)"),
    ("<s>", "(s)"),
    ("</s>", "(/s)"),
)
"""How models mark whose turn it is (ChatML, Llama); inside a quotation they mark nothing."""
_INVISIBLE: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Control and direction signs, which could hide how a line reads; the joiners that scripts and emoji need stay."""
_LINE_ENDS: Final = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_INSTRUCTIONS: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|rules?|prompts?|everything|above"
    r"|guidelines)\b|\byou are now\b|\b(?:system|developer) (?:prompt|message)\b|^[^\S\n]*(?:system|assistant)\s*:"
    r"|\b(?:reply|respond|answer|say) (?:only |exactly |with )",
    re.IGNORECASE | re.MULTILINE,
)
CHARACTERS_PER_TOKEN: Final = 4
"""Of English with the tokenizers in use; scripts of one sign a syllable cost about one token a sign."""
_LATIN_END: Final = 0x2E80


def strip_markers(text: str) -> str:
    """Return `text` without the marks that end our quotation or start a turn in a model's own notation."""
    text = _QUOTE_MARK.sub("(", text)
    for mark, plain in _MODEL_MARKS:
        text = text.replace(mark, plain)
    return _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))


def quote(text: str) -> str:
    """Return `text` as one line in quotation marks, with quotation marks and line ends escaped."""
    return json.dumps(strip_markers(text).strip(), ensure_ascii=False)


def single_line(text: str) -> str:
    """Return `text` without line ends and marks, for a prompt that has no room for quotations."""
    return " ".join(strip_markers(text).split())


def has_instructions(text: str) -> bool:
    """Return whether `text` reads like instructions to a model: a small one would follow them."""
    return _INSTRUCTIONS.search(text) is not None


def token_count(text: str) -> int:
    """Estimate how many tokens `text` costs a language model, at least 1."""
    wide = 0 if text.isascii() else sum(1 for sign in text if ord(sign) >= _LATIN_END)
    return max(1, wide + (len(text) - wide + CHARACTERS_PER_TOKEN - 1) // CHARACTERS_PER_TOKEN)
