"""A real MCP server, by the library's own server: `python -m tests.support.mcp_server [--port N]`; else over pipes.

It writes what it is asked to cancel, and its process id, to the folder `MCP_NOTES`.
"""

import os
import sys
from pathlib import Path

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

NOTES = Path(os.environ["MCP_NOTES"])
server = MCPServer("notes")


@server.tool()
def add(first: int, second: int) -> int:
    """Add two numbers."""
    return first + second


@server.tool()
def shout(text: str) -> str:
    """Say it loudly."""
    return text.upper()


@server.tool()
def secret() -> str:
    """Tell the variable that was handed over."""
    return os.environ.get("NOTES_KEY", "")


@server.tool()
def variables() -> str:
    """Name all variables."""
    return " ".join(sorted(os.environ))


@server.tool()
def fail() -> str:
    """Fail."""
    raise ToolError("the shelf is empty")


@server.tool()
def long(count: int) -> str:
    """Say much."""
    return "x" * count


@server.tool()
def die() -> str:
    """End the program."""
    os._exit(3)


@server.tool()
async def wait() -> str:
    """Take a minute."""
    (NOTES / "waiting").touch()
    try:
        await anyio.sleep(60)
    except anyio.get_cancelled_exc_class():
        (NOTES / "cancelled").touch()
        raise
    return "done"


if __name__ == "__main__":
    (NOTES / "pid").write_text(str(os.getpid()))
    if "--port" in sys.argv:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[-1]))
    else:
        server.run("stdio")
