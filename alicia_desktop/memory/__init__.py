"""How Alicia remembers (docs/memory.md): what a turn states, what is stored, what is found again, and why.

Pure functions decide: `extraction` and `facts` what is stored, `retrieval` what is found, `answers` what is answered
without a model. `storing` and `retrieval.memory_index` put them to work on the database, and `system` is the one entry
for a server or a client. No Qt, no network. docs/memory.md walks a query through all of it.
"""
