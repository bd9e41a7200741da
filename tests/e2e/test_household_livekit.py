"""A household over LiveKit: a server with its LiveKit server, two computers of one person, and one of another's.

Each place is a network namespace of its own. What the two computers say and write, also while a cable is out, meets.
"""

import pytest

from tests.support.command import objects
from tests.support.driven_window import is_answered, is_connected
from tests.support.household import ask
from tests.support.processes import wait_until
from tests.support.talking import answers

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


def test_what_two_computers_of_one_person_say_meets_also_after_a_cable_was_out(household):
    household.pair(household.home, "anna", "desk")
    household.pair(household.away, "anna", "lap")
    household.pair(household.away, "bert", "berts")
    with household.window(household.home, "desk") as desk, household.window(household.away, "lap") as lap:
        desk.online()
        ask(desk, "My sister Clara lives in Lisbon.", 1)
        lap.online()
        assert "Lisbon" in ask(lap, "Where does my sister live?", 1)

        household.away.plug(connected=False)
        lap.until(lambda seen: not is_connected(seen), what="the loss of the network")
        lap.write("My brother Otto lives in Graz.")
        ask(desk, "My cat is called Momo.", 2)
        household.away.plug(connected=True)
        lap.until(lambda seen: is_answered(seen, 2) and is_connected(seen), what="what was written offline")
        assert "Momo" in ask(lap, "What is my cat called?", 3)
        assert "Graz" in ask(desk, "Where does my brother live?", 3)

        said = {window.look()["conversation"] for window in (desk, lap)}
        places = ((household.home, "desk"), (household.away, "lap"))
        wait_until(
            lambda: all(said <= household.conversations(place, device) for place, device in places),
            what="both conversations on both computers",
        )
        bert = household.run(
            household.away,
            *("talk", "--json", "--transport", "livekit", "--allow-unencrypted"),
            *("--text", "Where does my sister live?"),
            data="berts",
        )
        assert "Lisbon" not in answers(objects(bert))[0]
        assert all("hearing a participant" in household.logs(device) for device in ("desk", "lap")), "not over LiveKit"
