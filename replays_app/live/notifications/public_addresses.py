"""Addresses allowed for webhooks: only public hosts, and only the address that was checked.

A site for one network may allow its own hosts too (``settings.HAS_PRIVATE_WEBHOOKS``). The name is looked up
once; all its addresses must be public, and the connection goes to the first. So a name that resolves
differently a moment later gains nothing (DNS rebinding).
"""

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Thread
from urllib.parse import urlsplit

from django.conf import settings

HTTPS_PORT = 443
LONGEST_URL = 500
#: Time limit for looking up a host, in seconds.
LOOK_UP_S = 3.0
NOT_PUBLIC = "Use a public host: this address is private."
#: Networks that embed private IPv4 addresses: NAT64, 6to4, Teredo.
_TUNNELS = tuple(ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
#: Addresses that Python 3.11 calls public although they are not public hosts: protocols between neighbours
#: (RFC 6890), 6to4 relays (RFC 7526), AS112 (RFC 7534 and 7535), documentation (RFC 9637), SRv6 segments (RFC
#: 9602), and the metadata host of a large cloud.
_NOBODYS = tuple(
    ip_network(net)
    for net in (
        "192.0.0.0/24", "192.88.99.0/24", "192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48",
        "3fff::/20", "5f00::/16", "168.63.129.16/32",
    )
)  # fmt: skip

Address = IPv4Address | IPv6Address
#: Returns all addresses of a name, or raises OSError.
LookUp = Callable[[str], Iterable[str]]


class BadAddress(ValueError):
    """The URL is not allowed; the message tells the member why."""


@dataclass(frozen=True, slots=True)
class Target:
    """Address to connect to, and the host and path of the request."""

    address: str
    port: int
    host: str
    path: str


def look_up(host: str) -> list[str]:
    """Return all addresses of a host name. Raises OSError, also if no answer comes within LOOK_UP_S.

    The system's resolver cannot be interrupted, so a separate thread waits for it and is abandoned on
    timeout.
    """
    found: list[str] = []
    thread = Thread(target=_look_up, args=(host, found), daemon=True)
    thread.start()
    thread.join(LOOK_UP_S)
    if thread.is_alive() or not found:
        raise OSError(f"{host} was not found within {LOOK_UP_S} s")
    return found


def _look_up(host: str, found: list[str]) -> None:
    with suppress(OSError, UnicodeError):
        entries = socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
        found.extend(str(entry[4][0]) for entry in entries)


def check_form(url: str) -> str:
    """Return the host of a URL, without a look-up. Raises BadAddress for URLs not allowed for webhooks."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("Enter a valid URL.") from None
    if len(url) > LONGEST_URL or not url.isascii() or any(sign <= " " for sign in url):
        raise BadAddress("Use at most 500 characters, without spaces.")
    if parts.scheme != "https" or port not in (None, HTTPS_PORT):
        raise BadAddress("Use https:// and the standard port.")
    if parts.username is not None or parts.password is not None or not parts.hostname:
        raise BadAddress("Use a host without user name and password.")
    if not settings.HAS_PRIVATE_WEBHOOKS and _names_no_public_host(parts.hostname):
        raise BadAddress(NOT_PUBLIC)
    return parts.hostname


def _names_no_public_host(host: str) -> bool:
    """Whether a host is this machine or a non-public IP address; does no look-up."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return not is_public(ip_address(host.partition("%")[0]))
    except ValueError:
        return _is_number(name)


def _is_number(host: str) -> bool:
    """Whether a host is an IP address in an unusual notation, such as 2130706433 or 127.1."""
    last = host.rpartition(".")[2]
    return last.isdigit() or last.startswith("0x")


def target_of(url: str, names: LookUp = look_up) -> Target:
    """Return the target of a webhook's URL. Raises BadAddress if it is not a public host."""
    host = check_form(url)
    try:
        addresses = [ip_address(text.partition("%")[0]) for text in names(host)]
    except (OSError, ValueError):
        raise BadAddress("Host not found.") from None
    if not addresses or not (settings.HAS_PRIVATE_WEBHOOKS or all(map(is_public, addresses))):
        raise BadAddress(NOT_PUBLIC)
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(str(addresses[0]), HTTPS_PORT, host, path)


def is_public(address: Address) -> bool:
    """Whether an address is on the public internet and does not lead to a private one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in tunnel for tunnel in _TUNNELS):
            return False
    if any(address in net for net in _NOBODYS):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
