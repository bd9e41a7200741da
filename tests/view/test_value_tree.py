"""JSON as a tree: names, values, kinds, and where it ends."""

import json

import pytest

from alicia_desktop.view.value_tree import MAX_CHARACTERS, MAX_NODES, value_tree


def lines(nodes, depth=0):
    for node in nodes:
        yield "  " * depth + f"{node.name} {node.value} ({node.kind}) {node.path}"
        yield from lines(node.children, depth + 1)


def test_each_value_has_its_name_its_kind_and_its_path():
    said = json.dumps({"city": "Oslo", "days": 3, "rain": None, "wet": True, "hours": [{"at": 1.5}]})
    assert list(lines(value_tree(said))) == [
        'city "Oslo" (str) city',
        "days 3 (number) days",
        "rain null (nil) rain",
        "wet true (bool) wet",
        "hours 1 item (list) hours",
        "  [0] 1 field (map) hours[0]",
        "    at 1.5 (number) hours[0].at",
    ]


@pytest.mark.parametrize(
    "said", ["", "391", '"a text"', "{broken", "{}" * 3, "[" * 5_000, "nothing", "[1]" + " " * MAX_CHARACTERS]
)
def test_what_is_no_tree_has_none(said):
    assert value_tree(said) == ()


def test_where_a_large_tree_ends_it_says_how_much_is_missing():
    nodes = value_tree(json.dumps(list(range(MAX_NODES + 234))))
    assert (len(nodes), nodes[-1].value) == (MAX_NODES + 1, "234 more items not shown")
    nested = value_tree(json.dumps({"first": list(range(MAX_NODES)), "second": [1]}))
    assert nested[0].children[-1].value == "1 more item not shown"
    assert nested[-1].value == "1 more field not shown"
