-- Version 6: kept sounds are found by their message and by their age. Frozen: a change is a new numbered step.

CREATE INDEX alicia_sentences_sound ON alicia_sentences (message_id, created_at, audio_bytesize) WHERE audio_data IS NOT NULL;
CREATE INDEX alicia_audio_sound ON alicia_audio (message_id, created_at) WHERE audio_data IS NOT NULL;
