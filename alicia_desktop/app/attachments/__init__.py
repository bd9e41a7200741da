"""Files that are attached to messages: read, refused with a sentence, shown, saved."""
