"""Run the server in a process of its own: `python -m alicia_desktop.server.main --data-dir … [--host …] [--port …]`.

It prints one JSON line when it is up (`{"address": …}`) or why it is not (`{"failed": …, "code": …}`, exit 1), then one
for all that the person has to know (`{"notice": …}`). It ends by a signal or, with `--child`, when whoever started it
closes its standard input or dies. The token stands in `server.json`, never in the output. Settings come from
`ALICIA_…` variables; with `--settings-on-stdin` also from one JSON line of such variables, because others can read the
environment of a process.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from alicia_desktop.base.child_process import die_with_parent, watch_parent
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import configure_logs
from alicia_desktop.paths import Paths
from alicia_desktop.server.local_server import serve_until_signal
from alicia_desktop.server.options import (
    ServerOptions,
    context_tokens_from,
    embedding_from,
    livekit_from,
    model_from,
    network_port_from,
    patience_from,
    retrieval_from,
    speaking_from,
    speech_language_from,
    speech_model_from,
)
from alicia_desktop.server.server_child import SETTINGS_ON_STDIN


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the arguments and serve until asked to end; returns the exit code."""
    given = _parser().parse_args(arguments)
    if given.child:
        die_with_parent()
    configure_logs(folder=given.data_dir / "logs", process="server", also_on_terminal=not given.child)
    settings = {**os.environ, **(_read_settings() if given.settings_on_stdin else {})}
    try:
        asyncio.run(serve(_options(given, settings), child=given.child))
    except WorldError as error:
        _print_json({"failed": error.sentence, "code": error.code})
        return 1
    return 0


def _read_settings() -> dict[str, str]:
    return decode_json(sys.stdin.buffer.readline() or b"{}", dict[str, str])


def _options(given: argparse.Namespace, settings: Mapping[str, str]) -> ServerOptions:
    return ServerOptions(
        data_dir=given.data_dir,
        host=given.host,
        port=given.port,
        network_port=network_port_from(settings),
        model=model_from(settings),
        model_file=given.model_file,
        livekit=livekit_from(settings),
        context_tokens=context_tokens_from(settings),
        retrieval=retrieval_from(settings),
        patience=patience_from(settings),
        speaking=speaking_from(settings),
        speech_model=speech_model_from(settings, models=Paths(folder=given.data_dir).models),
        speech_language=speech_language_from(settings),
        embedding=embedding_from(settings),
    )


async def serve(options: ServerOptions, *, child: bool) -> None:
    """Run a server until a signal comes, or, as a `child`, the parent is gone."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def on_parent_gone() -> None:
        loop.call_soon_threadsafe(end.set)

    if child:
        watch_parent(on_parent_gone)
    await serve_until_signal(
        options,
        ready=lambda address: _print_json({"address": address}),
        notice=lambda sentence: _print_json({"notice": sentence}),
        end=end,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="alicia_desktop.server.main", description="The local Alicia server.")
    parser.add_argument("--data-dir", type=Path, required=True, help="where server.db and server.json are")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--model-file", type=Path, help="another GGUF file for the built-in language model")
    parser.add_argument("--child", action="store_true", help="end with whoever started this")
    parser.add_argument(SETTINGS_ON_STDIN, action="store_true", help="read one JSON line of ALICIA_ settings first")
    return parser


def _print_json(message: dict[str, str]) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201 - standard output is the way to whoever started this


if __name__ == "__main__":
    sys.exit(main())
