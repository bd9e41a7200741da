"""The inspector: one turn as chain and waterfall, its memories, its tools, and every stanza down to the byte."""
