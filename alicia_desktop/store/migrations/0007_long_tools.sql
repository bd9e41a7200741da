-- Version 7: of what a tool was asked and gave, the first 8,000 characters each are found by their words. To take a long
-- text out of the index again, word by word, holds up everything else. Frozen: a change is a new numbered step.

DROP TRIGGER alicia_tool_uses_indexed;
DROP TRIGGER alicia_tool_uses_unindexed;
DROP TRIGGER alicia_tool_uses_reindexed;
DROP VIEW alicia_tool_uses_indexable;
CREATE VIEW alicia_tool_uses_indexable AS
  SELECT pk, tool_name,
      replace(replace(replace(substr(tool_arguments, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' ') AS asked,
      replace(replace(replace(substr(tool_result, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' ') AS gave
  FROM alicia_tool_uses
  WHERE deleted_at IS NULL;
INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts) VALUES ('rebuild');
CREATE TRIGGER alicia_tool_uses_indexed
  AFTER INSERT ON alicia_tool_uses
BEGIN
  INSERT INTO alicia_tool_uses_fts(rowid, tool_name, asked, gave)
    SELECT pk, tool_name, asked, gave FROM alicia_tool_uses_indexable WHERE pk = new.pk;
END;
CREATE TRIGGER alicia_tool_uses_unindexed
  AFTER DELETE ON alicia_tool_uses
BEGIN
  INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rowid, tool_name, asked, gave)
    SELECT 'delete', old.pk, old.tool_name,
      replace(replace(replace(substr(old.tool_arguments, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(substr(old.tool_result, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE old.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_tool_uses_reindexed
  AFTER UPDATE OF tool_name, tool_arguments, tool_result, deleted_at ON alicia_tool_uses
  WHEN (new.tool_name, new.tool_arguments, new.tool_result, new.deleted_at IS NULL)
    IS NOT (old.tool_name, old.tool_arguments, old.tool_result, old.deleted_at IS NULL)
BEGIN
  INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rowid, tool_name, asked, gave)
    SELECT 'delete', old.pk, old.tool_name,
      replace(replace(replace(substr(old.tool_arguments, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' '),
      replace(replace(replace(substr(old.tool_result, 1, 8000), '\\', ' '), '\n', ' '), '\t', ' ')
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_tool_uses_fts(rowid, tool_name, asked, gave)
    SELECT pk, tool_name, asked, gave FROM alicia_tool_uses_indexable WHERE pk = new.pk;
END;
