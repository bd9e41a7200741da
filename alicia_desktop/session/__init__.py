"""One live conversation: a pure state machine, the asyncio driver that carries its commands out, and the voice's state."""
