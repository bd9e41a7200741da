"""The local Alicia server: rooms, the agent in them, its HTTP interface, and the engines that think, hear and speak.

It has its own database (`server.db`) and knows no client: what it shares with the app are protocol, store and memory,
because the protocol is the serialised database (docs/architecture.md#journal-and-projection).
"""
