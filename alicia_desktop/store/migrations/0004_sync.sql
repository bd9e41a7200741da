-- Version 4: offline sync. What this computer and a server last agreed on of each conversation, what they disagree on,
-- and what was done about it. Frozen: a change is a new numbered step.

CREATE TABLE sync_heads (
  pk INTEGER NOT NULL,
  about TEXT NOT NULL,
  title TEXT,
  status TEXT DEFAULT 'active' NOT NULL,
  fetched TEXT,
  PRIMARY KEY (pk),
  UNIQUE (about),
  FOREIGN KEY(about) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);

CREATE TABLE sync_conflicts (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  about TEXT NOT NULL,
  kind TEXT NOT NULL,
  message_id TEXT,
  base TEXT,
  mine TEXT DEFAULT '' NOT NULL,
  theirs TEXT DEFAULT '' NOT NULL,
  reason TEXT DEFAULT '' NOT NULL,
  resolution TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  CHECK (kind IN ('message', 'title', 'status', 'deletion')),
  UNIQUE (id),
  FOREIGN KEY(about) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX sync_conflicts_open ON sync_conflicts (about) WHERE resolution IS NULL;

CREATE TABLE sync_log (
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  server TEXT NOT NULL,
  about TEXT,
  what TEXT NOT NULL,
  why TEXT DEFAULT '' NOT NULL,
  PRIMARY KEY (seq)
);
