"""What a turn tells: normalised, split into clauses, rewritten, selected by a learned model, and filed."""
