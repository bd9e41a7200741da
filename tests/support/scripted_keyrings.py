"""A desktop that keeps secrets and has no keyring yet: the Secret Service, on a message bus of the test's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.secrets"


@contextmanager
def empty_secret_service(address: str) -> Iterator[list[str]]:
    """Serve without a single keyring; the methods that were called."""
    called: list[str] = []
    connection = open_dbus_connection(address)
    connection.send_and_get_reply(message_bus.RequestName(NAME))

    def serve() -> None:
        while not called or called[-1] != "End":
            message = connection.receive()
            if message.header.message_type is MessageType.method_call:
                called.append(message.header.fields[HeaderFields.member])
                connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownObject"))
        connection.close()

    serving = Thread(target=serve)
    serving.start()
    try:
        yield called
    finally:
        with open_dbus_connection(address) as other:
            other.send(new_method_call(DBusAddress("/", bus_name=NAME), "End"))
            serving.join()
