"""Records turned into plain rows and text for the window to paint, and kept up to date. Knows no Qt."""
