"""A small HTTP client for measuring: many keep-alive connections in one thread, answers counted but not kept."""

import selectors
import socket
import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Load:
    """What a run of requests came to. ``statuses`` counts answers by status code."""

    per_second: float
    statuses: dict[int, int]


@dataclass(slots=True)
class Connection:
    """One connection, and what has come of the answer to the request on it."""

    sock: socket.socket
    received: bytearray = field(default_factory=bytearray)
    wanted: int = 0  # length of the whole answer, 0 until its head has come


def request_bytes(path: str, headers: dict[str, str] | None = None) -> bytes:
    """Return a GET request as a browser sends it, with compression accepted."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "Connection: keep-alive"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def run_load(port: int, request: bytes, *, requests: int, connections: int = 32) -> Load:
    """Send the same request ``requests`` times over ``connections`` connections and count the answers."""
    statuses: dict[int, int] = {}
    poll = selectors.DefaultSelector()
    for _ in range(connections):
        sock = socket.create_connection(("127.0.0.1", port), timeout=30)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        poll.register(sock, selectors.EVENT_READ, Connection(sock))
    start = time.perf_counter()
    for key in list(poll.get_map().values()):
        key.data.sock.sendall(request)
    sent, answered = connections, 0
    while answered < requests:
        for key, _ in poll.select(timeout=30):
            connection: Connection = key.data
            status = read_answer(connection)
            if status is None:
                continue
            statuses[status] = statuses.get(status, 0) + 1
            answered += 1
            if sent < requests:
                connection.sock.sendall(request)
                sent += 1
    seconds = time.perf_counter() - start
    for key in list(poll.get_map().values()):
        key.data.sock.close()
    poll.close()
    return Load(answered / seconds, statuses)


def read_answer(connection: Connection) -> int | None:
    """Take what has come; return the status once the answer is whole."""
    data = connection.sock.recv(262_144)
    if not data:
        raise ConnectionError("the server closed the connection")
    received = connection.received
    received += data
    if not connection.wanted:
        end = received.find(b"\r\n\r\n")
        if end < 0:
            return None
        connection.wanted = end + 4 + _content_length(bytes(received[:end]).lower())
    if len(received) < connection.wanted:
        return None
    status = int(received[9:12])
    received.clear()
    connection.wanted = 0
    return status


def _content_length(head: bytes) -> int:
    at = head.find(b"content-length:")
    return int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def fetch(port: int, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    """Fetch one address: status, headers in lower case, body as sent (compressed where it was).

    Raises:
        OSError: nobody answers there, as while a server starts or was killed.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
        sock.sendall(request_bytes(path, headers).replace(b"keep-alive", b"close"))
        data = bytearray()
        while chunk := sock.recv(262_144):
            data += chunk
    if not data:
        raise ConnectionError("the server closed the connection without an answer")
    head, _, body = bytes(data).partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in rest)
    return int(first.split()[1]), {name.lower(): value for name, value in fields.items()}, body
