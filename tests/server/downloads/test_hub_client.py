"""What a hub tells of a repository, and what is said where it tells none or nonsense."""

import json

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.downloads.hub_client import HubClient
from tests.support.model_hub import PAGE, ModelHub, model_bytes


@pytest.mark.slow
async def test_the_models_of_a_repository_come_with_sizes_checksums_and_licence(hub, downloader):
    hub.files = {"b.gguf": model_bytes(40), "a-00001-of-00002.gguf": b"GGUF", "a-00002-of-00002.gguf": b"GGUF"}
    split, single = await downloader.models(hub)
    assert [file.name for file in split.files] == ["a-00001-of-00002.gguf", "a-00002-of-00002.gguf"]
    assert (single.name, single.size, single.licence) == ("b.gguf", 40, "apache-2.0")
    assert len(single.files[0].sha256) == 64
    assert hub.asked[0][:2] == ("GET", "/api/models/someone/Small-GGUF")


async def test_no_token_of_the_computer_is_sent(hub, downloader, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    await downloader.download(hub)
    assert hub.tokens == []


def test_an_address_that_is_none_is_told():
    with pytest.raises(WorldError, match="HF_ENDPOINT holds no address"):
        HubClient("http://[")


NONE = "There is no repository someone/Small-GGUF at {host}, or it is not public. Check its name."
ODD = "{host} did not answer as a Hugging Face hub does. Check the connection, and HF_ENDPOINT."
GATED = (
    "someone/Small-GGUF is gated: {host} gives it only to people who signed in and agreed to its terms. Download it "
    "there with a browser, then choose it as a GGUF file."
)


def told(**lfs: object) -> str:
    """Return a list of one file as a hub tells it, but for what is given."""
    rows = [{"rfilename": "a.gguf", "lfs": {"sha256": "a" * 64, "size": 4, "pointerSize": 1} | lfs}]
    return json.dumps({"id": "a", "sha": "1" * 40, "siblings": rows})


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ({"info_status": 401}, NONE),
        ({"info_status": 404}, NONE),
        ({"info_status": 403}, GATED),
        ({"gated": "manual"}, GATED),
        ({"info_status": 429}, "{host} is busy or has had too many requests (429). Try again later."),
        ({"info_status": 500}, "{host} answered with an error (500). Try again later."),
        ({"info_body": PAGE}, ODD),
        ({"info_body": "[]"}, ODD),
        ({"info_body": "{}"}, ODD),
        ({"info_body": "[" * 100_000}, ODD),
        ({"info_body": json.dumps({"id": "a", "siblings": [3]})}, ODD),
        ({"info_body": json.dumps({"id": "a", "siblings": [{"rfilename": 3, "lfs": {"size": "x"}}]})}, ODD),
        ({"info_body": told(size="4")}, ODD),
        ({"info_body": told(size=4.5)}, ODD),
        ({"info_body": told(sha256=5)}, ODD),
        ({"info_body": told().replace("1" * 40, "../../x")}, ODD),
        ({"info_body": told().replace('"id"', '"lastModified": "yesterday", "id"')}, ODD),
        ({"info_body": told().replace('"id"', '"tags": 5, "id"')}, ODD),
        ({"files": {"model.safetensors": b"x"}}, "someone/Small-GGUF has no GGUF files that can be used. "),
        ({"files": {"mmproj.gguf": b"x"}}, "someone/Small-GGUF has no GGUF files that can be used. "),
        ({"told_sha256": "none"}, "someone/Small-GGUF has no GGUF files that can be used. "),
    ],
)
@pytest.mark.slow
async def test_what_a_hub_does_not_tell_is_a_sentence(downloader, behaviour, sentence):
    async with ModelHub(**behaviour).up() as hub:
        with pytest.raises(WorldError) as refusal:
            await downloader.models(hub)
        assert refusal.value.sentence.startswith(sentence.format(host=hub.url.removeprefix("http://")))


async def test_a_hub_that_is_not_there_is_a_sentence(downloader):
    with pytest.raises(WorldError, match=r"^127.0.0.1:9 can’t be reached \(.*\). Check the connection") as refusal:
        await downloader.models(ModelHub(url="http://127.0.0.1:9"))
    assert refusal.value.retry
    assert "Errno" not in refusal.value.sentence


async def test_name_and_password_of_a_hub_are_in_no_sentence(downloader):
    with pytest.raises(WorldError, match=r"^127.0.0.1:9 can’t be reached"):
        await downloader.models(ModelHub(url="http://ann:secret@127.0.0.1:9"))


async def test_offline_is_said(hub, downloader, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(WorldError, match="HF_HUB_OFFLINE is set"):
        await downloader.models(hub)
