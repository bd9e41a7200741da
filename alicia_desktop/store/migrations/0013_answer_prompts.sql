-- Version 13: what the model read of single answers, part by part.
-- Frozen: a change is a new numbered step.

CREATE TABLE alicia_answer_prompts (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  parts TEXT DEFAULT '[]' NOT NULL,
  told TEXT DEFAULT '{}' NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_answer_prompts_conversation ON alicia_answer_prompts (conversation_id);
CREATE INDEX alicia_answer_prompts_created ON alicia_answer_prompts (created_at);
