"""Read from which address a request comes, also behind proxies: limits count by it."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # noqa: S104 - stands for those whose address nobody tells, is not bound


def address_of(request: HttpRequest) -> str:
    """Return the address of the sender of a request. django-axes calls this."""
    return client_address(request.META, settings.PROXIES) or UNKNOWN


def client_address(environ: Mapping[str, Any], proxies: int) -> str:
    """Return the address that the outermost of our own proxies saw: what stands before it anybody may have written.

    Of IPv6 it is the network (/64), in which one home or phone has as many addresses as it likes.
    """
    nearest = str(environ.get("REMOTE_ADDR", ""))
    passed_on = str(environ.get("HTTP_X_FORWARDED_FOR", "")).rsplit(",", proxies)[-proxies:] if proxies else []
    seen = passed_on[0] if len(passed_on) == proxies and passed_on else nearest
    return _network(seen) or _network(nearest)


def _network(text: str) -> str:
    host = text.strip().strip('"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False).network_address)
