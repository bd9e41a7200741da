"""The Tools tab: each tool use with its parameters and its result."""
