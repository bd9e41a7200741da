"""A local server whose process may open few files: `python -m tests.support.small_server FOLDER FILES`."""

import asyncio
import resource
import sys
from pathlib import Path

import aiohttp

from alicia_desktop.base.logs import configure_logs
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions
from tests.memory.encoder import WordEncoder
from tests.server.conftest import Expecting, Humming


async def main(folder: Path) -> None:
    """Serve until standard input ends; the address goes to standard output."""
    async with aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(
            http=http, base_url="http://127.0.0.1:1", key="", model="none", reads_memories=False
        )
        engines = Engines(model=model, voice=Humming(), recogniser=Expecting())
        options = ServerOptions(data_dir=folder, token="open sesame")
        async with LocalServer(options, engines=engines, encoder=WordEncoder) as server:
            sys.stdout.write(f"{server.address}\n")
            sys.stdout.flush()
            await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    configure_logs(folder=Path(sys.argv[1]) / "logs", process="server")
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]), int(sys.argv[2])))
    asyncio.run(main(Path(sys.argv[1])))
