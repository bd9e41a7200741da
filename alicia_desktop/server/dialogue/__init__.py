"""What belongs to every conversation: recognise greetings, feelings and wishes, and answer them from a table."""
