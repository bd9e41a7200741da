"""What every room may use: time, ids, tasks, signals, rows, errors, logs. Knows nothing of Alicia."""
