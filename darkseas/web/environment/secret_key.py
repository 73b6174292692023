"""The secret key of a local site: made on first start, kept for its owner alone."""

import os
import secrets
from pathlib import Path

KEY_BYTES = 48


def local_secret(path: Path) -> str:
    """Return the key in the file; make both when there is none.

    Two processes may ask at once: the key is written whole to a file of its own, then
    linked into place, and the first link wins.
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
