"""Two conversations with two models and two personas, from the command line: each prompt has its own and no other's."""

import re

import pytest

from tests.support.command import is_one_sentence, run
from tests.support.scripted_model import ModelBeside

pytestmark = pytest.mark.e2e


def talk(first, *arguments):
    done = run("talk", "--transport", "memory", *arguments, environment=first.environment)
    assert done.returncode == 0, done.stderr
    return done


def conversation(done):
    [found] = re.findall(r"conversation (\S+)", done.stderr)
    return found


def answers(model):
    """Return the requests for answers with their instructions; a model also reads memories, without a persona."""
    asked = [(one["messages"][0]["content"], one) for one in model.asked]
    return [one for one in asked if one[0].startswith("You are Alicia")]


def test_two_conversations_have_two_models_and_two_personas(tmp_path):
    pirate, poet = tmp_path / "pirate.txt", tmp_path / "poet.txt"
    pirate.write_text("You are a pirate called Bart.\n")
    poet.write_text("You are a poet called Ada.\n")
    with ModelBeside("Yes.") as first, ModelBeside("Arr.") as second:
        elsewhere = f"qwen3:4b@{second.environment['ALICIA_MODEL_URL']}"
        at_sea = talk(
            first, "--model", elsewhere, "--persona-file", pirate, "--temperature", "0.75", "--text", "Hello there."
        )
        talk(first, "--persona-file", poet, "--text", "Hello there.")
        again = talk(first, "--conversation", conversation(at_sea), "--temperature", "default", "--text", "And now?")
        assert (at_sea.stdout.strip(), again.stdout.strip()) == ("Arr.", "Arr.")
        asked = [answers(model) for model in (first, second)]
        told = [[("poet" in one, "pirate" in one) for one, _ in requests] for requests in asked]
        assert told == [[(True, False)], [(False, True), (False, True)]]
        assert [(one["model"], one["temperature"]) for _, one in asked[1]] == [("qwen3:4b", 0.75), ("qwen3:4b", 0.0)]
        assert "poet" not in str(second.asked)
        assert "pirate" not in str(first.asked)
    exported = run("export", conversation(at_sea), "--format", "json").stdout
    assert "You are a pirate called Bart." in exported
    assert "personaDigest" in exported


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--persona-file", "long.txt"), "8,000 characters"),
        (("--persona-file", "longer.txt"), "long.txt has 10,000,000 bytes"),
        (("--persona-file", "nowhere.txt"), "cannot be read"),
        (("--persona-file", "binary.txt"), "not UTF-8"),
        (("--temperature", "warm"), "from 0 to 2"),
        (("--temperature", "2.5"), "from 0 to 2"),
        (("--model", "nowhere.gguf"), "nowhere.gguf"),
    ],
)
def test_what_no_conversation_can_have_is_one_sentence(tmp_path, arguments, said):
    (tmp_path / "long.txt").write_text("x" * 8_001)
    (tmp_path / "longer.txt").write_text("x" * 10_000_000)
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe")
    name, value = arguments
    value = tmp_path / value if "." in value and not value[0].isdigit() else value
    done = run("talk", name, value, "--text", "Hello")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert said in done.stderr.replace(f"{tmp_path}/longer.txt", "long.txt")
