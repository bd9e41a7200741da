-- Version 1: the ten tables of the database document, those of the memory seeds, journal and outbox, and the indexes
-- that follow from them. Frozen: a change is a new numbered step.

CREATE TABLE alicia_conversations (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  livekit_room_name TEXT,
  title TEXT DEFAULT '' NOT NULL,
  status TEXT DEFAULT 'active' NOT NULL,
  preferences TEXT DEFAULT '{}' NOT NULL,
  last_client_stanza_id INTEGER DEFAULT 0 NOT NULL,
  last_server_stanza_id INTEGER DEFAULT 0 NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  server TEXT DEFAULT '' NOT NULL,
  private BOOLEAN DEFAULT 0 NOT NULL,
  pinned BOOLEAN DEFAULT 0 NOT NULL,
  last_opened_at TEXT,
  PRIMARY KEY (pk),
  CHECK (status IN ('active', 'archived', 'deleted')),
  UNIQUE (id)
);

CREATE TABLE alicia_memory (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  content TEXT NOT NULL,
  embeddings BLOB,
  embeddings_info TEXT,
  importance FLOAT DEFAULT (0.5) NOT NULL,
  confidence FLOAT DEFAULT (1.0) NOT NULL,
  user_rating INTEGER,
  created_by TEXT,
  source_type TEXT,
  source_info TEXT DEFAULT '{}' NOT NULL,
  tags TEXT DEFAULT '[]' NOT NULL,
  pinned BOOLEAN DEFAULT 0 NOT NULL,
  archived BOOLEAN DEFAULT 0 NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  user_id TEXT DEFAULT 'user' NOT NULL,
  topic TEXT,
  summary TEXT,
  category TEXT,
  subcategory TEXT,
  kind TEXT DEFAULT 'semantic' NOT NULL,
  sentiment TEXT,
  reference_to TEXT,
  reference_links TEXT DEFAULT '[]' NOT NULL,
  guest_session_id TEXT,
  source_chat_id TEXT,
  token_count INTEGER,
  usage_frequency INTEGER DEFAULT 0 NOT NULL,
  last_referenced_at TEXT,
  meta TEXT DEFAULT '{}' NOT NULL,
  context TEXT DEFAULT '' NOT NULL,
  PRIMARY KEY (pk),
  CHECK (length(embeddings) = 4096),
  CHECK (importance BETWEEN 0 AND 1),
  CHECK (confidence BETWEEN 0 AND 1),
  CHECK (user_rating BETWEEN 1 AND 5),
  CHECK (kind IN ('semantic', 'hard', 'hybrid')),
  UNIQUE (id)
);
CREATE INDEX alicia_memory_user ON alicia_memory (user_id);

CREATE TABLE alicia_meta (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  ref TEXT NOT NULL,
  "key" TEXT NOT NULL,
  value TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  UNIQUE (ref, "key"),
  UNIQUE (id)
);

CREATE TABLE alicia_sentences (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  sentence_sequence_number INTEGER NOT NULL,
  text TEXT DEFAULT '' NOT NULL,
  audio_type TEXT,
  audio_format TEXT,
  duration_ms INTEGER,
  audio_bytesize INTEGER,
  audio_data BLOB,
  meta TEXT DEFAULT '{}' NOT NULL,
  completion_status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  CHECK (completion_status IN ('pending', 'streaming', 'completed', 'failed')),
  CHECK (audio_type IN ('input', 'output')),
  UNIQUE (message_id, sentence_sequence_number),
  UNIQUE (id)
);

