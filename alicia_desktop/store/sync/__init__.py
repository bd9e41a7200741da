"""Queries of offline sync: what this computer and a server agreed on, and where they differ."""
