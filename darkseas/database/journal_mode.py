"""Which journal mode an SQLite library may be trusted with.

SQLite 3.7.0 to 3.51.2 can lose a committed transaction, or spoil the file, when
one connection writes and another checkpoints the write-ahead log; mended in
3.51.3, 3.50.7 and 3.44.6 (sqlite.org/changes.html). A web process and a worker on
one file are just that case, so an affected library gets a rollback journal.
"""

from typing import Final

Release = tuple[int, int, int]

WAL_FIRST: Final[Release] = (3, 7, 0)
WAL_MENDED: Final[Release] = (3, 51, 3)
MENDED_BRANCHES: Final[tuple[Release, ...]] = ((3, 44, 6), (3, 50, 7))


def is_wal_safe(release: Release) -> bool:
    """Return whether the write-ahead log of this SQLite release may be used."""
    if release >= WAL_MENDED:
        return True
    if release < WAL_FIRST:
        return False
    return any(release[:2] == branch[:2] and release >= branch for branch in MENDED_BRANCHES)


def journal_mode(release: Release) -> str:
    """Return the journal mode for this SQLite release: ``WAL`` or ``TRUNCATE``."""
    return "WAL" if is_wal_safe(release) else "TRUNCATE"


def opening_statements(release: Release) -> str:
    """Return the statements that every new connection runs first.

    ``synchronous=FULL``: a die once shown must not roll back after a power loss.
    ``recursive_triggers=ON``: else ``INSERT OR REPLACE`` passes the log's triggers.
    """
    pragmas = (
        f"journal_mode={journal_mode(release)}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
    )
    return "".join(f"PRAGMA {pragma};" for pragma in pragmas)
