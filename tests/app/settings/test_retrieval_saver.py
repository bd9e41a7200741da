"""What memories are retrieved by: set for the next answer, undone, and what a server does that does not take it."""

import aiohttp

from alicia_desktop.base.errors import WorldError
from alicia_desktop.config import load_settings
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.server.options import retrieval_of
from tests.app.stage import on_stage
from tests.ui.reach import button, shown_texts


def kept(stage):
    return retrieval_of(load_settings(stage.client.paths.settings, {}).local)


async def in_use(stage):
    place = await stage.server.place()
    url, headers = f"{place.address}/api/v1/retrieval", {"Authorization": f"Bearer {place.token}"}
    async with aiohttp.ClientSession(headers=headers) as http, http.get(url) as answer:
        return await answer.json()


@on_stage
async def test_the_next_answer_is_recalled_by_what_was_set_and_undo_takes_it_back(stage) -> None:
    await stage.online()
    wanted = RetrievalSettings(threshold=0.9, budget=700, weights={"words": 0.1})
    saver = stage.presenter.settings.retrieval
    saver.use(wanted)
    said = "Saved for answers from now on: threshold 0.90, budget 700 tokens, weight of words 0.10"
    await stage.until(lambda: said in shown_texts(stage.toast))
    assert kept(stage) == wanted
    assert await in_use(stage) == {"threshold": 0.9, "budget": 700, "weights": {"words": 0.1}}
    button(stage.toast, "Undo").click()
    await stage.until(lambda: "Saved for answers from now on: the defaults" in shown_texts(stage.toast))
    assert kept(stage) == RetrievalSettings()
    assert await in_use(stage) == {"threshold": 0.34, "budget": 2_400, "weights": {}}


@on_stage
async def test_a_server_that_does_not_take_it_has_it_from_its_next_start(stage) -> None:

    async def refuse() -> None:
        raise WorldError(sentence="This server cannot do that.", code="not_supported")

    stage.client.engines.use_retrieval = refuse
    stage.presenter.settings.retrieval.use(RetrievalSettings(budget=300))
    said = "Saved for answers from the next start: budget 300 tokens"
    await stage.until(lambda: said in shown_texts(stage.toast))
    assert button(stage.toast, "Restart").isVisible()
    assert kept(stage) == RetrievalSettings(budget=300)
