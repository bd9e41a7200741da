"""The desktop around the window: tray, notifications and announcements, each over D-Bus or Qt where it is there."""
