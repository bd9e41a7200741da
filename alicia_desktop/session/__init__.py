"""One live conversation: a pure state machine, the driver that carries its commands out, and the voice's state."""
