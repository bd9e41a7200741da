"""The Alicia wire protocol (docs/protocol.md): envelope, messages, codec, and the pure rules that both sides share."""
