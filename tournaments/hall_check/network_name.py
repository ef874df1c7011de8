"""A name for this laptop in the network of the hall: ``cribbage.local`` is easier to type than a numeric address.

Its own process answers for the name: the server forks workers where it can, and threads would make that unsafe.
"""

from __future__ import annotations

import multiprocessing
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

NAME = "cribbage"
MOST_LAPTOPS = 9
MILLISECONDS = 700
"""How long others are given to say that a name is theirs."""
SECONDS_TO_REGISTER = 8.0
SERVICE = "_http._tcp.local."


def names_offered() -> list[str]:
    """Return every name that this laptop may take: the first free one is used."""
    return [f"{NAME}{'' if number == 1 else number}.local" for number in range(1, MOST_LAPTOPS + 1)]


@contextmanager
def network_name(addresses: list[str], port: int) -> Iterator[str]:
    """Answer to a name in the network, as long as this is entered. Gives the name, blank if it could not get one.

    Nothing depends on it: where the network does not pass such questions on, the numeric address remains.
    """
    if not addresses:
        yield ""
        return
    context = multiprocessing.get_context("spawn")
    name, told = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(addresses, port, told), daemon=True, name="network-name")
    process.start()
    told.close()
    try:
        yield _received(name)
    finally:
        process.terminate()
        process.join(timeout=2)


def _received(name: Connection) -> str:
    try:
        return str(name.recv()) if name.poll(SECONDS_TO_REGISTER) else ""
    except (EOFError, OSError):
        return ""


def _answer(addresses: list[str], port: int, told: Connection) -> None:
    """Register a free name, tell which, and answer for it until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    try:
        from zeroconf import ServiceInfo, Zeroconf

        network = Zeroconf(interfaces=addresses)
        name = next((name for name in names_offered() if not _is_taken(network, name, addresses)), "")
        if name:
            machine = socket.gethostname().removesuffix(".local")
            service = ServiceInfo(
                SERVICE,
                f"Cribbage tournaments on {machine}.{SERVICE}",
                port=port,
                properties={"path": "/"},
                server=f"{name}.",
                parsed_addresses=addresses,
            )
            network.register_service(service, allow_name_change=True)
    except Exception:  # noqa: BLE001 - whatever a network does wrong, the numeric address remains
        name = ""
    told.send(name)
    told.close()
    server = multiprocessing.parent_process()
    if name and server is not None:
        server.join()


def _is_taken(network: Zeroconf, name: str, addresses: list[str]) -> bool:
    from zeroconf import AddressResolverIPv4

    resolver = AddressResolverIPv4(f"{name}.")
    return resolver.request(network, MILLISECONDS) and bool(set(resolver.parsed_addresses()) - set(addresses))
