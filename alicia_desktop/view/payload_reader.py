"""Read typed values from maps that came over the wire; a value of another type counts as not sent.

Traces and the meta of an answer may be filled by any server, so that no key is taken for granted and nothing is put in
place of what is missing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.translation import translate

NOT_SENT: Final = translate("not sent")
NOTHING: Final[Mapping[str, Any]] = {}


def get_number(values: Mapping[str, Any], name: str) -> float | None:
    """Return a number that can be shown, or None."""
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def get_text(values: Mapping[str, Any], name: str) -> str:
    """Return a text, or nothing."""
    value = values.get(name)
    return value.strip() if isinstance(value, str) else ""


def get_mapping(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a map, or an empty one."""
    value = values.get(name)
    return value if isinstance(value, Mapping) else NOTHING


def get_mappings(values: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any], ...]:
    """Return the maps of a list."""
    return tuple(item for item in _items(values, name) if isinstance(item, Mapping))


def get_texts(values: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the texts of a list."""
    return tuple(item for item in _items(values, name) if isinstance(item, str))


def _items(values: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = values.get(name)
    return value if isinstance(value, Sequence) and not isinstance(value, str | bytes) else ()


def json_map(meta: Mapping[str, str], key: str) -> Mapping[str, Any]:
    """Return the map that an entry of stored `meta` holds as JSON, or an empty one."""
    try:
        kept = decode_json(meta.get(key, ""))
    except ValueError:
        return NOTHING
    return kept if isinstance(kept, Mapping) else NOTHING
