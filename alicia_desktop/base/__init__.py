"""Building blocks for every package: time, ids, tasks, signals, rows, errors, logs. Knows nothing of Alicia."""
