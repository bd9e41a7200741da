"""What the model of a local server read, seen in the whole window: from the answer's button, with today's beside it."""

from alicia_desktop.ui.widgets.buttons import IconButton
from tests.app.stage import on_stage
from tests.ui.reach import button, shown_texts


@on_stage
async def test_what_the_model_read_is_opened_from_the_answer_and_compared_with_today(stage) -> None:
    await stage.online()
    stage.model.say("Of course. I will.")
    await stage.ask("Could you help me to move house?")
    shown = [one for one in stage.window.findChildren(IconButton) if one.accessibleName() == "What the model read"]
    next(one for one in shown if one.isVisible()).click()
    page = (await stage.inspector()).turn_tab.prompt
    await stage.until(lambda: page.isVisible() and page.shows_texts)
    assert "Could you help me to move house?" in shown_texts(page)
    assert {"Instructions", "Question", "Model and settings"} <= set(shown_texts(page))
    button(page, "Compare with today").click()
    await stage.until(lambda: any("today" in one for one in shown_texts(page) if one.startswith("Compared")))
