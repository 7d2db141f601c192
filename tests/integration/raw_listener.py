"""A server of bytes for the tests: what a connection gets is up to the test."""
import socket
import threading


class RawListener:
    """Listens on a port of its own. `serve(connection)` runs on a thread for each connection, which is closed
    afterwards; a client that has gone is no fault."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return  # it was closed
            threading.Thread(target=self.guarded, args=(connection,), daemon=True).start()

    def guarded(self, connection):
        with connection:
            try:
                self.serve(connection)
            except OSError:
                pass

    def serve(self, connection):
        raise NotImplementedError
