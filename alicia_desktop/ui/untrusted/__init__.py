"""Showing untrusted text: no text, link or picture opens anything by being shown.

`plain_text` is for what Qt would read as HTML, keys or placeholders (tool tips, buttons, window titles, notifications),
`links` says which addresses can be opened and opens them, `inert_document` takes out of a formatted text what a layout
would load. Nothing else in `ui` and `app` calls Qt's functions for that; `tests/ui/untrusted` holds it.
"""
