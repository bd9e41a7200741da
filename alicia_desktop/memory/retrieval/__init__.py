"""Find the memories for a query and explain every step (docs/memory.md#the-way-of-a-query).

`search_service` runs the steps: `analysis` reads the query, `routing` scores the categories it speaks of, `word_lookup`
and `vectors` find memories by words and by meaning, `score_features` and `scoring` make one relevance of both (numbers:
`calibration`), `selection` decides which are used, `ranking` puts the last three together, `result` is what comes of
it. `memory_index` keeps `catalogue`, `vectors` and the embeddings of `embedder` true to the database.
"""
