"""Chooses a safe journal mode for the SQLite version.

SQLite 3.7.0 to 3.51.2 can lose a committed transaction or corrupt the file when one connection writes while
another checkpoints the write-ahead log; fixed in 3.51.3, 3.50.7 and 3.44.6 (sqlite.org/changes.html). A web
process and a worker on one file do exactly that, so affected versions get a rollback journal.
"""

from typing import Final

Release = tuple[int, int, int]

WAL_FIRST: Final[Release] = (3, 7, 0)
WAL_FIXED: Final[Release] = (3, 51, 3)
FIXED_BRANCHES: Final[tuple[Release, ...]] = ((3, 44, 6), (3, 50, 7))


def is_wal_safe(release: Release) -> bool:
    """Return whether the write-ahead log of this SQLite release may be used."""
    if release >= WAL_FIXED:
        return True
    if release < WAL_FIRST:
        return False
    return any(release[:2] == branch[:2] and release >= branch for branch in FIXED_BRANCHES)


def journal_mode(release: Release) -> str:
    """Return the journal mode for this SQLite release: ``WAL`` or ``TRUNCATE``."""
    return "WAL" if is_wal_safe(release) else "TRUNCATE"


def opening_statements(release: Release) -> str:
    """Return the statements that every new connection runs first.

    ``synchronous=FULL``: a die that was shown must survive a power loss.
    ``recursive_triggers=ON``: otherwise ``INSERT OR REPLACE`` bypasses the log's triggers.
    """
    pragmas = (
        f"journal_mode={journal_mode(release)}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
    )
    return "".join(f"PRAGMA {pragma};" for pragma in pragmas)
