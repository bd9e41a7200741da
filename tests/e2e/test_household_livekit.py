"""A household over LiveKit: a server with its LiveKit server, two computers of one person, and one of another's.

Each place is a network namespace of its own. What the two computers say and write, also while a cable is out, meets.
"""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.bad_network import HOME, Link, reason_against, two_computers
from tests.support.certificates import make_certificate
from tests.support.command import COMMAND, objects, run
from tests.support.driven_window import PUPPET, SETTINGS, driven_window, is_answered, is_connected, last_answer
from tests.support.livekit_server import BINARY
from tests.support.processes import ending, start, wait_until
from tests.support.talking import answers

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
PORT = 8200
ADDRESS = f"https://{HOME}:{PORT}"
CONSENT = f'\n[privacy]\nunencrypted = ["{HOME}"]\n'
"""To LiveKit's signals, which no certificate of pairing is for."""


class Household:
    """The server's computer and another one, with the network between them."""

    def __init__(self, home, away, folder):
        self.home, self.away, self.folder = home, away, folder

    def run(self, place, *words, given="", data="server"):
        """Run a command to its end, and return what it printed."""
        environment = {"ALICIA_DATA_DIR": str(self.folder / data)}
        done = run(*words, given=given, environment=environment, inside=place.inside)
        assert done.returncode == 0, (words, done.stderr[-600:])
        return done.stdout

    def serve(self):
        """Start the server, with LiveKit."""
        files = make_certificate(self.folder)
        words = ["serve", "--host", HOME, "--port", str(PORT), "--livekit"]
        tls = ["--tls-cert", str(files.certificate), "--tls-key", str(files.key)]
        environment = {
            "ALICIA_DATA_DIR": str(self.folder / "server"),
            "PATH": f"{BINARY.parent}:{os.environ['PATH']}",
        }
        return start(
            [*self.home.inside, *COMMAND, *words, *tls], environment=environment, log=self.folder / "serve.log"
        )

    def pair(self, place, person, device):
        """Pair a computer by the code that the server's shows."""
        log = self.folder / f"pair-{device}.log"
        showing = start(
            [*self.home.inside, *COMMAND, "serve", "pair", person],
            environment={"ALICIA_DATA_DIR": str(self.folder / "server")},
            log=log,
        )
        with ending(showing):
            wait_until(lambda: "within 10 minutes" in log.read_text(), what="the code")
            code = log.read_text().split()[0]
            self.run(place, "pair", ADDRESS, "--name", device, "--token-in-file", given=code, data=device)
            wait_until(lambda: showing.poll() is not None, what="the end of `serve pair`")
        settings = self.folder / device / "settings.toml"
        settings.write_text(SETTINGS + settings.read_text() + CONSENT)

    def window(self, place, device):
        """Open the window on a computer."""
        return driven_window(
            environment={"ALICIA_DATA_DIR": str(self.folder / device)}, command=[*place.inside, *PUPPET]
        )

    def logs(self, device):
        """Return what a computer's program has logged."""
        return "".join(log.read_text(errors="replace") for log in (self.folder / device / "logs").iterdir())

    def conversations(self, place, device):
        """List the conversations of a computer."""
        return {one["id"] for one in objects(self.run(place, "conversations", "--json", data=device))}


@pytest.fixture
def household(tmp_path):
    if reason := reason_against():
        pytest.skip(reason)
    with two_computers(Link(jitter_ms=5)) as (home, away):
        yield Household(home, away, tmp_path)


def ask(window, text, questions):
    """Ask in a window and return the answer."""
    window.write(text)
    return last_answer(window.until(lambda seen: is_answered(seen, questions), what=f"an answer to {text}"))["text"]


def test_what_two_computers_of_one_person_say_meets_also_after_a_cable_was_out(household):
    with ExitStack() as stack:
        stack.enter_context(ending(household.serve()))
        log: Path = household.folder / "serve.log"
        wait_until(lambda: ADDRESS in log.read_text(), what="the server")
        household.pair(household.home, "anna", "desk")
        household.pair(household.away, "anna", "lap")
        household.pair(household.away, "bert", "berts")

        desk = stack.enter_context(household.window(household.home, "desk"))
        lap = stack.enter_context(household.window(household.away, "lap"))
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

        said = [window.look()["conversation"] for window in (desk, lap)]
        wait_until(
            lambda: all(
                set(said) <= household.conversations(place, device)
                for place, device in ((household.home, "desk"), (household.away, "lap"))
            ),
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
