"""How Alicia remembers (docs/memory.md): what a turn says, what is kept, what is found again, and why.

Pure rooms decide: `extraction`, `facts` and `duplicates` what is kept, `analysis`, `routing`, `scoring`, `decay` and
`choosing` what is found, `answers` what it says by itself. `embedding` owns the sentence encoder, `catalogue` and
`vectors` hold what a search needs at hand, `finder` and `storing` put them together over the store, `retrieval` says
what came of it, and `system` is the one door for a server or a client. No Qt, no network. docs/memory.md walks a query
through all of it.
"""