CREATE TABLE journal (
  seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  direction TEXT NOT NULL,
  stanza_id INTEGER,
  type INTEGER,
  name TEXT NOT NULL,
  conversation_id TEXT,
  content_id TEXT,
  content_key TEXT,
  turn_ref TEXT,
  raw BLOB,
  size INTEGER NOT NULL,
  meta TEXT,
  duplicate BOOLEAN DEFAULT 0 NOT NULL,
  out_of_order BOOLEAN DEFAULT 0 NOT NULL,
  after_stop BOOLEAN DEFAULT 0 NOT NULL,
  unknown BOOLEAN DEFAULT 0 NOT NULL,
  malformed BOOLEAN DEFAULT 0 NOT NULL,
  problems TEXT,
  at TEXT NOT NULL,
  received_at TEXT NOT NULL,
  CHECK (direction IN ('in', 'out'))
);
CREATE INDEX journal_content_id ON journal (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX journal_client_stanza ON journal (conversation_id, stanza_id) WHERE stanza_id > 0;
CREATE INDEX journal_content_key ON journal (content_key) WHERE content_key IS NOT NULL;
CREATE INDEX journal_conversation ON journal (conversation_id, seq);
CREATE INDEX journal_turn_ref ON journal (turn_ref) WHERE turn_ref IS NOT NULL;

CREATE TABLE user_aliases (
  pk INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  alias TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (pk),
  UNIQUE (user_id, alias)
);

CREATE TABLE alicia_audio (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  message_id TEXT,
  audio_type TEXT NOT NULL,
  audio_format TEXT,
  audio_data BLOB,
  duration_ms INTEGER,
  transcription TEXT,
  livekit_track_sid TEXT,
  transcription_meta TEXT DEFAULT '{}' NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  conversation_id TEXT NOT NULL,
  transcription_id TEXT,
  chunk_sequence INTEGER,
  PRIMARY KEY (pk),
  CHECK (audio_type IN ('input', 'output')),
  UNIQUE (conversation_id, livekit_track_sid, chunk_sequence),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE,
  UNIQUE (transcription_id)
);
CREATE INDEX alicia_audio_message ON alicia_audio (message_id);

CREATE TABLE alicia_conversation_summaries (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  summary TEXT NOT NULL,
  message_count INTEGER NOT NULL,
  start_message_id TEXT NOT NULL,
  end_message_id TEXT NOT NULL,
  importance_score FLOAT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  UNIQUE (id),
  FOREIGN KEY(session_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_conversation_summaries_session ON alicia_conversation_summaries (session_id);

CREATE TABLE alicia_feedback (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  vote TEXT NOT NULL,
  quick_feedback TEXT,
  note TEXT,
  aggregates TEXT DEFAULT '{}' NOT NULL,
  sync_status TEXT DEFAULT 'pending' NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  CHECK (sync_status IN ('pending', 'synced', 'conflict')),
  CHECK (target_type IN ('message', 'tool_use', 'memory', 'reasoning')),
  CHECK (vote IN ('up', 'down', 'critical', 'remove')),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_feedback_target ON alicia_feedback (target_id);

CREATE TABLE alicia_memory_used (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT,
  memory_id TEXT NOT NULL,
  query_prompt TEXT,
  query_prompt_meta TEXT,
  similarity_score FLOAT,
  meta TEXT DEFAULT '{}' NOT NULL,
  position_in_results INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  memory_type TEXT,
  action TEXT,
  content TEXT DEFAULT '' NOT NULL,
  confidence FLOAT,
  PRIMARY KEY (pk),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_memory_used_conversation ON alicia_memory_used (conversation_id);
CREATE INDEX alicia_memory_used_memory ON alicia_memory_used (memory_id);
CREATE INDEX alicia_memory_used_message ON alicia_memory_used (message_id);

CREATE TABLE alicia_messages (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  sequence_number INTEGER NOT NULL,
  previous_id TEXT,
  message_role TEXT NOT NULL,
  contents TEXT DEFAULT '' NOT NULL,
  local_id TEXT,
  server_id TEXT,
  sync_status TEXT DEFAULT 'synced' NOT NULL,
  synced_at TEXT,
  completion_status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  importance_score FLOAT,
  token_usage INTEGER,
  model_id TEXT,
  attachments TEXT,
  answer_type TEXT,
  planned_sentence_count INTEGER,
  stopped_at TEXT,
  stop_type TEXT,
  stop_reason TEXT,
  spoken_sequence INTEGER,
  spoken_ms INTEGER,
  superseded_at TEXT,
  superseded_by TEXT,
  error_code INTEGER,
  error_message TEXT,
  whole BOOLEAN DEFAULT 0 NOT NULL,
  PRIMARY KEY (pk),
  CHECK (sync_status IN ('pending', 'synced', 'conflict')),
  CHECK (completion_status IN ('pending', 'streaming', 'completed', 'failed')),
  CHECK (message_role IN ('user', 'assistant', 'system')),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_messages_in_order ON alicia_messages (conversation_id, sequence_number);
CREATE INDEX alicia_messages_local ON alicia_messages (local_id) WHERE local_id IS NOT NULL;
CREATE INDEX alicia_messages_open ON alicia_messages (conversation_id) WHERE completion_status = 'streaming';
CREATE INDEX alicia_messages_previous ON alicia_messages (previous_id);
CREATE INDEX alicia_messages_superseded ON alicia_messages (conversation_id) WHERE superseded_at IS NOT NULL AND superseded_by IS NULL;
CREATE INDEX alicia_messages_server ON alicia_messages (server_id) WHERE server_id IS NOT NULL;

CREATE TABLE alicia_reasoning_steps (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  content TEXT NOT NULL,
  sequence_number INTEGER NOT NULL,
  total_steps INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_reasoning_steps_message ON alicia_reasoning_steps (message_id, sequence_number);

CREATE TABLE alicia_semantic_pins (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  content TEXT NOT NULL,
  source_message_id TEXT,
  importance_score FLOAT DEFAULT (0.5) NOT NULL,
  pin_type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (pk),
  CHECK (pin_type IN ('manual', 'auto', 'code', 'concept', 'system')),
  UNIQUE (id),
  FOREIGN KEY(session_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_semantic_pins_session ON alicia_semantic_pins (session_id);

CREATE TABLE alicia_tool_uses (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  message_id TEXT,
  tool_name TEXT DEFAULT '' NOT NULL,
  tool_arguments TEXT DEFAULT '{}' NOT NULL,
  tool_result TEXT,
  status TEXT DEFAULT 'pending' NOT NULL,
  error_message TEXT,
  sequence_number INTEGER DEFAULT 0 NOT NULL,
  completed_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  conversation_id TEXT NOT NULL,
  execution TEXT,
  timeout_ms INTEGER,
  started_at TEXT,
  error_code TEXT,
  PRIMARY KEY (pk),
  CHECK (status IN ('pending', 'running', 'success', 'error', 'cancelled')),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_tool_uses_conversation ON alicia_tool_uses (conversation_id);
CREATE INDEX alicia_tool_uses_message ON alicia_tool_uses (message_id);

CREATE TABLE alicia_user_conversation_commentaries (
  pk INTEGER NOT NULL,
  id TEXT NOT NULL,
  content TEXT DEFAULT '' NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT,
  created_by TEXT,
  meta TEXT DEFAULT '{}' NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  sync_status TEXT DEFAULT 'synced' NOT NULL,
  PRIMARY KEY (pk),
  CHECK (sync_status IN ('pending', 'synced', 'conflict')),
  UNIQUE (id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX alicia_commentaries_conversation ON alicia_user_conversation_commentaries (conversation_id);

CREATE TABLE outbox (
  pk INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL,
  stanza_id INTEGER NOT NULL,
  type INTEGER NOT NULL,
  content_id TEXT,
  raw BLOB NOT NULL,
  status TEXT DEFAULT 'queued' NOT NULL,
  attempts INTEGER DEFAULT 0 NOT NULL,
  last_attempt_at TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  CHECK (status IN ('queued', 'sent', 'failed')),
  UNIQUE (conversation_id, stanza_id),
  FOREIGN KEY(conversation_id) REFERENCES alicia_conversations (id) ON UPDATE CASCADE
);
CREATE INDEX outbox_content ON outbox (content_id);

-- Words and trigrams: external content over views, so that 'rebuild' sees exactly the rows that the triggers keep:
-- nothing deleted, and of the messages nothing that is still being written, which would index a growing answer once
-- a sentence.

CREATE VIEW alicia_memory_indexable AS
  SELECT pk, content, topic, summary, tags, context
  FROM alicia_memory
  WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE alicia_memory_fts USING fts5(
  content, topic, summary, tags, context, content='alicia_memory_indexable', content_rowid='pk', tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE alicia_memory_trigram USING fts5(
  content, topic, summary, tags, context, content='alicia_memory_indexable', content_rowid='pk', tokenize='trigram');
CREATE TRIGGER alicia_memory_indexed
  AFTER INSERT ON alicia_memory
BEGIN
  INSERT INTO alicia_memory_fts(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_memory_unindexed
  AFTER DELETE ON alicia_memory
BEGIN
  INSERT INTO alicia_memory_fts(alicia_memory_fts, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(alicia_memory_trigram, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
END;
CREATE TRIGGER alicia_memory_reindexed
  AFTER UPDATE OF content, topic, summary, tags, context, deleted_at ON alicia_memory
BEGIN
  INSERT INTO alicia_memory_fts(alicia_memory_fts, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(alicia_memory_trigram, rowid, content, topic, summary, tags, context)
    SELECT 'delete', old.pk, old.content, old.topic, old.summary, old.tags, old.context
    WHERE old.deleted_at IS NULL;
  INSERT INTO alicia_memory_fts(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
  INSERT INTO alicia_memory_trigram(rowid, content, topic, summary, tags, context)
    SELECT new.pk, new.content, new.topic, new.summary, new.tags, new.context
    WHERE new.deleted_at IS NULL;
END;
CREATE VIEW alicia_messages_indexable AS
  SELECT pk, contents
  FROM alicia_messages
  WHERE deleted_at IS NULL AND completion_status <> 'streaming';
CREATE VIRTUAL TABLE alicia_messages_fts USING fts5(
  contents, content='alicia_messages_indexable', content_rowid='pk', tokenize='porter unicode61 remove_diacritics 2');
CREATE TRIGGER alicia_messages_indexed
  AFTER INSERT ON alicia_messages
BEGIN
  INSERT INTO alicia_messages_fts(rowid, contents)
    SELECT new.pk, new.contents
    WHERE new.deleted_at IS NULL AND new.completion_status <> 'streaming';
END;
CREATE TRIGGER alicia_messages_unindexed
  AFTER DELETE ON alicia_messages
BEGIN
  INSERT INTO alicia_messages_fts(alicia_messages_fts, rowid, contents)
    SELECT 'delete', old.pk, old.contents
    WHERE old.deleted_at IS NULL AND old.completion_status <> 'streaming';
END;
CREATE TRIGGER alicia_messages_reindexed
  AFTER UPDATE OF contents, completion_status, deleted_at ON alicia_messages
BEGIN
  INSERT INTO alicia_messages_fts(alicia_messages_fts, rowid, contents)
    SELECT 'delete', old.pk, old.contents
    WHERE old.deleted_at IS NULL AND old.completion_status <> 'streaming';
  INSERT INTO alicia_messages_fts(rowid, contents)
    SELECT new.pk, new.contents
    WHERE new.deleted_at IS NULL AND new.completion_status <> 'streaming';
END;

-- Vectors, for search_memories.

CREATE VIRTUAL TABLE alicia_memory_vec USING vec0(embedding float[1024] distance_metric=cosine);
CREATE TRIGGER alicia_memory_vectored
  AFTER INSERT ON alicia_memory
  WHEN new.embeddings IS NOT NULL AND new.deleted_at IS NULL
BEGIN
  INSERT INTO alicia_memory_vec(rowid, embedding) VALUES (new.pk, new.embeddings);
END;
CREATE TRIGGER alicia_memory_unvectored
  AFTER DELETE ON alicia_memory
BEGIN
  DELETE FROM alicia_memory_vec
    WHERE rowid = old.pk;
END;
CREATE TRIGGER alicia_memory_revectored
  AFTER UPDATE OF embeddings, deleted_at ON alicia_memory
BEGIN
  DELETE FROM alicia_memory_vec
    WHERE rowid = old.pk;
  INSERT INTO alicia_memory_vec(rowid, embedding)
    SELECT new.pk, new.embeddings
    WHERE new.embeddings IS NOT NULL AND new.deleted_at IS NULL;
END;
