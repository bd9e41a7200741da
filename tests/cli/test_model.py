"""`model`: models are listed, tested and chosen; a key comes from standard input and goes into the keyring alone."""

from dataclasses import replace

import keyring
import pytest
from typer import Exit
from typer.testing import CliRunner

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli.commands import app
from alicia_desktop.cli.model import _may_read_memories
from alicia_desktop.cli.model_lookup import read_key
from alicia_desktop.server.endpoints.endpoint_address import known
from alicia_desktop.server.engines.model_server import bundled_model
from tests.support.command import objects
from tests.support.keyrings import Ring
from tests.support.model_endpoint import COUNTING, OLLAMA_CALLS, TOOL_CALL, ModelEndpoint

KEY = "sk-test-7"


@pytest.fixture
def ring():
    keyring.set_keyring(ring := Ring())
    return ring


@pytest.fixture
def ollama(monkeypatch):
    """An Ollama on this computer."""
    with ModelEndpoint(
        calls=OLLAMA_CALLS, rows=[{"id": "qwen3:4b", "owned_by": "library"}, {"id": "b"}]
    ).beside() as it:
        endpoint = known("ollama")
        assert endpoint is not None
        here = replace(endpoint, base_url=f"{it.url}/v1")
        monkeypatch.setattr("alicia_desktop.server.endpoints.endpoint_address.LOCAL", (here,))
        yield it


@pytest.fixture
def paid():
    """An endpoint that needs a key."""
    with ModelEndpoint(key=KEY, rows=[{"id": "large"}], scripts=(TOOL_CALL, COUNTING) * 2).beside() as it:
        yield it


def call(*arguments, given=""):
    done = CliRunner().invoke(app, ["model", *arguments], input=given)
    if isinstance(done.exception, WorldError):
        return done.exception.sentence
    assert done.exit_code == 0, done.output
    return done.stdout


def test_models_of_this_computer_are_listed_and_the_one_in_use_has_a_star(ollama):
    assert call("list").splitlines() == [
        "* built-in    SmolLM2-135M-Instruct",
        f"  Ollama      {'qwen3:4b':40} {ollama.url}/v1",
        f"  Ollama      {'b':40} {ollama.url}/v1",
    ]
    assert call("use", "qwen3:4b") == f"Alicia answers with qwen3:4b (Ollama, {ollama.url}/v1) when she starts.\n"
    listed = objects(call("list", "--json"))
    assert [(one["endpoint"], one["model"], one["in_use"]) for one in listed] == [
        ("built-in", "SmolLM2-135M-Instruct", False),
        ("Ollama", "qwen3:4b", True),
        ("Ollama", "b", False),
    ]


@pytest.mark.slow
def test_a_test_says_how_fast_it_is_and_what_it_can(ollama):
    lines = call("test", "qwen3:4b").splitlines()
    assert lines[0] == f"qwen3:4b (Ollama, {ollama.url}/v1)"
    assert [line.split("  ")[1].strip() for line in lines[1:]] == [
        *("first token", "speed", "tools", "thinks first", "context")
    ]
    assert lines[3].split() == ["tools", "yes"]
    assert lines[5].endswith("4,096 tokens")
    [told] = objects(call("test", "qwen3:4b", "--json"))
    assert (told["endpoint"], told["model"], told["context_tokens"]) == ("Ollama", "qwen3:4b", 4096)


