-- Version 9: the users of a server that has several, each with a token of their own, of which only a digest is stored. Who
-- was removed keeps the row without a token: the name, and what is stored under it, stays theirs. Frozen: a change is a
-- new numbered step.

CREATE TABLE users (
  pk INTEGER NOT NULL,
  name TEXT NOT NULL,
  token_digest TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (pk),
  UNIQUE (name),
  UNIQUE (token_digest)
);
