"""Spelling in the fields in which people write: which words are checked, their underlines, and the menu over them."""
