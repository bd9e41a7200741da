"""One language for finding: parser, evaluator in memory and over bodies; the store says the same in SQL."""
