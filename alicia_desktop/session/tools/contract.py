"""What tools need of the desktop and of the user, and the error of one that has no result."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, Protocol

Permission = Literal["once", "conversation", "always", "denied", "never"]
"""What a user says: yes for this time, this conversation, this tool on this server; no for this time, or for good."""
DIGEST_SIGN: Final = "#"
"""In the name of a grant, before what the tool of an MCP server was when the grant was given."""
ErrorCode = Literal["unknown_tool", "invalid_parameters", "execution_error", "timeout", "permission_denied"]


class ToolRefusalError(Exception):
    """Raised when a tool has no result (docs/protocol.md#tools)."""

    def __init__(self, code: ErrorCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.sentence = sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class PermissionRequest:
    """A tool that the server wants to use, exactly as it would be run."""

    id: str
    """Of the request."""
    tool: str
    arguments: Mapping[str, Any]
    server: str
    """Who asks; empty is the server on this computer."""
    again: bool = False
    """Whether the user runs an earlier use again, so that no server gets the result."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRerun:
    """What came of running a tool use once more: a result, or the sentence why there is none."""

    tool_use_id: str
    at: datetime
    took_ms: float = 0.0
    """Without the time in which the user was asked."""
    result: Any = None
    error: str = ""


Ask = Callable[[PermissionRequest], Awaitable[Permission]]
"""Ask the user; cancelled when the request is over before they answered."""


class Desktop(Protocol):
    """Does what only the window can do, on the loop's thread and at once."""

    def read_clipboard(self) -> str:
        """Return the clipboard's text; empty where it holds none."""
        ...

    def write_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        ...

    def open_address(self, url: str) -> bool:
        """Open an address in the browser; return false where there is none."""
        ...

    def notify(self, title: str, text: str) -> None:
        """Show a notification."""
        ...
