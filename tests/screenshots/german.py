"""`python -m tests.screenshots.german` writes docs/images/german.png: the window in German, with a conversation.

She herself speaks English. What says something as it is imported is imported after the language is chosen, as in the
program.
"""

import asyncio
import gc
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import qasync

from alicia_desktop.ui.application import create_application


def main() -> int:
    """Take the picture."""
    app = create_application("de")
    app.setCursorFlashTime(0)
    from tests.screenshots import __main__ as pictures
    from tests.screenshots import story
    from tests.screenshots.stage import staged
    from tests.support.sound_card import sound_card

    async def take() -> None:
        async with staged(app, pictures.PICTURES) as stage:
            await story.told(stage, pictured=False)
            await stage.new_conversation("the question")
            await stage.ask("When is Emma's recital?")
            await stage.entitle("Emma’s recital")
            await stage.open_inspector()
            stage.inspector.show_tab("memory")
            await stage.picture("german")

    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-")))
        pictures.settle(home, first_run_done=True)
        os.environ.update(stack.enter_context(sound_card(home / "card")).environment)
        loop = stack.enter_context(qasync.QEventLoop(app))
        asyncio.set_event_loop(loop)
        loop.run_until_complete(take())
    gc.freeze()  # as in `app/root.join`
    return 0


if __name__ == "__main__":
    sys.exit(main())
