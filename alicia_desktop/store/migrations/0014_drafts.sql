-- Version 14: what is written in a conversation and not sent yet, with its files.
-- Frozen: a change is a new numbered step.

CREATE TABLE drafts (
  seq INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  text TEXT DEFAULT '' NOT NULL,
  long_text TEXT DEFAULT '' NOT NULL,
  cursor INTEGER DEFAULT 0 NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (seq),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX drafts_conversation ON drafts (conversation_id);

CREATE TABLE draft_files (
  seq INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  note TEXT DEFAULT '' NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (seq),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX draft_files_conversation ON draft_files (conversation_id);
