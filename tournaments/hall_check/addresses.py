"""The addresses and names by which other devices in the hall reach this computer."""

import socket
from contextlib import suppress
from ipaddress import ip_address

import psutil

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound


def in_brackets(host: str) -> str:
    """Return a host as addresses have it."""
    return f"[{host}]" if ":" in host else host


def preferred_address() -> str:
    """Return the address that this machine uses towards others, blank without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks only which of our addresses would be used
        return str(probe.getsockname()[0])
    return ""


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine's working networks, the one that is used towards others first."""
    works = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if name in works
        for address in addresses
        if address.family == socket.AF_INET
    ]
    preferred = preferred_address()
    usable = [preferred, *sorted(found, key=ip_address)] if preferred else sorted(found, key=ip_address)
    return list(dict.fromkeys(address for address in usable if is_for_others(address)))


def is_for_others(address: str) -> bool:
    """Tell whether an address can lead another device here: not one of this machine alone, or one it gave itself."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def own_names() -> list[str]:
    """Return the names of this machine, as far as it answers to them."""
    name = socket.gethostname().lower()
    return list(dict.fromkeys([name, f"{name.removesuffix('.local')}.local"]))
