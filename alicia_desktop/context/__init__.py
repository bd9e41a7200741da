"""What a model is given of a conversation (docs/memory.md#context-for-an-answer): messages, pins, summaries, memories.

`assembly` puts it together within a token budget from `parts`; `pinning` and `summaries` decide by rules what is kept
in view of what was said earlier; `conversation_memory` reads and updates all of it in the database. No Qt, no network.
"""
