"""Qt's composition root: open the window first, then everything behind it; close all of it in order at the end."""
