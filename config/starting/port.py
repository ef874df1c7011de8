"""The port that the site listens on: a free one, or which program has it; and how many may connect."""

import socket
import sys
import time
from contextlib import suppress

import psutil

from config.starting.folder import say

FIRST_PORT = 8000
MOST_PORTS = 10
"""How many ports are tried where the usual one is taken and nobody asked for it."""
MAX_CONNECTIONS = 16_000
"""Of a worker: 10,000 pages that follow may all come to one, and everybody else must get in too."""
FILES_OF_ITS_OWN = 128
SECONDS_TO_LET_GO = 3.0
"""How long what a killed server left may hold the port: its workers look for it once a second, and end."""


def why_port_is_taken(host: str, port: int) -> str:
    """Return why nothing can listen there, or nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # Windows lets two listen at one port, unless one asks for it alone.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        probe.setsockopt(socket.SOL_SOCKET, option, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""


def free_port(host: str, wanted: int | None, option: str) -> int:
    """Return the port to listen on: the one wanted, else the first free one from 8000. End with a message if taken.

    ``option`` is how one says which port.
    """
    first = wanted or FIRST_PORT
    until = time.monotonic() + SECONDS_TO_LET_GO
    while why_port_is_taken(host, first) and time.monotonic() < until:
        time.sleep(0.1)
    for port in range(first, first + (1 if wanted else MOST_PORTS)):
        why = why_port_is_taken(host, port)
        if not why:
            if port != first:
                say(f"Another program uses port {first}: this site has port {port}.")
            return port
    sys.exit(f"Cannot listen on {host}:{first}: {why}{holder(first)}. Try {option}{first + 1}")


def holder(port: int) -> str:
    """Return in words which process listens at a port of this computer; nothing where the system does not tell."""
    with suppress(psutil.Error, OSError):
        for one in psutil.net_connections("tcp"):
            if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == port and one.pid:
                return f" (by {psutil.Process(one.pid).name()}, process {one.pid})"
    return ""


def room_for_connections() -> int:
    """Return how many connections a worker may hold: as many as it may have open files, but some for itself."""
    try:
        import resource  # noqa: TID251 - not where the system has no such limits
    except ImportError:
        return MAX_CONNECTIONS
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + FILES_OF_ITS_OWN
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(128, allowed - FILES_OF_ITS_OWN)
