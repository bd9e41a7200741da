"""Speech in a room: from the user's sound to a message, and from an answer's sentences to sound."""
