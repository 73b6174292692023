"""The version of the code that computes states and sentences; caches are only valid for one version."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

_SOURCES = ("darkseas/engine", "darkseas/rules", "replays_app")
_SUFFIXES = {".py", ".toml"}


@cache
def code_version() -> str:
    """Return 16 hex digits that change with every change of engine, rules or this app."""
    version, base = sha256(), Path(settings.BASE_DIR)
    for folder in _SOURCES:
        for path in sorted((base / folder).rglob("*")):
            if path.suffix in _SUFFIXES:
                name = path.relative_to(base).as_posix()
                version.update(name.encode() + b"\0" + path.read_bytes())
    return version.hexdigest()[:16]
