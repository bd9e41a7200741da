"""The Stanzas tab: the journal with its filter, and one stanza down to its bytes."""
