"""`serve users`: the same on a running server and in the database itself."""

import json
import urllib.error
import urllib.request
from contextlib import nullcontext

import pytest

from tests.support.command import is_one_sentence, run
from tests.support.patience import PATIENCE
from tests.support.serving import serving

pytestmark = pytest.mark.e2e


def status_of(served, token, user):
    """What the server answers to this token with this name."""
    headers = {"Authorization": f"Bearer {token}", "X-User-ID": user}
    request = urllib.request.Request(f"{served.address}/api/v1/conversations", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def listed():
    return [json.loads(line) for line in run("serve", "users", "list", "--json").stdout.splitlines()]


@pytest.mark.parametrize("running", [False, True])
def test_users_are_added_listed_removed_and_deleted(running):
    with serving() if running else nullcontext() as served:
        assert listed() == []
        added = run("serve", "users", "add", "anna")
        token = added.stdout.strip()
        assert (added.returncode, len(token) >= 43, "not shown again" in added.stderr) == (0, True, True)
        again = run("serve", "users", "add", "anna")
        assert (again.returncode, again.stdout, is_one_sentence(again.stderr)) == (1, "", True)
        assert [(one["name"], one["removed"]) for one in listed()] == [("anna", False)]
        if served is not None:
            assert status_of(served, token, "anna") == 200
            assert status_of(served, token, "ben") == 403
        assert run("serve", "users", "remove", "anna").returncode == 0
        assert [(one["name"], one["removed"]) for one in listed()] == [("anna", True)]
        if served is not None:
            assert status_of(served, token, "anna") == 401
        gone = run("serve", "users", "remove", "anna")
        assert (gone.returncode, is_one_sentence(gone.stderr)) == (1, True)
        assert run("serve", "users", "remove", "anna", "--delete", "--yes").returncode == 0
        assert listed() == []


def test_a_token_that_was_given_out_while_no_server_ran_opens_the_next_one():
    token = json.loads(run("serve", "users", "add", "anna", "--json").stdout)["token"]
    with serving() as served:
        assert status_of(served, token, "anna") == 200
        assert status_of(served, served.token, "user") == 200
        assert status_of(served, served.token, "anna") == 403


def test_deleting_asks_first():
    run("serve", "users", "add", "anna")
    refused = run("serve", "users", "remove", "anna", "--delete", given="n\n")
    assert refused.returncode != 0
    assert "cannot be undone" in refused.stderr
    assert len(listed()) == 1


def test_ones_own_name_on_this_computer_gets_no_token(home):
    (home / "alicia").mkdir(parents=True, exist_ok=True)
    (home / "alicia" / "settings.toml").write_text('[server]\nuser = "kim"\n')
    for name in ("kim", "user"):
        done = run("serve", "users", "add", name)
        assert (done.returncode, done.stdout, is_one_sentence(done.stderr)) == (1, "", True)
        assert name in done.stderr


def test_the_memories_of_a_user_are_not_the_command_lines(home, tmp_path):
    """Whoever sits at this computer is its owner, and no user: the same with and without a server."""
    file = tmp_path / "memories.jsonl"
    file.write_text('{"id": "m1", "content": "User plays chess."}\n')
    (home / "alicia").mkdir(parents=True, exist_ok=True)
    settings = home / "alicia" / "settings.toml"
    settings.write_text('[server]\nuser = "anna"\n')
    assert run("memory", "import", file, "--no-wait").returncode == 0
    settings.write_text("")
    assert run("serve", "users", "add", "anna").returncode == 0
    settings.write_text('[server]\nuser = "anna"\n')
    for place in (nullcontext(), serving()):
        with place:
            for command in (("list",), ("export", tmp_path / "out.jsonl")):
                done = run("memory", *command)
                assert (command[0], done.returncode, "chess" in done.stdout) == (command[0], 1, False)
                assert is_one_sentence(done.stderr)
