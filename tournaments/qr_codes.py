"""QR codes of addresses that other devices in the hall can open."""

from ipaddress import ip_address

import segno
from django.conf import settings
from django.http import HttpRequest

ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def address_for_others(request: HttpRequest, path: str) -> tuple[str, bool]:
    """Return the address under which others in the hall reach a page, and whether they can reach it at all.

    A director who works on the serving laptop itself calls the site by a name that means another machine
    everywhere else: the address that the start for the hall found for the laptop takes its place.
    """
    address = request.build_absolute_uri(path)
    host, _, port = request.get_host().rpartition(":") if _has_port(request) else (request.get_host(), "", "")
    if host not in ONLY_HERE:
        return address, True
    outside = next((name for name in settings.ALLOWED_HOSTS if _is_address_of_this_machine(name)), None)
    if outside is None:
        return address, False
    return f"{request.scheme}://{outside}{':' + port if port else ''}{path}", True


def _has_port(request: HttpRequest) -> bool:
    return request.get_host().rpartition(":")[2].isdecimal()


def _is_address_of_this_machine(name: str) -> bool:
    try:
        return not ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def code_to_scan(address: str) -> str:
    """Return a picture of the code, dark on white in every colour scheme, as an image's address."""
    return str(segno.make(address, error="m", micro=False).svg_data_uri(scale=5, border=4, light="white"))


def page_code(request: HttpRequest, path: str) -> dict[str, str] | None:
    """Return a page's address and the picture of its code, ``None`` where nobody else in the hall could open it."""
    address, is_reachable = address_for_others(request, path)
    return {"address": address, "picture": code_to_scan(address)} if is_reachable else None
