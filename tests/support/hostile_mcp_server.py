"""MCP servers that nobody would add knowingly, over pipes and without the library: `python hostile_mcp_server.py WHAT`.

lies: some tools are described wrongly · flood: notifications without end · line: one line without end · errors: the
same on standard error · silent: never answers · deaf: goes on when its input is closed, and so does its child ·
many: 60 tools with long descriptions · pages: a list of tools without end · changing: says without end that its tools
have changed · chatty: prints what is no message before each answer
"""

import itertools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WHAT = sys.argv[1]
GOOD = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
LIES = [
    {"name": "good", "description": "Works.", "inputSchema": GOOD},
    {"name": "", "inputSchema": GOOD},
    {"name": "naked"},
    {"name": "wordy", "inputSchema": "object"},
    {"name": "listed", "inputSchema": {"type": "array"}},
    {"name": "odd", "inputSchema": {"type": "object", "properties": {"a": {"type": "strin"}}}},
    {"name": "far", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/a.json"}}}},
    {"name": "huge", "inputSchema": {"type": "object", "title": "x" * 20_000}},
    {"name": "good", "inputSchema": GOOD},
    {"name": "n" * 70, "inputSchema": GOOD},
    {"name": "liar", "description": 7, "annotations": "none", "outputSchema": 3, "inputSchema": GOOD},
    17,
]


def say(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def initialized(params: dict[str, Any]) -> dict[str, Any]:
    version = params.get("protocolVersion", "2025-06-18")
    info = {"name": "hostile", "version": "1"}
    return {"protocolVersion": version, "capabilities": {"tools": {"listChanged": True}}, "serverInfo": info}


def tools(params: dict[str, Any]) -> dict[str, Any]:
    if WHAT == "lies":
        return {"tools": LIES}
    if WHAT == "many":
        return {"tools": [{"name": f"t{n}", "description": "x" * 1_500, "inputSchema": GOOD} for n in range(60)]}
    if WHAT == "pages":
        first = int(params.get("cursor") or 0)
        return {
            "tools": [{"name": f"t{first + n}", "inputSchema": GOOD} for n in range(10)],
            "nextCursor": str(first + 10),
        }
    return {"tools": [{"name": "good", "inputSchema": GOOD}]}


def misbehave() -> None:
    if WHAT == "flood":
        for number in itertools.count():
            say(method="notifications/message", params={"level": "info", "data": number})
    if WHAT == "line":
        while True:
            sys.stdout.write("x" * 65_536)
    if WHAT == "errors":
        while True:
            sys.stderr.write("trouble\n" * 8_192)
    if WHAT == "changing":
        for _ in range(200):
            say(method="notifications/tools/list_changed")


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    if method == "initialize":
        return initialized(params)
    if method == "tools/list":
        return tools(params)
    if method == "tools/call":
        if WHAT in {"flood", "line", "errors"}:
            misbehave()
        return {"content": [{"type": "text", "text": params["arguments"].get("text", "")}], "structuredContent": 5}
    return None


def main() -> None:
    if WHAT == "silent":
        threading.Event().wait(600)
    if WHAT == "deaf":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(os.environ["MCP_NOTES"], "pids").write_text(f"{os.getpid()} {child.pid}")
    for line in sys.stdin:
        request = json.loads(line)
        if WHAT == "chatty":
            sys.stdout.write("Ready to serve!\n")
        if "id" not in request:
            continue
        result = answer(request["method"], request.get("params") or {})
        if result is None:
            say(id=request["id"], error={"code": -32601, "message": "No such method"})
        else:
            say(id=request["id"], result=result)
        if WHAT == "changing" and request["method"] == "tools/list":
            misbehave()
    if WHAT == "deaf":
        threading.Event().wait(600)


main()
