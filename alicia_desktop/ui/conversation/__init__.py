"""The conversation panel in the middle of the window, with header, messages, voice bar and composer."""
