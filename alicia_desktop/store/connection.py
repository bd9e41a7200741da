"""The one type of the database library that other rooms name: what a query function is given by `Database`."""

from sqlalchemy import Connection

__all__ = ["Connection"]
