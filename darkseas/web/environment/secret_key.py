"""The secret key of a local site, created on first start and readable only by its owner."""

import os
import secrets
from pathlib import Path

KEY_BYTES = 48


def local_secret(path: Path) -> str:
    """Return the key in the file. Create the file if it does not exist.

    Two processes may do this at once. Each writes its key to a temporary file and links it into place; the
    first link wins.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = path.with_name(f"{path.name}.{os.getpid()}")
        own.touch(mode=0o600)
        own.write_text(secrets.token_urlsafe(KEY_BYTES), encoding="ascii")
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text(encoding="ascii")
