"""Archives of frozen releases: their paths, and the check of their hashes."""

import os
from pathlib import Path

from django.conf import settings

from . import known_releases
from .freezing import CannotFreeze, digest_of


class RulesNotHere(LookupError):
    """A release cannot run. The message gives the reason and the operator's next step."""


def file_name(release: str) -> str:
    return f"rules-{release}.pyz"


def path_of(release: str) -> Path:
    """Return the path of a release's archive, which may be missing."""
    return Path(settings.RELEASES_DIR) / file_name(release)


def keep(release: str, data: bytes) -> None:
    """Store an archive. Raises CannotFreeze if its hash is not the known one."""
    pinned = known_releases.known().get(release)
    if pinned is not None and digest_of(data) != pinned.sha256:
        raise CannotFreeze(
            f"This is not the known release {release}: its SHA-256 would be {digest_of(data)}, and "
            f"should be {pinned.sha256}. Freeze it from its commit: --from {pinned.commit}"
        )
    path = path_of(release)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def sound_bytes(release: str) -> bytes:
    """Return the archive of a release after checking its hash. Raises RulesNotHere."""
    # A battle file may name any release, so no path is built from an unknown name.
    pinned = known_releases.known().get(release)
    if pinned is None:
        raise RulesNotHere(f"No release of the rules is called “{release[:40]}” here.")
    name = file_name(release)
    try:
        data = path_of(release).read_bytes()
    except OSError:
        raise RulesNotHere(
            f"The rules {release} are not installed: put {name} into releases/ in the site's data folder, "
            "or build it from the repository's history with “python3 manage.py freeze_release --missing”."
        ) from None
    if digest_of(data) != pinned.sha256:
        raise RulesNotHere(
            f"{name} is not the release {release}: its SHA-256 is {digest_of(data)}, and should be "
            f"{pinned.sha256}. It was not run. Replace it with the right file, or run "
            "“python3 manage.py freeze_release --missing”."
        )
    return data
