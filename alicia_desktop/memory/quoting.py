"""What was once said, put into a prompt as data: one quoted line each, with no sign in it that ends the quotation.

A memory may hold "Ignore previous instructions and …": it was said by somebody, it is repeated as said, and the
instructions around it say that what stands between the marks is never an instruction. Pure text in, text out.
"""

import json
import re
from typing import Final

BEGIN: Final = "<known>"
END: Final = "</known>"
_OUR_MARK: Final = re.compile(r"<(?=\s*/?\s*known\b)", re.IGNORECASE)
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
_ORDERS: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|rules?|prompts?|everything|above"
    r"|guidelines)\b|\byou are now\b|\b(?:system|developer) (?:prompt|message)\b|^[^\S\n]*(?:system|assistant)\s*:"
    r"|\b(?:reply|respond|answer|say) (?:only |exactly |with )",
    re.IGNORECASE | re.MULTILINE,
)


def unmarked(text: str) -> str:
    """Return `text` without the signs that end our quotation or begin somebody's turn in a model's own notation."""
    text = _OUR_MARK.sub("(", text)
    for mark, plain in _MODEL_MARKS:
        text = text.replace(mark, plain)
    return _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))


def quoted(text: str) -> str:
    """Return `text` as one line in quotation marks, its own quotation marks and line ends escaped."""
    return json.dumps(unmarked(text).strip(), ensure_ascii=False)


def on_one_line(text: str) -> str:
    """Return `text` without line ends and marks, for a prompt that has no room for quotations."""
    return " ".join(unmarked(text).split())


def gives_orders(text: str) -> bool:
    """Return whether `text` reads like instructions to a model: a small one would follow them wherever they stand."""
    return _ORDERS.search(text) is not None
