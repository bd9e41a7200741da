"""What a refusal of a request with images teaches; what endpoints say in full is in `test_endpoint_conformance`."""

import pytest

from alicia_desktop.server.engines.endpoint_dialect import Dialect, learn_images
from alicia_desktop.server.engines.endpoint_refusals import refusal_of


def taught(status, body):
    refusal = refusal_of(body)
    refusal.status = status
    return learn_images(Dialect(), refusal)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {"detail": [{"loc": ["body", "messages", 1, "content"], "msg": "Input should be a valid string"}]}),
        (400, {"detail": "Validation Error: messages.0.content.0.type Input should be 'text'"}),
        (400, {"error": {"message": "messages.content.type is invalid, allowed values: ['text']"}}),
        (400, {"error": {"message": "unknown variant `image_url`, expected `text`"}}),
        (500, {"error": {"message": 'Failed to parse messages: Unsupported content part type: "image_url"'}}),
    ],
)
def test_words_only_is_read_however_it_is_said(status, body):
    assert taught(status, body) == Dialect(images=False)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "failed to decode image bytes"),
        (400, "You uploaded an image that is too large."),
        (401, "images need a key"),
        (400, "temperature: Input should be less than 2"),
    ],
)
def test_an_image_that_is_refused_for_itself_teaches_nothing(status, message):
    assert taught(status, {"error": {"message": message}}) is None
