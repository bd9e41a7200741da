-- Version 11: the files of messages, images and texts, each with its bytes; the message's own column keeps their heads.
-- Frozen: a change is a new numbered step.

CREATE TABLE alicia_attachments (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  digest TEXT DEFAULT '' NOT NULL,
  width INTEGER,
  height INTEGER,
  data BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  UNIQUE (message_id, position),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_attachments_conversation ON alicia_attachments (conversation_id);
