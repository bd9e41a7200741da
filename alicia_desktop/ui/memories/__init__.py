"""The memories' window: all that is remembered, found, ordered, brought in and taken out."""
