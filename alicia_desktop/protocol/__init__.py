"""The Alicia wire protocol (PROTOCOL.md): envelope, messages, codec, and the pure rules that both sides share."""
