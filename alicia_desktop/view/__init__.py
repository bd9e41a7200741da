"""Turn records into plain rows and text for the window to paint, and keep them up to date. Knows no Qt."""
