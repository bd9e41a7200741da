-- Version 3: what is found while somebody types. Frozen: a change is a new numbered step.

-- Messages anew with their beginnings of two and three letters: without them such a beginning gathers every message that
-- any word of it stands in, at every key.

DROP TABLE alicia_messages_fts;
CREATE VIRTUAL TABLE alicia_messages_fts USING fts5(
  contents, content='alicia_messages_indexable', content_rowid='pk', prefix='2 3', tokenize='porter unicode61 remove_diacritics 2');
INSERT INTO alicia_messages_fts(alicia_messages_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO alicia_messages_fts(alicia_messages_fts) VALUES ('rebuild');

-- What tools were asked and gave: JSON, of which only the escapes would stick to words.

CREATE VIEW alicia_tool_uses_indexable AS
  SELECT pk, tool_name,
      replace(replace(replace(tool_arguments, '\\', ' '), '\n', ' '), '\t', ' ') AS asked,
      replace(replace(replace(tool_result, '\\', ' '), '\n', ' '), '\t', ' ') AS gave
  FROM alicia_tool_uses
  WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE alicia_tool_uses_fts USING fts5(
  tool_name, asked, gave, content='alicia_tool_uses_indexable', content_rowid='pk', prefix='2 3', tokenize='porter unicode61 remove_diacritics 2');
INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts) VALUES ('rebuild');
CREATE TRIGGER alicia_tool_uses_indexed
  AFTER INSERT ON alicia_tool_uses
BEGIN
  INSERT INTO alicia_tool_uses_fts(rowid, tool_name, asked, gave)
    SELECT new.pk, new.tool_name,
      replace(replace(replace(new.tool_arguments, '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(new.tool_result, '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE new.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_tool_uses_unindexed
  AFTER DELETE ON alicia_tool_uses
BEGIN
  INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rowid, tool_name, asked, gave)
    SELECT 'delete', old.pk, old.tool_name,
      replace(replace(replace(old.tool_arguments, '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(old.tool_result, '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE old.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_tool_uses_reindexed
  AFTER UPDATE OF tool_name, tool_arguments, tool_result, deleted_at ON alicia_tool_uses
BEGIN
  INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rowid, tool_name, asked, gave)
    SELECT 'delete', old.pk, old.tool_name,
      replace(replace(replace(old.tool_arguments, '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(old.tool_result, '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_tool_uses_fts(rowid, tool_name, asked, gave)
    SELECT new.pk, new.tool_name,
      replace(replace(replace(new.tool_arguments, '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(new.tool_result, '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE new.deleted_at IS NULL;
END;

-- Notes and what others remarked.

CREATE VIEW alicia_commentaries_indexable AS
  SELECT pk, content
  FROM alicia_user_conversation_commentaries
  WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE alicia_commentaries_fts USING fts5(
  content, content='alicia_commentaries_indexable', content_rowid='pk', prefix='2 3', tokenize='porter unicode61 remove_diacritics 2');
INSERT INTO alicia_commentaries_fts(alicia_commentaries_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO alicia_commentaries_fts(alicia_commentaries_fts) VALUES ('rebuild');
CREATE TRIGGER alicia_commentaries_indexed
  AFTER INSERT ON alicia_user_conversation_commentaries
BEGIN
  INSERT INTO alicia_commentaries_fts(rowid, content)
    SELECT new.pk, new.content
    WHERE new.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_commentaries_unindexed
  AFTER DELETE ON alicia_user_conversation_commentaries
BEGIN
  INSERT INTO alicia_commentaries_fts(alicia_commentaries_fts, rowid, content)
    SELECT 'delete', old.pk, old.content
    WHERE old.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_commentaries_reindexed
  AFTER UPDATE OF content, deleted_at ON alicia_user_conversation_commentaries
BEGIN
  INSERT INTO alicia_commentaries_fts(alicia_commentaries_fts, rowid, content)
    SELECT 'delete', old.pk, old.content
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_commentaries_fts(rowid, content)
    SELECT new.pk, new.content
    WHERE new.deleted_at IS NULL;
END;

-- Which messages stand in branches, of a conversation that is read in parts.

CREATE INDEX alicia_messages_branched ON alicia_messages (conversation_id) WHERE superseded_at IS NOT NULL;
