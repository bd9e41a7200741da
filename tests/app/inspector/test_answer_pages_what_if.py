"""What is tried on the page, asked of the server; and what is set of it and taken back."""

import pytest
from PySide6.QtWidgets import QDoubleSpinBox

from alicia_desktop.api.answers import TriedRetrieval
from alicia_desktop.app.inspector.answer_pages import WhatIfController
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from tests.support.scripted_server import until
from tests.ui.reach import button, shown_texts
from tests.view.test_what_if import START, missed, one, told


class Api:
    """The server's call."""

    def __init__(self):
        self.error: WorldError | None = None
        self.asked = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    async def open(self):
        return self

    async def try_retrieval(self, answer_id, trial):
        self.asked.append((answer_id, dict(trial)))
        if self.error is not None:
            raise self.error
        return TriedRetrieval(**told([one("a", 0.4)], [missed("d", 0.3, "below_threshold")]))


class Kept:
    """The settings."""

    is_possible = True

    def __init__(self):
        self.settings = RetrievalSettings()
        self.changed: Signal[None] = Signal()

    def use(self, wanted):
        self.settings = wanted
        self.changed.emit(None)


@pytest.fixture
def api():
    return Api()


@pytest.fixture
def kept():
    return Kept()


@pytest.fixture
async def tab(qtbot, theme, api, kept):
    made = MemoryTab(theme=theme)
    qtbot.addWidget(made)
    made.show()
    async with Scope("test") as scope:
        controller = WhatIfController(tab=made, clock=SystemClock(), scope=scope, open_api=api.open, saver=kept)
        yield made
        controller.close()


async def opened(tab, api):
    tab.details.show_what_if(START)
    await until(lambda: tab.details.what_if is not None and tab.details.what_if.findChild(QDoubleSpinBox) is not None)
    return tab.details.what_if


async def test_the_page_is_filled_and_every_change_is_asked_for(tab, api):
    page = await opened(tab, api)
    assert api.asked == [("am_2", {"exclude": (), "include": ()})]
    for value in (0.3, 0.25, 0.2):
        page.findChild(QDoubleSpinBox, "value threshold").setValue(value)
    await until(lambda: api.asked[-1][1].get("threshold") == 0.2)
    assert len(api.asked) <= 3, "changes while one call is made are one more call"
    tab.details.show_what_if(START)
    assert tab.details.what_if is page


async def test_another_server_does_not_offer_it(tab, api):
    api.error = WorldError(sentence="This server cannot do that.", code="not_supported")
    tab.details.show_what_if(START)
    await until(lambda: "Not offered by this server." in shown_texts(tab.details.what_if))


async def test_offline_says_so_and_can_be_tried_again(tab, api):
    api.error = WorldError(sentence="You are offline.", code="unreachable")
    tab.details.show_what_if(START)
    await until(lambda: "You are offline." in shown_texts(tab.details.what_if))
    api.error = None
    button(tab.details.what_if, "Try again").click()
    await until(lambda: "You are offline." not in shown_texts(tab.details.what_if))


async def test_what_was_tried_is_set_and_taken_back(tab, api, kept):
    page = await opened(tab, api)
    page.findChild(QDoubleSpinBox, "value budget").setValue(1200)
    page.findChild(QDoubleSpinBox, "value words").setValue(0.6)
    asked = len(api.asked)
    button(page, "Use these").click()
    assert kept.settings == RetrievalSettings(budget=1200, weights={"words": 0.6})
    await until(lambda: len(api.asked) > asked)
    button(page, "Defaults").click()
    assert kept.settings == RetrievalSettings()
    assert page.changes == {}
