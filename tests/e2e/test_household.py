"""A household's server with a certificate of its own: pairing by a code, and two computers of one person that meet."""

import pytest

from tests.support.certificates import make_certificate
from tests.support.command import COMMAND, is_one_sentence, objects, run
from tests.support.processes import ending, start, wait_until
from tests.support.serving import serving
from tests.support.talking import answers

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


@pytest.fixture
def served(tmp_path):
    """A server over HTTPS."""
    files = make_certificate(tmp_path)
    with serving("--tls-cert", str(files.certificate), "--tls-key", str(files.key)) as server:
        yield server


@pytest.fixture
def pair(served, tmp_path):
    """`pair("anna", "desk")` → the environment of a computer of hers; the code goes from one terminal to the other."""

    def make(name, device):
        log = tmp_path / f"{device}.log"
        environment = {"ALICIA_DATA_DIR": str(tmp_path / device)}
        with ending(start([*COMMAND, "serve", "pair", name], environment={}, log=log)) as showing:
            wait_until(lambda: "within 10 minutes" in log.read_text(), what="the code")
            code = log.read_text().split()[0]
            done = run("pair", served.address, "--name", device, "--token-in-file", given=code, environment=environment)
            assert done.returncode == 0, done.stderr
            assert done.stdout == f"Paired with {served.address} as {name}.\n"
            wait_until(lambda: showing.poll() is not None, what="the end of `serve pair`")
        assert f"{device} is paired, for {name}." in log.read_text()
        return environment

    return make


def say(environment, text):
    done = run("talk", "--json", "--text", text, environment=environment)
    assert done.returncode == 0, done.stderr
    return answers(objects(done.stdout))[0]


def test_two_computers_of_one_person_meet_and_another_person_is_somebody_else(pair):
    desk, lap, bert = pair("anna", "desk"), pair("anna", "lap"), pair("bert", "berts")
    say(desk, "My sister Clara lives in Lisbon.")
    assert "Lisbon" in say(lap, "Where does my sister live?")
    assert "Lisbon" not in say(bert, "Where does my sister live?")
    assert run("serve", "devices", "list").stdout.count("anna") == 2
    run("serve", "devices", "remove", "anna", "lap")
    done = run("talk", "--text", "And now?", environment=lap)
    assert done.returncode == 1
    assert "does not accept this user or token" in done.stderr
    assert say(desk, "Where does my sister live?")


def test_a_wrong_code_is_one_sentence_and_changes_nothing(served, tmp_path):
    environment = {"ALICIA_DATA_DIR": str(tmp_path / "desk")}
    for code, said in (("K7Q-M2X", "No computer can be paired"), ("K7Q", "six letters and digits")):
        done = run("pair", served.address, given=code, environment=environment)
        assert done.returncode == 1
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "desk" / "settings.toml").exists()


def test_without_a_keyring_it_is_told_how_the_token_can_be_kept(served, tmp_path):
    (code,) = run("serve", "pair", "anna", "--no-wait").stdout.split()
    done = run("pair", served.address, given=code, environment={"ALICIA_DATA_DIR": str(tmp_path)})
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
    assert "no keyring" in done.stderr
    assert "add --token-in-file and enter a new code" in done.stderr


def test_a_certificate_without_its_key_is_one_sentence(tmp_path):
    files = make_certificate(tmp_path)
    done = run("serve", "--tls-cert", files.certificate)
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
    done = run("serve", "--tls-cert", files.certificate, "--tls-key", tmp_path / "none.pem")
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
