"""A question that has not left is taken back, one that may have left is not."""

from sqlalchemy import Connection

from alicia_desktop.protocol.attachments import Attachment, digest_of, to_wire
from alicia_desktop.protocol.messages import AssistantMessage, ControlVariation, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations, drafts, messages
from alicia_desktop.store.conversations.default_titles import default_title, title_untitled_of
from alicia_desktop.store.conversations.drafts import ConversationDraft, DraftFile
from alicia_desktop.store.sync.withdrawal import WithdrawnQuestion, withdraw
from tests.store.wire import CONVERSATION, NOW, came, keep, later, stanza


def put(conn: Connection, *bodies: UserMessage | ControlVariation) -> list[int]:
    if conversations.get(conn, CONVERSATION) is None:
        conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    numbered = [(body, outbox.next_client_stanza_id(conn, CONVERSATION)) for body in bodies]
    return [outbox.put(conn, stanza(body, number), at=NOW)[0].pk for body, number in numbered]


def question(message_id: str, content: str, previous_id: str | None = None) -> UserMessage:
    return UserMessage(id=message_id, conversation_id=CONVERSATION, content=content, previous_id=previous_id)


def shown(conn: Connection) -> list[str]:
    return [one.contents for one in messages.of_conversation(conn, CONVERSATION, with_superseded=False)]


def test_what_never_left_goes_back_and_what_waits_beside_it_stays(conn: Connection):
    put(conn, question("am_1", "When?"), question("am_2", "Where?", "am_1"))
    assert withdraw(conn, CONVERSATION, "am_2", later(1)) == WithdrawnQuestion(text="Where?", waiting=True)
    assert [item.content_id for item in outbox.waiting(conn, CONVERSATION)] == ["am_1"]
    assert shown(conn) == ["When?"]
    assert withdraw(conn, CONVERSATION, "am_2", later(2)) is None
    assert withdraw(conn, CONVERSATION, "am_1", later(2)) == WithdrawnQuestion(text="When?")
    assert outbox.waiting(conn, CONVERSATION) == []


def test_what_may_have_left_stays(conn: Connection):
    (pk,) = put(conn, question("am_1", "When?"))
    outbox.mark_sent(conn, pk, NOW)
    outbox.requeue(conn, CONVERSATION)
    assert withdraw(conn, CONVERSATION, "am_1", later(1)) is None
    assert shown(conn) == ["When?"]
    assert withdraw(conn, CONVERSATION, "am_9", later(1)) is None


def test_an_edit_that_is_taken_back_shows_again_what_gave_way_to_it(conn: Connection):
    (pk,) = put(conn, question("am_1", "When?"))
    outbox.discard(conn, pk)
    keep(conn, came(AssistantMessage(id="am_2", previous_id="am_1", content="At six."), -1))
    edit = ControlVariation(conversation_id=CONVERSATION, target_id="am_1", mode="edit", new_content="Where?")
    put(conn, edit, question("am_3", "Where?"))
    assert shown(conn) == ["Where?"]
    assert withdraw(conn, CONVERSATION, "am_3", later(1)) == WithdrawnQuestion(text="Where?")
    assert outbox.waiting(conn, CONVERSATION) == []
    assert shown(conn) == ["When?", "At six."]


def test_a_wish_for_another_answer_that_waits_before_it_stays(conn: Connection):
    (pk,) = put(conn, question("am_1", "When?"))
    outbox.discard(conn, pk)
    keep(conn, came(AssistantMessage(id="am_2", previous_id="am_1", content="At six."), -1))
    again = ControlVariation(conversation_id=CONVERSATION, target_id="am_2", mode="regenerate")
    put(conn, again, question("am_3", "Where?", "am_1"))
    assert withdraw(conn, CONVERSATION, "am_3", later(1)) == WithdrawnQuestion(text="Where?", waiting=True)
    assert [item.type for item in outbox.waiting(conn, CONVERSATION)] == [ControlVariation.TYPE]
    assert shown(conn) == ["When?"]


