"""What the person says, as stanzas."""

from alicia_desktop.session.composing import asked_again, regeneration


def test_an_answer_is_asked_for_again_without_or_with_memories() -> None:
    body, meta = asked_again("am_1", conversation_id="ac_1", without=["amem_1"], including=("amem_2", "amem_3"))
    assert body == regeneration("am_1", conversation_id="ac_1")
    assert (body.mode, body.target_id) == ("regenerate", "am_1")
    assert meta == {"memories": {"exclude": ["amem_1"], "include": ["amem_2", "amem_3"]}}


def test_only_what_is_wished_for_is_said() -> None:
    assert asked_again("am_1", conversation_id="ac_1", without=["amem_1"])[1] == {"memories": {"exclude": ["amem_1"]}}
    assert asked_again("am_1", conversation_id="ac_1")[1] == {}
