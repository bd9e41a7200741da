-- Version 12: marks of stanzas with their notes; a mark goes with its stanza. Frozen: a change is a new numbered step.

CREATE TABLE stanza_marks (
  seq INTEGER NOT NULL,
  note TEXT DEFAULT '' NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (seq)
);
CREATE TRIGGER journal_marks_delete AFTER DELETE ON journal BEGIN
  DELETE FROM stanza_marks WHERE seq = old.seq;
END;
