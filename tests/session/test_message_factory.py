"""What the person says, as stanzas."""

import re
from datetime import UTC, datetime

from alicia_desktop.session.message_factory import question, regeneration, regeneration_with_memories


def test_a_question_names_the_program_that_asks_and_a_trace_of_its_own() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    body, meta = question("When?", conversation_id="ac_1", at=at, client_version="0.1.0")
    assert (body.content, body.previous_id, body.timestamp) == ("When?", None, 1_767_225_600_000)
    assert (meta["source"], meta["clientVersion"]) == ("keyboard", "0.1.0")
    assert re.fullmatch(r"[0-9a-f]{32}", meta["messaging.trace_id"])
    assert re.fullmatch(r"[0-9a-f]{16}", meta["messaging.span_id"])


def test_an_answer_is_asked_for_again_without_or_with_memories() -> None:
    body, meta = regeneration_with_memories(
        "am_1", conversation_id="ac_1", without=["amem_1"], including=("amem_2", "amem_3")
    )
    assert body == regeneration("am_1", conversation_id="ac_1")
    assert (body.mode, body.target_id) == ("regenerate", "am_1")
    assert meta == {"memories": {"exclude": ["amem_1"], "include": ["amem_2", "amem_3"]}}


def test_only_what_is_wished_for_is_said() -> None:
    assert regeneration_with_memories("am_1", conversation_id="ac_1", without=["amem_1"])[1] == {
        "memories": {"exclude": ["amem_1"]}
    }
    assert regeneration_with_memories("am_1", conversation_id="ac_1")[1] == {}