def test_a_question_of_another_conversation_stays(conn: Connection):
    put(conn, question("am_1", "When?"))
    assert withdraw(conn, "ac_other", "am_1", later(1)) is None
    assert shown(conn) == ["When?"]


def titled(conn: Connection, message_id: str, title: str) -> str:
    title_untitled_of(conn, message_id, default_title(title), NOW)
    return title_of(conn)


def title_of(conn: Connection) -> str:
    record = conversations.get(conn, CONVERSATION)
    assert record is not None
    return record.title


def test_a_conversation_is_not_called_after_a_question_that_was_taken_back(conn: Connection):
    put(conn, question("am_1", "Hi"), question("am_2", "When does the ferry leave?", "am_1"))
    assert titled(conn, "am_1", "Hi") == "Hi"
    assert titled(conn, "am_2", "When does the ferry leave?") == "When does the ferry leave?"
    withdraw(conn, CONVERSATION, "am_2", later(1))
    assert title_of(conn) == "Hi"
    withdraw(conn, CONVERSATION, "am_1", later(2))
    assert title_of(conn) == ""


def test_a_conversation_keeps_the_title_that_was_given_to_it_and_that_of_another_question(conn: Connection):
    put(conn, question("am_1", "When?"), question("am_2", "When?", "am_1"))
    assert titled(conn, "am_1", "When?") == "When?"
    withdraw(conn, CONVERSATION, "am_2", later(1))
    assert title_of(conn) == "When?"
    conversations.rename(conn, CONVERSATION, "The ferry", NOW)
    withdraw(conn, CONVERSATION, "am_1", later(2))
    assert title_of(conn) == "The ferry"


def test_a_conversation_is_not_called_after_a_file_that_was_taken_back(conn: Connection):
    file = Attachment(name="list.txt", media_type="text/plain", size=4, digest=digest_of(b"milk"), data=b"milk")
    put(conn, UserMessage(id="am_1", conversation_id=CONVERSATION, content="", attachments=to_wire([file])))
    assert titled(conn, "am_1", "list.txt") == "list.txt"
    withdraw(conn, CONVERSATION, "am_1", later(1))
    assert title_of(conn) == ""


def test_a_question_that_was_taken_back_titles_nothing_any_more(conn: Connection):
    put(conn, question("am_1", "When?"))
    withdraw(conn, CONVERSATION, "am_1", later(1))
    assert titled(conn, "am_1", "When?") == ""


def test_what_was_taken_back_into_the_draft_is_stored_there_before_what_was_written_since(conn: Connection):
    file = Attachment(name="list.txt", media_type="text/plain", size=4, digest=digest_of(b"milk"), data=b"milk")
    put(conn, question("am_1", "When?"))
    put(conn, UserMessage(id="am_2", conversation_id=CONVERSATION, content="Where? 🎹", attachments=to_wire([file])))
    drafts.keep(conn, CONVERSATION, ConversationDraft(text="And who?", cursor=3), NOW)
    withdraw(conn, CONVERSATION, "am_2", later(1), to_draft=True)
    withdraw(conn, CONVERSATION, "am_1", later(2), to_draft=True)
    kept = ConversationDraft(text="When?\nWhere? 🎹\nAnd who?", cursor=19, files=(DraftFile(attachment=file),))
    assert drafts.get(conn, CONVERSATION) == kept


def test_what_was_taken_back_is_stored_where_nothing_is_written_and_never_of_a_private_conversation(conn: Connection):
    put(conn, question("am_1", "When?"))
    withdraw(conn, CONVERSATION, "am_1", later(1), to_draft=True)
    assert drafts.get(conn, CONVERSATION) == ConversationDraft(text="When?", cursor=5)
    drafts.delete(conn, CONVERSATION)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    put(conn, question("am_2", "Where?"))
    withdraw(conn, CONVERSATION, "am_2", later(2), to_draft=True)
    assert drafts.get(conn, CONVERSATION).empty
