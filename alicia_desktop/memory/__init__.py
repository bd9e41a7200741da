"""How Alicia remembers (MEMORY.md): what a turn says, what is kept, what is found again, and why.

Pure rooms (`words`, `analysis`, `scoring`, `extraction`, `duplicates`, `answers`) decide; `embedding` owns the
sentence encoder, `catalogue` holds what a search needs at hand, `retrieval` and `storing` put them together over the
store, and `system` is the one door for a server or a client. No Qt, no network.
"""
