"""The middle of the window: header, banner, messages and the dock with voice and composer."""
