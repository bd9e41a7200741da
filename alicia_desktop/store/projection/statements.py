"""The statements by which a batch writes the rows that wait: each inserts, or corrects what is there."""

from typing import Final

SENTENCE: Final = (
    "INSERT INTO alicia_sentences(id, message_id, sentence_sequence_number, text, meta, completion_status, "
    "created_at, updated_at) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT(message_id, sentence_sequence_number) DO UPDATE SET id = "
    "excluded.id, "
    "text = excluded.text, meta = excluded.meta, completion_status = excluded.completion_status, updated_at = "
    "excluded.updated_at"
)
CLOSE: Final = (
    "UPDATE alicia_sentences SET completion_status = ?1 WHERE completion_status = 'streaming' "
    "AND message_id IN (SELECT value FROM json_each(?2))"
)
STUB: Final = (
    "INSERT INTO alicia_memory(id, content, source_type, created_at, updated_at) VALUES (?1, ?2, 'trace', ?3, ?3) "
    "ON CONFLICT(id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at "
    "WHERE source_type = 'trace' AND content <> excluded.content"
)
TRACE: Final = (
    "INSERT INTO alicia_memory_used(id, conversation_id, message_id, memory_id, memory_type, action, content, "
    "confidence, "
    "similarity_score, position_in_results, query_prompt, query_prompt_meta, meta, created_at, updated_at) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14) ON CONFLICT(id) DO UPDATE SET "
    "message_id = coalesce(excluded.message_id, message_id), memory_id = excluded.memory_id, "
    "memory_type = coalesce(excluded.memory_type, memory_type), action = coalesce(excluded.action, action), "
    "content = excluded.content, confidence = coalesce(excluded.confidence, confidence), "
    "similarity_score = coalesce(excluded.similarity_score, similarity_score), "
    "position_in_results = coalesce(excluded.position_in_results, position_in_results), "
    "query_prompt = coalesce(excluded.query_prompt, query_prompt), "
    "query_prompt_meta = coalesce(excluded.query_prompt_meta, query_prompt_meta), "
    "meta = excluded.meta, updated_at = excluded.updated_at"
)
META: Final = (
    "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
    "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at"
)
AWAITS_TWIN: Final = (
    "SELECT 1 FROM alicia_messages INDEXED BY alicia_messages_superseded "
    "WHERE conversation_id = ? AND superseded_at IS NOT NULL AND superseded_by IS NULL LIMIT 1"
)
POSITION: Final = (
    "UPDATE alicia_conversations SET last_client_stanza_id = max(last_client_stanza_id, ?1), "
    "last_server_stanza_id = min(last_server_stanza_id, ?2), updated_at = max(updated_at, ?3) WHERE id = ?4"
)
