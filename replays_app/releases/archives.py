"""Archives of frozen releases: where they lie, which are known, and whether a file is what it is called."""

import os
from pathlib import Path

from django.conf import settings

from . import known_releases
from .freezing import CannotFreeze, digest_of


class RulesNotHere(LookupError):
    """A release cannot be asked; the message says why, and what an operator can do."""


def file_name(release: str) -> str:
    """Return what the archive of a release is called."""
    return f"rules-{release}.pyz"


def path_of(release: str) -> Path:
    """Return where the archive of a release lies, or would."""
    return Path(settings.RELEASES_DIR) / file_name(release)


def keep(release: str, data: bytes) -> None:
    """Put an archive in its place. Raises CannotFreeze where that would not be the release that is known."""
    pinned = known_releases.known().get(release)
    if pinned is not None and digest_of(data) != pinned.sha256:
        raise CannotFreeze(
            f"This is not the release {release} that is known: its SHA-256 would be {digest_of(data)}, and "
            f"should be {pinned.sha256}. Freeze it of its commit: --from {pinned.commit}"
        )
    path = path_of(release)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def sound_bytes(release: str) -> bytes:
    """Return the archive of a release, which is the one that is known by its name. Raises RulesNotHere."""
    # A battle file may name its release as it likes: no path is made of a name that is not known.
    pinned = known_releases.known().get(release)
    if pinned is None:
        raise RulesNotHere(f"Nobody here knows rules of the name “{release[:40]}”.")
    name = file_name(release)
    try:
        data = path_of(release).read_bytes()
    except OSError:
        raise RulesNotHere(
            f"The rules {release} are not here: put {name} into releases/ where the site keeps its data, "
            "or have it made of the repository's history by “python3 manage.py freeze_release --missing”."
        ) from None
    if digest_of(data) != pinned.sha256:
        raise RulesNotHere(
            f"{name} is not the release {release}: its SHA-256 is {digest_of(data)}, and should be "
            f"{pinned.sha256}. It was not run. Remove it, and put the right file in its place, or have it "
            "made by “python3 manage.py freeze_release --missing”."
        )
    return data
