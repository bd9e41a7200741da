"""`model use` while a server runs: it takes the model at once."""

import json
import urllib.request

import pytest

from tests.support.command import run
from tests.support.model_endpoint import ModelEndpoint
from tests.support.patience import PATIENCE
from tests.support.serving import serving

pytestmark = pytest.mark.e2e


def model_of(served):
    headers = {"Authorization": f"Bearer {served.token}"}
    request = urllib.request.Request(f"{served.address}/api/v1/model", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())["name"]


def test_a_running_server_takes_the_chosen_model_at_once():
    with ModelEndpoint().beside() as endpoint, serving() as served:
        assert model_of(served) == "SmolLM2-135M-Instruct"
        done = run("model", "use", "qwen3:4b", "--endpoint", endpoint.url)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith(" from now on.\n")
        assert model_of(served) == "qwen3:4b"
        said = run("talk", "--text", "Tell me about colours.")
        assert "a rose" in said.stdout or endpoint.questions
        assert run("model", "use", "built-in").returncode == 0
        assert model_of(served) == "SmolLM2-135M-Instruct"
