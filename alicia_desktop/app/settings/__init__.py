"""Behind the settings: the dialog, what is stored of it, models, downloads, pairing and the start with the session."""
