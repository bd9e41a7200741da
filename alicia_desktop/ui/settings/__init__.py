"""The settings dialog: its form, pages and fields. Files and keyring are `app`'s."""
