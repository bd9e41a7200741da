-- Version 8: who sent each stanza, and whether it counted. Frozen: a change is a new numbered step.

ALTER TABLE journal ADD COLUMN sender TEXT;
ALTER TABLE journal ADD COLUMN stranger BOOLEAN DEFAULT 0 NOT NULL;

-- Until now another client's Configuration was taken for the server's reply. A positive id is a client's; the rows of a
-- server's own database, where clients are whom it listens to, stay as they are.
UPDATE journal SET stranger = 1, turn_ref = NULL
  WHERE direction = 'in' AND stanza_id > 0 AND type IN (8, 12)
    AND conversation_id IN (SELECT conversation_id FROM journal WHERE direction = 'out' AND stanza_id > 0);

-- So servers were called canonical that are not: those that send receipts (id 0) are deployed, any other that never
-- replied with a Configuration is asked again.
UPDATE alicia_meta SET value = 'deployed'
  WHERE key = 'profile' AND value = 'canonical' AND ref LIKE 'server %'
    AND EXISTS (SELECT 1 FROM journal JOIN alicia_conversations AS held ON held.id = conversation_id
      WHERE ref = 'server ' || held.server AND direction = 'in' AND type = 8 AND stanza_id = 0)
    AND NOT EXISTS (SELECT 1 FROM journal JOIN alicia_conversations AS held ON held.id = conversation_id
      WHERE ref = 'server ' || held.server AND direction = 'in' AND type = 12 AND stanza_id < 0);
DELETE FROM alicia_meta
  WHERE key = 'profile' AND value = 'canonical' AND ref LIKE 'server %'
    AND NOT EXISTS (SELECT 1 FROM journal JOIN alicia_conversations AS held ON held.id = conversation_id
      WHERE ref = 'server ' || held.server AND direction = 'in' AND type = 12 AND stanza_id < 0);

-- A deployed server names a question when it has it. Ours that it has neither named nor answered were called synced by
-- the acknowledgement of a Configuration, which names a number that one of them happened to have. They wait again,
-- counted as tried once, so that they are looked for in the server's history before they go out.
INSERT OR IGNORE INTO outbox(conversation_id, stanza_id, type, content_id, raw, attempts, created_at)
  SELECT ours.conversation_id, ours.stanza_id, ours.type, ours.content_id, ours.raw, 1, said.created_at
  FROM journal AS ours
  JOIN alicia_messages AS said ON said.id = ours.content_id AND said.conversation_id = ours.conversation_id
  JOIN alicia_conversations AS held ON held.id = ours.conversation_id
  JOIN alicia_meta AS profile
    ON profile.ref = 'server ' || held.server AND profile.key = 'profile' AND profile.value = 'deployed'
  WHERE ours.direction = 'out' AND ours.type = 2 AND ours.raw IS NOT NULL
    AND said.message_role = 'user' AND said.sync_status = 'synced' AND said.server_id IS NULL
    AND said.deleted_at IS NULL AND said.superseded_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM alicia_messages AS answer
      WHERE answer.previous_id = said.id AND answer.message_role = 'assistant')
  ORDER BY ours.seq;
UPDATE alicia_messages SET sync_status = 'pending', synced_at = NULL
  WHERE message_role = 'user' AND sync_status = 'synced' AND server_id IS NULL
    AND id IN (SELECT content_id FROM outbox WHERE type = 2);
