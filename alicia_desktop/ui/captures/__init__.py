"""Windows of captures: saving one, showing one, and two beside each other."""
