"""Endpoints of language models that behave as their makers document it, over real HTTP, and the table of that.

    async with DocumentedEndpoint(read_facts()["ollama"]).up("thoughts") as endpoint:
        ...  # POST {endpoint.url}/chat/completions

`tests/data/endpoints` has the facts of each, case by case, with the pages that say so. The table of docs/models.md is
made of them: `python -m tests.support.documented_endpoint` writes it.
"""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from tests.support.http_handler import serving

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "data" / "endpoints"
PAGE: Final = ROOT / "docs" / "models.md"
BEGIN: Final = "<!-- what endpoints do -->\n"
END: Final = "<!-- end of what endpoints do -->"
ORDER: Final = ("openai", "openrouter", "ollama", "lm-studio", "llama.cpp", "vllm")
DONE: Final = "[DONE]"
MOST_MESSAGES: Final = 6
"""What the endpoint of the case `too_long` can read at once."""
CASES: Final = {
    "answer": ("An answer", "is shown as it comes; its tokens are counted"),
    "thoughts": ("Thoughts", "are reasoning steps, never part of the answer, never spoken"),
    "tools": ("Two tools at once", "are put together from their pieces and both run"),
    "image": ("An image", "is a part of the question (`image_url`); refused once, it is named instead, and said"),
    "cut": ("The answer is too long", "is marked as cut, and *Continue* goes on"),
    "refused": ("What is refused", "is asked for in another way at once, and remembered"),
    "too_long": ("The conversation is too long", "is shortened, asked again, and said"),
    "busy": ("It is busy", "its words; after its pause it is asked once more"),
    "no_model": ("The model is not there", "is said, in its own words"),
    "breaks": ("It fails in the middle", "what came stays; its own words are told"),
}
"""What happens, and what Alicia does then."""


def read_facts() -> dict[str, dict[str, Any]]:
    """Return what is known of each endpoint, by the name of its file."""
    return {name: json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in ORDER}


def having(case: str) -> list[str]:
    """Return the endpoints of which a case is known to happen."""
    return [name for name, facts in read_facts().items() if not facts["cases"][case].get("absent")]


class DocumentedEndpoint:
    """An endpoint in one case; it refuses what it is documented to refuse, and answers everything else."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.requests: list[dict[str, Any]] = []
        """The bodies that it was asked with."""
        self.url = ""
        self._cases: Mapping[str, Any] = facts["cases"]
        self._case = "answer"

    @asynccontextmanager
    async def up(self, case: str) -> AsyncIterator["DocumentedEndpoint"]:
        """Answer while it is entered."""
        self._case = case
        async with serving(self._answer) as url:
            self.url = f"{url}/v1"
            yield self

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/v1/chat/completions":
            return web.json_response({"error": "not found"}, status=404)
        body = await request.json()
        self.requests.append(body)
        about = self._cases[self._case]
        if (refusal := self._refusal(body)) is not None:
            headers = {"Retry-After": "0"} | about.get("headers", {})
            return web.json_response(refusal["body"], status=refusal["status"], headers=headers)
        streamed = about if "stream" in about else self._cases["answer"]
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for event in streamed["stream"]:
            await response.write(_line(event))
        if "tail" in streamed:
            await response.write(json.dumps(streamed["tail"]).encode() + b"\n")
        return response

    def _refusal(self, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        about: dict[str, Any] = self._cases[self._case]
        if "refusals" in about:
            contents = [message["content"] for message in body["messages"]]
            parts = [part["type"] for content in contents if isinstance(content, list) for part in content]
            has = {*body, *(message["role"] for message in body["messages"]), *parts}
            return next((one for one in about["refusals"] if one["lacks"] in has), None)
        is_refused = {
            "too_long": len(body["messages"]) > MOST_MESSAGES,
            "busy": len(self.requests) == 1,
            "no_model": True,
        }
        return about if is_refused.get(self._case) else None


def _line(event: Any) -> bytes:
    if isinstance(event, str) and event != DONE:
        return f"{event}\n\n".encode()  # a comment
    return b"data: " + (event if isinstance(event, str) else json.dumps(event)).encode() + b"\n\n"


def table() -> str:
    """Return the table of docs/models.md, between its marks."""
    facts = read_facts()
    names = [one["name"] for one in facts.values()]
    rows = [("What happens", "Alicia", *names), ("---",) * (len(names) + 2)]
    for case, said in CASES.items():
        rows.append((*said, *(_cell(one["cases"][case]) for one in facts.values())))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(about: Mapping[str, Any]) -> str:
    """Return how it happens at one endpoint, with the pages that say so."""
    refusal = next(iter(about.get("refusals", ())), about)
    how = "no" if about.get("absent") else str(refusal.get("status", ""))
    said = ": ".join(part for part in (how, about.get("note", "")) if part) or "yes"
    sources = ", ".join(f"[{number}]({page})" for number, page in enumerate(about["pages"], start=1))
    return f"{said} ({sources})"


def write() -> None:
    """Write the table into its page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    write()
