"""The local server with a stopwatch at its language model: `python -m tests.bench.timed_server DATA FILE`.

For each answer of the model it adds one JSON line to the file: the wall clock at the request, and how many seconds it
took to its first whole sentence, cut by the server's own rule, or to where the server stopped it.
"""

import contextlib
import json
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path

from alicia_desktop.server import main as server
from alicia_desktop.server.answer_lines import SentenceSplitter
from alicia_desktop.server.engines.contract import ChatRequest, Piece, TextPiece
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel


def watch(path: Path) -> None:
    """Put the stopwatch where the server asks its model."""
    answer = OpenAICompatibleModel.answer

    async def timed(model: OpenAICompatibleModel, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        begun, splitter, told = time.monotonic(), SentenceSplitter(), False
        try:
            async with contextlib.aclosing(answer(model, request)) as pieces:
                async for piece in pieces:
                    if not told and isinstance(piece, TextPiece) and splitter.push(piece.text):
                        told = True
                        _tell(path, begun)
                    yield piece
        finally:  # also where nobody wants to hear more of it
            if not told:
                _tell(path, begun)

    OpenAICompatibleModel.answer = timed  # type: ignore[assignment,method-assign]  # the stopwatch


def _tell(path: Path, begun: float) -> None:
    seconds = time.monotonic() - begun
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps([time.time() - seconds, seconds]) + "\n")


if __name__ == "__main__":
    watch(Path(sys.argv[2]))
    sys.exit(server.main(["--data-dir", sys.argv[1], "--child"]))
