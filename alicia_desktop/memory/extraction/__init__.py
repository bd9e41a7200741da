"""What a turn of the person tells that is worth keeping, by rules that need no model."""
