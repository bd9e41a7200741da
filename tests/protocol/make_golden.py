"""Write `tests/data/golden_stanzas.json`: the bytes of one saturated stanza of every type.

Run as `python -m tests.protocol.make_golden`. The file is the memory of what earlier versions wrote: when it changes,
so did the wire, and the reason belongs into the commit.
"""

import json
from pathlib import Path

from alicia_desktop.protocol.codec import encode, to_json_body
from tests.protocol.samples import SATURATED, stanza_of

GOLDEN = Path(__file__).parent.parent / "data" / "golden_stanzas.json"


def golden_stanzas() -> list[dict[str, object]]:
    """Return one entry a type: number, name, body as JSON, and the whole stanza as hex."""
    return [
        {
            "type": body.TYPE,
            "name": type(body).__name__,
            "body": to_json_body(body),
            "hex": encode(stanza_of(body)).hex(),
        }
        for body in SATURATED
    ]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden_stanzas(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
