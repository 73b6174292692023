"""Parsers for environment variables, with clear errors for invalid values."""

import os
import re
from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured

#: A host name, an IPv4 address, an IPv6 address in brackets, or every host below a name.
_NAME = re.compile(r"\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]|\*")


def whole_number(name: str, default: int, least: int = 0) -> int:
    """Return a whole number, or ``default`` if the variable is not set. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "") or str(default)
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number of at least {least}, not {text!r}.")
    return int(text)


def one_of(name: str, values: Collection[str], default: str) -> str:
    """Return one of these words, ignoring case. Raises ImproperlyConfigured."""
    text = os.environ.get(name, default).upper()
    if text not in values:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(values)}, not {text!r}.")
    return text


def hosts(name: str) -> list[str]:
    """Return a space-separated list of host names. Raises ImproperlyConfigured."""
    found = os.environ.get(name, "").split()
    for host in found:
        if not _NAME.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must be a list of host names separated by spaces, such as 'a.example b.example'. "
                f"{host!r} is not a host name."
            )
    return found


def address(name: str) -> str:
    """Return a base URL for links, or an empty string. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "").rstrip("/")
    if text and not text.startswith(("https://", "http://")):
        raise ImproperlyConfigured(f"{name} must begin with https:// or http://, not {text!r}.")
    return text
