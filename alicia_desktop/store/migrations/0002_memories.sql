-- Version 2: what listing, linking and copying memories needs. Frozen: a change is a new numbered step.

-- Which server a copy came from; empty for the memories of this database's own.
ALTER TABLE alicia_memory ADD COLUMN server TEXT DEFAULT '' NOT NULL;

-- Everything that a list of memories is narrowed and ordered by. A row of the table itself lies on three pages, because
-- the vector stands before most columns: to look through 100,000 of them would take seconds.
CREATE INDEX alicia_memory_listed ON alicia_memory (user_id, deleted_at, archived, pinned, kind, category, source_type, server, tags, created_at, updated_at, importance, usage_frequency, last_referenced_at, token_count, id);

-- Whether something is known already is asked at every statement; what has no vector yet, at every few of them.

CREATE INDEX alicia_memory_statement ON alicia_memory (json_extract(meta, '$.statement'));
CREATE INDEX alicia_memory_fact ON alicia_memory (json_extract(meta, '$.subject'), json_extract(meta, '$.attribute'));
CREATE INDEX alicia_memory_beginning ON alicia_memory (substr(content, 1, 80));
CREATE INDEX alicia_memory_chat ON alicia_memory (source_chat_id) WHERE source_chat_id IS NOT NULL;
CREATE INDEX alicia_memory_encoder ON alicia_memory (json_extract(embeddings_info, '$.encoder'), json_extract(embeddings_info, '$.version')) WHERE deleted_at IS NULL;

-- Links in both directions: `reference_links` of a memory holds the ids of those that refer to it, in the order in
-- which they were stored, before whatever else is written there, such as addresses. Derived, so nobody has to keep it.

CREATE INDEX alicia_memory_reference ON alicia_memory (reference_to) WHERE reference_to IS NOT NULL;
CREATE VIEW alicia_memory_links AS
  SELECT linked.id, (
    SELECT json_group_array(value) FROM (
      SELECT one.id AS value FROM alicia_memory AS one
        WHERE one.reference_to = linked.id AND one.deleted_at IS NULL AND one.id <> linked.id
      UNION ALL
      SELECT link.value FROM json_each(linked.reference_links) AS link
        WHERE NOT EXISTS (SELECT 1 FROM alicia_memory AS other WHERE other.id = link.value))) AS links
  FROM alicia_memory AS linked;
CREATE TRIGGER alicia_memory_linked
  AFTER INSERT ON alicia_memory
BEGIN
  UPDATE alicia_memory SET reference_links = (SELECT links FROM alicia_memory_links AS now WHERE now.id = alicia_memory.id)
    WHERE id = new.reference_to
      OR (id = new.id AND EXISTS (SELECT 1 FROM alicia_memory AS one WHERE one.reference_to = new.id));
END;
CREATE TRIGGER alicia_memory_relinked
  AFTER UPDATE OF reference_to, deleted_at ON alicia_memory
  WHEN new.reference_to IS NOT old.reference_to OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
  UPDATE alicia_memory SET reference_links = (SELECT links FROM alicia_memory_links AS now WHERE now.id = alicia_memory.id)
    WHERE id IN (old.reference_to, new.reference_to);
END;
UPDATE alicia_memory SET reference_links = (SELECT links FROM alicia_memory_links AS now WHERE now.id = alicia_memory.id)
  WHERE reference_to IS NOT NULL OR id IN (SELECT reference_to FROM alicia_memory WHERE reference_to IS NOT NULL);

-- Every change of a memory under a number that only grows, whoever made it and whatever changed, so that a copy
-- elsewhere can ask for what it has not seen. Times would not do: the vector comes later and is no modification, and
-- clocks go back.

CREATE TABLE alicia_memory_changes (
  revision INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  memory_pk INTEGER NOT NULL,
  UNIQUE (memory_pk)
);
INSERT INTO alicia_memory_changes(memory_pk) SELECT pk FROM alicia_memory ORDER BY pk;
CREATE TRIGGER alicia_memory_new
  AFTER INSERT ON alicia_memory
BEGIN
  INSERT INTO alicia_memory_changes(memory_pk) VALUES (new.pk);
END;
CREATE TRIGGER alicia_memory_changed
  AFTER UPDATE ON alicia_memory
BEGIN
  DELETE FROM alicia_memory_changes
    WHERE memory_pk = new.pk;
  INSERT INTO alicia_memory_changes(memory_pk) VALUES (new.pk);
END;
CREATE TRIGGER alicia_memory_gone
  AFTER DELETE ON alicia_memory
BEGIN
  DELETE FROM alicia_memory_changes
    WHERE memory_pk = old.pk;
END;

-- A deleted word leaves its index at once, not when that is next merged: what is forgotten is gone from the file.

INSERT INTO alicia_memory_fts(alicia_memory_fts) VALUES ('optimize');
INSERT INTO alicia_memory_fts(alicia_memory_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO alicia_memory_trigram(alicia_memory_trigram) VALUES ('optimize');
INSERT INTO alicia_memory_trigram(alicia_memory_trigram, rank) VALUES ('secure-delete', 1);
INSERT INTO alicia_messages_fts(alicia_messages_fts) VALUES ('optimize');
INSERT INTO alicia_messages_fts(alicia_messages_fts, rank) VALUES ('secure-delete', 1);

-- Words and vectors that stay are not indexed anew, whatever else of the row is written.

DROP TRIGGER alicia_memory_reindexed;
CREATE TRIGGER alicia_memory_reindexed
  AFTER UPDATE OF content, topic, summary, tags, context, deleted_at ON alicia_memory
  WHEN (new.content, new.topic, new.summary, new.tags, new.context, new.deleted_at IS NULL)
    IS NOT (old.content, old.topic, old.summary, old.tags, old.context, old.deleted_at IS NULL)
BEGIN
  INSERT INTO alicia_memory_fts(alicia_memory_fts, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(alicia_memory_trigram, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_memory_fts(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
END;
DROP TRIGGER alicia_memory_revectored;
CREATE TRIGGER alicia_memory_revectored
  AFTER UPDATE OF embeddings, deleted_at ON alicia_memory
  WHEN new.embeddings IS NOT old.embeddings OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
  DELETE FROM alicia_memory_vec
    WHERE rowid = old.pk;
  INSERT INTO alicia_memory_vec(rowid, embedding)
    SELECT new.pk, new.embeddings
    WHERE new.embeddings IS NOT NULL AND new.deleted_at IS NULL;
END;
