"""Build the archive of a release: engine and rules as one zip, with the same bytes on every machine.

Files are sorted, and stored without compression or times, because compression differs between machines.
"""

import io
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

#: The parts of a tree that an archive contains.
PARTS = ("darkseas/__init__.py", "darkseas/engine", "darkseas/rules")
_SUFFIXES = {".py", ".toml"}
_REGISTRY = "darkseas/rules/registry.py"
_DOOR = "darkseas/rules/door/program.py"
_RELEASE = re.compile(r'^RELEASE = "(r[0-9]{1,6})"$', re.MULTILINE)
_MAIN = b"from darkseas.rules.door.program import main\n\nmain()\n"
#: The earliest time that a zip can store, and the mode of a plain file that everybody may read.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16
_UNIX = 3


class CannotFreeze(ValueError):
    """The archive cannot be built. The message gives the reason and the next step."""


class Frozen(NamedTuple):
    """The archive of a release: its bytes and their SHA-256 in hex."""

    release: str
    data: bytes
    sha256: str


def of_folder(root: Path) -> Frozen:
    """Build the archive of a folder. Raises CannotFreeze."""
    paths = [path for part in PARTS for path in (root / part, *sorted((root / part).rglob("*")))]
    files = [path for path in paths if path.is_file()]
    return _frozen({path.relative_to(root).as_posix(): path.read_bytes() for path in files})


def of_commit(repository: Path, commit: str) -> Frozen:
    """Build the archive of a commit of this folder's repository. Raises CannotFreeze."""
    return _frozen(files_of(repository, commit, *PARTS))


def files_of(repository: Path, commit: str, *parts: str) -> dict[str, bytes]:
    """Return the files of a commit below these paths, by name. Raises CannotFreeze."""
    data = _git(repository, "archive", "--format=tar", full_commit(repository, commit), *parts)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        files = {member.name: tar.extractfile(member) for member in tar if member.isfile()}
        return {name: file.read() for name, file in files.items() if file is not None}


def full_commit(repository: Path, commit: str) -> str:
    """Return the full id of a commit. Raises CannotFreeze if the history does not include it."""
    name = f"{commit}^{{commit}}"
    return _git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", name).decode().strip()


def digest_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def _git(repository: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(repository), *words],  # noqa: S607  whichever git there is
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        raise CannotFreeze(
            f"This repository's history does not have it, or git is missing ({words[0]}: {words[-1]}). "
            "In a shallow clone run “git fetch --unshallow”."
        ) from None
    return done.stdout


def _frozen(files: Mapping[str, bytes]) -> Frozen:
    kept = {name: data for name, data in files.items() if _is_kept(name)}
    found = _RELEASE.search(kept.get(_REGISTRY, b"").decode())
    if found is None:
        raise CannotFreeze(f"{_REGISTRY} does not say which release this is.")
    if _DOOR not in kept:
        raise CannotFreeze(f"There is no {_DOOR}: this release could not be run.")
    data = _zip({**kept, "__main__.py": _MAIN})
    return Frozen(found.group(1), data, digest_of(data))


def _is_kept(name: str) -> bool:
    path = Path(name)
    return path.suffix in _SUFFIXES and "__pycache__" not in path.parts


def _zip(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, files[name])
    return out.getvalue()
