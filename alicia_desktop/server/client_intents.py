"""What a plain reading of a wish asks of the person's own computer, where the model is too small to decide it.

As narrow as `intents`: a wish that none fits goes on as it is.
"""

import re
from typing import Final

from alicia_desktop.server.intents import ToolWish

_POLITE: Final = r"^\W*(?:please |can you |could you |alicia,? )*"
_END: Final = r"[\s.?!]*$"
_QUOTE: Final = "\"'“”"
_MINE: Final = r"(?:my|the|these) (?:files|folders|documents|notes)"
_RULES: Final = tuple(
    (name, re.compile(_POLITE + words + _END, re.IGNORECASE | re.DOTALL))
    for name, words in (
        (
            "clipboard_read",
            r"(?:what(?:['’]s| is)(?: there)? (?:on|in) my clipboard|what does my clipboard (?:say|hold|contain))",
        ),
        ("clipboard_read", r"(?:read|show|tell)(?: me)?(?: what(?:['’]s| is) (?:on|in))? my clipboard"),
        ("clipboard_write", r"(?:copy|put) (?P<text>.+) (?:to|on|onto|into|in) my clipboard"),
        ("open_address", r"(?:open|visit|go to) (?P<url>https?://\S+?)(?: in my browser)?"),
        ("search_files", rf"(?:search|look)(?: through| in)? {_MINE} for (?P<text>.+)"),
        ("search_files", rf"find (?P<text>.+) in {_MINE}"),
        ("list_folder", rf"(?:list|show)(?: me)? {_MINE}(?: in (?P<path>\S.*))?"),
        ("list_folder", r"what files are (?:there )?in (?P<path>\S.*)"),
        ("read_file", r"(?:read|show)(?: me)? (?:the |my )?file (?P<path>\S.*)"),
        ("system_information", r"what (?:kind of )?(?:computer|system|operating system) (?:is this|am i (?:on|using))"),
        ("notify", r"(?:show(?: me)?|send me) a notification (?:saying|that says|with) (?P<title>.+)"),
    )
)


def match(text: str) -> ToolWish | None:
    """Return the tool of the client that `text` asks for in so many words, or nothing."""
    for name, rule in _RULES:
        if (found := rule.match(text)) is not None:
            given = {key: value.strip().strip(_QUOTE) for key, value in found.groupdict().items() if value}
            return ToolWish(name=name, arguments=given)
    return None
