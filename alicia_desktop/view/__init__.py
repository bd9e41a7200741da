"""Records turned into plain rows and text for the window to paint: no Qt, no I/O."""
