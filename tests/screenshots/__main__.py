"""`python -m tests.screenshots` writes docs/images/*.png: the real program, its real processes, its own model.

`make screenshots` runs it under Xvfb. It has a home, a sound card and a data folder of its own, which are gone at the
end.
"""

import asyncio
import gc
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import qasync
from PySide6.QtWidgets import QApplication

from alicia_desktop.config import LookSettings, ServerSettings, Settings, save_settings
from alicia_desktop.paths import find_paths
from alicia_desktop.server.engines.text_to_speech import Hibari
from alicia_desktop.ui.application import create_application
from tests.screenshots import attached, mcp_servers, memories, models, remembering, story, synced
from tests.screenshots.elsewhere import elsewhere
from tests.screenshots.speaker import Speaker
from tests.screenshots.stage import staged
from tests.support.isolation import FOLDERS
from tests.support.sound_card import sound_card

PICTURES: Final = Path(__file__).parents[2] / "docs" / "images"


def main() -> int:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-")))
        settle(home)
        card = stack.enter_context(sound_card(home / "card"))
        os.environ.update(card.environment)
        speaker = Speaker(card=card, voice=Hibari(model=None), folder=home)
        app = create_application()
        app.setCursorFlashTime(0)
        loop = stack.enter_context(qasync.QEventLoop(app))
        asyncio.set_event_loop(loop)
        loop.run_until_complete(at_home(app, speaker, home))
        loop.run_until_complete(away(app, home))
    gc.freeze()  # as in `app/root.join`
    return 0


def settle(home: Path, *, first_run_done: bool = False) -> None:
    """Move into a home of our own; nothing is read from or left in the person's."""
    for name in [name for name in os.environ if name.startswith("ALICIA_")]:
        del os.environ[name]
    for name, below in FOLDERS.items():
        (home / below).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[name] = str(home / below)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    save_settings(find_paths().settings, Settings(look=LookSettings(theme="light"), first_run_done=first_run_done))


async def at_home(app: QApplication, speaker: Speaker, home: Path) -> None:
    """On this computer, from the first run on."""
    async with staged(app, PICTURES) as stage:
        await story.first_run(stage)
        await story.told(stage)
        await story.asked(stage)
        await attached.attached(stage, home)
        await story.searched(stage)
        await story.spoken(stage, speaker)
        await story.inspected(stage)
        await story.small(stage)
        await remembering.remembered(stage, home)
        await memories.memories(stage, home)
        await story.permitted(stage, home)
        await story.settings(stage)
        await models.connected(stage, home)
        await models.downloaded(stage)
        await models.own_settings(stage)
        await mcp_servers.added(stage)


async def away(app: QApplication, home: Path) -> None:
    """With a server elsewhere that goes away."""
    with elsewhere(home / "elsewhere") as server:
        os.environ |= {"ALICIA_DATA_DIR": str(home / "away"), "ALICIA_TOKEN": server.token}
        find_paths().create()
        chosen = ServerSettings(place="remote", address=server.address)
        save_settings(
            find_paths().settings, Settings(server=chosen, look=LookSettings(theme="light"), first_run_done=True)
        )
        async with staged(app, PICTURES) as stage:
            await story.before_it_left(stage)
            await synced.synced(stage)
            server.leave()
            await story.offline(stage)


if __name__ == "__main__":
    sys.exit(main())