def test_a_key_comes_from_standard_input_and_is_only_in_the_keyring(home, ring, paid):
    where = ("--endpoint", paid.url, "--ask-key")
    assert f"large (127.0.0.1:{paid.url.rsplit(':', 1)[1]}" in call("use", *where, given=f"  {KEY} \r\n")
    assert KEY in ring.kept.values()
    files = [path for path in (home / "alicia").rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert "large" in call("test")  # with the key that was kept
    assert {given for _, given in paid.asked} == {f"Bearer {KEY}"}


def test_the_key_of_one_endpoint_goes_to_no_other(ring, paid, ollama):
    call("use", "--endpoint", paid.url, "--ask-key", given=KEY)
    call("test", "qwen3:4b")
    call("use", "qwen3:4b")
    assert {given for _, given in ollama.asked} == {""}
    assert KEY not in ring.kept.values()
    assert "needs a key" in call("list", "--endpoint", paid.url)


def test_a_key_of_the_environment_is_sent_where_its_address_is(monkeypatch, paid, ollama):
    monkeypatch.setenv("ALICIA_MODEL_KEY", KEY)
    assert "large" in call("list", "--endpoint", paid.url)
    monkeypatch.setenv("ALICIA_MODEL_URL", f"{ollama.url}/v1")
    assert "needs a key" in call("list", "--endpoint", paid.url)


def test_without_a_keyring_a_file_is_used_only_if_that_was_agreed_to(home, paid):
    where = ("--endpoint", paid.url, "--ask-key")
    assert call("use", *where, given=KEY).endswith("a file that only you can read. For such a file, add --key-in-file.")
    assert not (home / "alicia" / "credentials.json").exists()
    assert "large" in call("use", *where, "--key-in-file", given=KEY)
    assert (home / "alicia" / "credentials.json").stat().st_mode & 0o077 == 0


def test_back_from_a_key_in_a_file_needs_no_keyring(home, paid):
    call("use", "--endpoint", paid.url, "--ask-key", "--key-in-file", given=KEY)
    assert "built-in model" in call("use", "built-in")
    assert KEY not in (home / "alicia" / "credentials.json").read_text()


def test_a_key_is_not_chosen_for_where_everybody_could_read_it(home, ring, monkeypatch, ollama):
    monkeypatch.setattr("alicia_desktop.base.unencrypted_hosts._is_this_computer", lambda host: False)
    where = ("--endpoint", f"{ollama.url}/v1", "--ask-key")
    assert "would go to 127.0.0.1 unencrypted" in call("use", "b", *where, given=KEY)
    assert not ring.kept
    assert not (home / "alicia" / "settings.toml").exists()
    assert "b (" in call("use", "b", *where, "--allow-unencrypted", given=KEY)
    assert {given for _, given in ollama.asked} == {"", f"Bearer {KEY}"}


def test_no_key_is_told(monkeypatch, paid, capsys):
    done = CliRunner().invoke(app, ["model", "list", "--endpoint", paid.url, "--ask-key"], input="\n")
    assert (done.exit_code, done.stderr) == (1, "alicia-desktop: No key was given.\n")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(Exit):
        read_key()
    assert "no standard input" in capsys.readouterr().err
    assert paid.asked == []


def test_the_built_in_model_takes_no_endpoint_and_no_key():
    done = CliRunner().invoke(app, ["model", "use", "built-in", "--endpoint", "openai"])
    assert done.exit_code == 1
    assert "has no endpoint and no key" in done.stderr


def test_a_name_that_is_no_endpoints_is_told_with_those_that_are(monkeypatch):
    async def find(_access, address, *, key):
        raise WorldError(sentence=f"Nobody is at {address}.")

    monkeypatch.setattr("alicia_desktop.server.endpoints.model_access.ModelAccess.find", find)
    names = "Names of endpoints are ollama, lmstudio, llamacpp, vllm, openai, openrouter."
    assert call("list", "--endpoint", "olama") == f"Nobody is at olama. {names}"
    assert call("list", "--endpoint", "olama.lan") == "Nobody is at olama.lan."


def test_an_endpoint_without_a_list_needs_a_name():
    with ModelEndpoint(has_list=False).beside() as it:
        assert call("use", "--endpoint", it.url) == f"Name a model: {it.url}/v1 does not list its models."


def test_a_variable_that_goes_before_the_given_key_is_told(monkeypatch, ring, paid):
    monkeypatch.setenv("ALICIA_MODEL_KEY", "another")
    done = CliRunner().invoke(app, ["model", "use", "large", "--endpoint", paid.url, "--ask-key"], input=KEY)
    assert "ALICIA_MODEL_KEY is set and goes before this choice. Unset it." in done.stderr


@pytest.mark.parametrize("key", ["a b", "clé", "a\x00b"])
def test_what_is_no_key_is_sent_nowhere(paid, key):
    assert "This is no key" in call("list", "--endpoint", paid.url, "--ask-key", given=key)
    assert paid.asked == []


def test_back_to_the_built_in_model(home, ring, ollama):
    call("use", "qwen3:4b")
    assert "model_url" in (home / "alicia" / "settings.toml").read_text()
    assert call("use", "built-in") == "Alicia answers with the built-in model when she starts.\n"
    assert ollama.url not in (home / "alicia" / "settings.toml").read_text()


def test_what_is_not_there_is_told_with_what_is(ollama):
    assert call("use", "gpt") == "There is no model gpt. There are qwen3:4b (Ollama), b (Ollama)."
    assert call("use", "gpt", "--endpoint", ollama.url) == "There is no model gpt. There are qwen3:4b, b."
    assert call("use", "--endpoint", ollama.url) == "Name a model. There are qwen3:4b, b."
    assert call("use", "m", "--endpoint", "http://127.0.0.1:9").startswith("No language model answers there. Tried: ")


def test_leave_to_send_keys_unencrypted_is_for_one_command(home, ollama):
    call("use", "qwen3:4b", "--allow-unencrypted")
    assert "unencrypted" not in (home / "alicia" / "settings.toml").read_text()


@pytest.mark.e2e
def test_a_gguf_file_is_tested_used_and_listed():
    path = bundled_model()
    lines = call("test", str(path)).splitlines()
    assert lines[0] == f"{path.stem} ({path})"
    assert lines[1] == "  architecture  llama, 135 million parameters"
    assert [line.split()[0] for line in lines[2:]] == [
        *("memory", "threads", "template", "first", "speed", "tools", "thinks", "context")
    ]
    assert call("use", str(path)) == f"Alicia answers with {path} when she starts.\n"
    listed = [one for one in objects(call("list", "--json")) if one["endpoint"] in {"built-in", "file"}]
    assert [(one["endpoint"], one["model"], one["in_use"]) for one in listed] == [
        ("built-in", "SmolLM2-135M-Instruct", False),
        ("file", path.stem, True),
    ]
    assert call("use", "built-in") == "Alicia answers with the built-in model when she starts.\n"


def test_a_file_that_is_no_model_is_a_sentence(tmp_path):
    path = tmp_path / "Note.GGUF"
    path.write_text("not a model")
    assert call("use", str(path)) == "Note.GGUF is not a GGUF file. Choose a model in the format GGUF."
    assert call("test", str(tmp_path / "none.gguf")) == f"There is no file {tmp_path / 'none.gguf'}."


def test_a_model_elsewhere_reads_memories_only_if_that_is_agreed_to(home, paid):
    settings = home / "alicia" / "settings.toml"
    chosen = ("use", "large", "--endpoint", paid.url, "--ask-key", "--key-in-file")
    call(*chosen, given=KEY)
    assert "model_memories" not in settings.read_text()
    call(*chosen, "--read-memories", given=KEY)
    assert f'model_memories = "{paid.url}/v1"' in settings.read_text()
    call("use", "built-in")
    assert paid.url not in settings.read_text()


@pytest.mark.parametrize(
    ("url", "asks", "says", "may"),
    [
        ("https://models.home/v1", True, True, True),
        ("https://models.home/v1", True, False, False),
        ("https://models.home/v1", False, True, False),
        ("http://127.0.0.1:11434/v1", True, True, False),
    ],
    ids=["yes", "no", "a script", "this computer"],
)
def test_the_person_is_asked_whether_a_model_elsewhere_may_read_memories(monkeypatch, url, asks, says, may):
    monkeypatch.setattr("sys.stdin", StandardInput(tty=asks))
    monkeypatch.setattr("typer.confirm", lambda question: says and "models.home" in question)
    assert _may_read_memories(url, "large") is may


class StandardInput:
    def __init__(self, *, tty):
        self.isatty = lambda: tty
