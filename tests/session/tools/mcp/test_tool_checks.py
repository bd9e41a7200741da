"""Arguments against the outer level of a schema, and schemas that nobody should work through."""

from typing import Any

import pytest

from alicia_desktop.session.tools.mcp.tool_checks import (
    announced_name,
    argument_problem,
    clean_listing,
    schema_problem,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "lines": {"type": "integer"},
        "share": {"type": ["number", "null"]},
        "deep": {"type": "boolean"},
        "free": {},
        "odd": {"type": 7},
    },
    "required": ["path"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a"},
        {"path": "a", "lines": 3},
        {"path": "a", "lines": 3.0},
        {"path": "a", "share": None},
        {"path": "a", "share": 2},
        {"path": "a", "free": [1], "odd": {}},
    ],
)
def test_what_fits_is_taken(arguments: dict[str, Any]) -> None:
    assert argument_problem(SCHEMA, arguments) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "`path` is missing."),
        ({"path": 3}, "`path` must be string."),
        ({"path": "a", "lines": 3.5}, "`lines` must be integer."),
        ({"path": "a", "lines": True}, "`lines` must be integer."),
        ({"path": "a", "share": "half"}, "`share` must be number or null."),
        ({"path": "a", "deep": 1}, "`deep` must be boolean."),
        ({"path": "a", "col\u202eour": 1}, "There is no parameter `col\\u202eour`."),
    ],
)
def test_what_does_not_fit_is_said(arguments: dict[str, Any], sentence: str) -> None:
    assert argument_problem(SCHEMA, arguments) == sentence


def test_a_schema_without_properties_takes_anything() -> None:
    assert argument_problem({"type": "object"}, {"any": 1}) is None
    assert argument_problem({"type": "object", "properties": 3, "required": "x"}, {"any": 1}) is None


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (SCHEMA | {"properties": {}}, ""),
        ({"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}}}, ""),
        (nested(20), "Its schema is nested deeper than 16 levels."),
        ({"type": "object", "allOf": [{"$ref": "file:///etc/passwd"}]}, "Its schema refers to another document."),
        ({"type": "object", "required": "path"}, "Its schema is no JSON schema: 'path' is not of type 'array'."),
        ({"type": "object", "title": "a" * 17_000}, "Its schema is larger than 16,384 bytes."),
    ],
)
def test_a_schema_is_offered_only_if_it_is_one(schema: dict[str, Any], sentence: str) -> None:
    assert schema_problem(schema) == sentence


def test_a_name_is_one_that_models_take() -> None:
    assert announced_name("files", "read/file.v2") == "files__read_file_v2"


def test_of_a_list_without_measure_the_beginning_is_read() -> None:
    entries = [{"name": f"t{number}", "inputSchema": {"type": "object"}, "icons": "x"} for number in range(9_000)]
    clean, refused = clean_listing(entries)
    assert (len(clean), refused) == (500, [])
    assert clean[0] == {"name": "t0", "inputSchema": {"type": "object"}}
