"""The frozen releases and the hashes of their archives, from `releases.toml`."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from darkseas.rules import registry

from .freezing import Frozen

_NAME = re.compile(r"r[0-9]{1,6}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class KnownRelease(NamedTuple):
    """A frozen release: its commit, and the SHA-256 of its archive in hex."""

    commit: str
    sha256: str


def known() -> Mapping[str, KnownRelease]:
    """Return the frozen releases by name. Raises ValueError for a malformed file."""
    lines = tomllib.loads(Path(settings.KNOWN_RELEASES).read_text("utf-8"))
    found = {name: KnownRelease(**line) for name, line in lines.items()}
    for name, release in found.items():
        fits = (_NAME.fullmatch(name), _COMMIT.fullmatch(release.commit), _DIGEST.fullmatch(release.sha256))
        if not all(fits):
            raise ValueError(f"{settings.KNOWN_RELEASES}: {name} is not a release with commit and SHA-256")
    return found


def older() -> Mapping[str, KnownRelease]:
    """Return all frozen releases except the current one, which needs no archive."""
    return {name: release for name, release in known().items() if name != registry.RELEASE}


def write(frozen: Frozen, commit: str) -> None:
    """Store the commit of a release. Comments at the top of the file remain."""
    path = Path(settings.KNOWN_RELEASES)
    comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    lines = {**known(), frozen.release: KnownRelease(commit, frozen.sha256)}
    tables = [f'\n[{name}]\ncommit = "{one.commit}"\nsha256 = "{one.sha256}"' for name, one in lines.items()]
    path.write_text("\n".join([*comments, *tables]) + "\n", "utf-8")
