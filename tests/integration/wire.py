"""A connection whose bytes a test chooses one by one."""
import socket

PATIENCE = 30


class Wire:
    """One connection. Answers are parsed strictly: what is no answer of HTTP/1.1 ends the test."""

    def __init__(self, port, data=b""):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.buffer = b""
        self.send(data)

    def send(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the answer came, and the connection went, before everything was sent

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self.buffer += data
        return bool(data)

    def answer(self, method=b"GET"):
        """(status, headers, body), or None when the connection was closed before one."""
        while b"\r\n\r\n" not in self.buffer:
            if not self.more():
                assert not self.buffer, f"half an answer: {self.buffer[:80]}"
                return None
        head, _, rest = self.buffer.partition(b"\r\n\r\n")
        first, *lines = head.decode("ascii").split("\r\n")
        assert first.startswith("HTTP/1.1 "), first
        status = int(first.split(" ")[1])
        headers = {}
        for line in lines:
            name, value = line.split(": ", 1)
            assert name.lower() not in headers, f"{name} came twice"
            headers[name.lower()] = value
        length = int(headers.get("content-length", 0)) if method != b"HEAD" and status >= 200 else 0
        self.buffer = rest
        while len(self.buffer) < length:
            assert self.more(), "an answer broke off"
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        if status >= 200:
            assert "date" in headers and "content-length" in headers, headers
            assert not [name for name in headers if name.startswith("access-control-")], headers
        return status, headers, body

    def is_closed(self):
        """True when nothing more comes and the peer has closed."""
        assert not self.buffer, f"more came: {self.buffer[:80]}"
        self.socket.settimeout(PATIENCE)
        return not self.more()
