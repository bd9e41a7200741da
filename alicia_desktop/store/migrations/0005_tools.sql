-- Version 5: tools that run on this computer, and what the person allowed. Frozen: a change is a new numbered step.

ALTER TABLE alicia_tool_uses ADD COLUMN permission TEXT;
CREATE TABLE tool_grants (
  pk INTEGER NOT NULL,
  server TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  decision TEXT NOT NULL,
  granted_in TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (pk),
  CHECK (decision IN ('conversation', 'always', 'never')),
  FOREIGN KEY(granted_in) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX tool_grants_tool ON tool_grants (server, tool_name);
