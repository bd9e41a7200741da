"""A link opens the profile that has its conversation, else the one whose window is open."""

from datetime import UTC, datetime

import pytest

from alicia_desktop.app.link_profile import paths_for_link
from alicia_desktop.app.single_instance import SingleInstance
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import create_profile
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database


@pytest.fixture
async def paths(folder):
    """The default profile, with Work and Anna beside it; each of the former has a conversation of its own."""
    default = Paths(folder=folder)
    for name in ("Anna", "Work"):
        create_profile(folder, name)
    for one, conversation_id in ((default, "ac_home"), (default.of_profile("Work"), "ac_work")):
        database = await Database.open(one.client_database, clock=SystemClock())
        await database.write(conversations.create, at=datetime.now(UTC), conversation_id=conversation_id)
        await database.close()
    return default


async def test_a_conversation_opens_in_the_profile_that_has_it(paths):
    for conversation_id, profile in (("ac_home", ""), ("ac_work", "Work"), ("ac_nowhere", "")):
        assert paths_for_link(f"alicia:conversation/{conversation_id}", paths).profile == profile


async def test_a_new_question_goes_to_the_window_that_is_open(qapp, paths):
    assert paths_for_link("alicia:new?question=Hello", paths) == paths
    work = paths.of_profile("Work")
    opened = SingleInstance(folder=work.folder, on_raise=lambda: None, on_open=lambda _: None)
    assert paths_for_link("alicia:new?question=Hello", paths).profile == "Work"
    opened.close()


@pytest.mark.parametrize("target", ["alicia:conversation/../../etc", "https://elsewhere", "notes.json", "x" * 20_000])
async def test_what_is_no_link_stays_with_the_profile_that_was_started(paths, target):
    assert paths_for_link(target, paths) == paths
