"""Questions that wait while an answer is written: by keys, with a server."""

import asyncio

from tests.app.stage import on_stage
from tests.support.scripted_model import Script


@on_stage
async def test_answers_stand_under_their_questions_while_they_grow_and_after_a_restart(stage) -> None:
    await stage.online()
    hold = asyncio.Event()
    stage.model.say(Script(pieces=("On Friday. ", "At six, ", "I think."), hold=hold), "At the school.")
    await stage.write("When is the recital?")
    await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text)
    await stage.write("And where is it?")
    await stage.until(lambda: len(stage.rows) == 3)
    assert stage.texts()[::2] == ["When is the recital?", "And where is it?"]
    hold.set()
    wanted = ["When is the recital?", "On Friday. At six, I think.", "And where is it?", "At the school."]
    await stage.until(lambda: stage.texts() == wanted and not stage.rows[3].streaming)
    conversation = stage.presenter.conversation
    await conversation.show("")
    await conversation.show(stage.window.sidebar.current)
    assert stage.texts() == wanted
