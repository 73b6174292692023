"""Where a webhook may go: to a host that everybody can reach, at the address that was looked at.

A site for one network may let them go to its own hosts too (``settings.HAS_PRIVATE_WEBHOOKS``).

The name is looked up once; every address that it has must be a public one, and the first is the one that is
connected to. A name that answers otherwise a moment later gains nothing by it.
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
#: For finding a host's addresses, in seconds.
LOOK_UP_S = 3.0
NOT_PUBLIC = "This host is not a public one. Name one that everybody can reach."
#: Networks that lead on to private IPv4 addresses: NAT64, 6to4, Teredo.
_TUNNELS = tuple(ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
#: What Python 3.11 takes for public and is nobody's host: for protocols between neighbours (RFC 6890), once a
#: way from 6to4 (RFC 7526), for questions about private names (AS112, RFC 7534 and 7535), for documents (RFC
#: 9637), for parts of ways (RFC 9602), and a host that a large cloud shows to its machines.
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
    """Nothing is sent to this URL; the message says why, for the member who typed it."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to connect to, and what to ask there for."""

    address: str
    port: int
    host: str
    path: str


def look_up(host: str) -> list[str]:
    """Return all addresses that a name has. Raises OSError, also where nobody has said so within LOOK_UP_S.

    The system's resolver waits as long as somebody's name server likes, and cannot be told to give up: so a
    thread waits for it, which is left to itself then.
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
    """Return the host that a URL names. Raises BadAddress for one that no webhook may have; asks nobody."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("This is not an address.") from None
    if len(url) > LONGEST_URL or not url.isascii() or any(sign <= " " for sign in url):
        raise BadAddress("An address has at most 500 signs, and no spaces.")
    if parts.scheme != "https" or port not in (None, HTTPS_PORT):
        raise BadAddress("Only https:// is written to, at its usual port.")
    if parts.username is not None or parts.password is not None or not parts.hostname:
        raise BadAddress("An address names a host, and neither name nor password before it.")
    if not settings.HAS_PRIVATE_WEBHOOKS and _names_no_public_host(parts.hostname):
        raise BadAddress(NOT_PUBLIC)
    return parts.hostname


def _names_no_public_host(host: str) -> bool:
    """Whether a host is this machine, or the number of one that not everybody can reach; asks nobody."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return not is_public(ip_address(host.partition("%")[0]))
    except ValueError:
        return _is_number(name)


def _is_number(host: str) -> bool:
    """Whether a host is a number in a way of writing that only some programs read, as 2130706433 or 127.1."""
    last = host.rpartition(".")[2]
    return last.isdigit() or last.startswith("0x")


def target_of(url: str, names: LookUp = look_up) -> Target:
    """Return where a webhook's URL leads. Raises BadAddress where that is no public host."""
    host = check_form(url)
    try:
        addresses = [ip_address(text.partition("%")[0]) for text in names(host)]
    except (OSError, ValueError):
        raise BadAddress("There is no such host.") from None
    if not addresses or not (settings.HAS_PRIVATE_WEBHOOKS or all(map(is_public, addresses))):
        raise BadAddress(NOT_PUBLIC)
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(str(addresses[0]), HTTPS_PORT, host, path)


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet, and leads to no other."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in tunnel for tunnel in _TUNNELS):
            return False
    if any(address in net for net in _NOBODYS):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
