-- Version 15: the paired computers of a server's users and of its owner, each with a token of its own.
-- Frozen: a change is a new numbered step.

CREATE TABLE user_devices (
  pk INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  name TEXT NOT NULL,
  token_digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (pk),
  UNIQUE (token_digest)
);
CREATE INDEX user_devices_user ON user_devices (user_name);
