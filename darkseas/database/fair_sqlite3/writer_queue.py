"""Writers of one SQLite file in a line: each holds a lock of the operating system while it writes.

SQLite has no line. Its writers ask again after naps of up to 100 ms, and who asks at the right moment
goes first: one that writes in a tight loop keeps all others out. Two locks make the line, each an empty
file beside the database: who holds ``-turn`` writes, who holds ``-next`` writes next. All pass through
``-next``, so nobody who has just written slips in again before the one that waits there. The system
frees both when a process dies.

The line only says who asks first: SQLite's own lock still keeps writers apart. Where no line can be had
(no ``fcntl``, a file system without such locks, a folder that may not be written), they go without.
"""

import os
import threading
from contextlib import suppress
from io import FileIO
from weakref import WeakSet

try:
    import fcntl
except ImportError:  # on Windows
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

Files = tuple[FileIO, FileIO]

_opened: WeakSet[FileIO] = WeakSet()


class Turn:
    """The turn of one connection to write to a database file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._held: FileIO | None = None

    def take(self, within_s: float) -> bool:
        """Wait in line until it is our turn; say whether it has come within so many seconds."""
        if not HAS_LOCKS or self._held is not None:
            return True
        try:
            files = _both(self._path)
        except OSError:
            return True
        if not _locked_at_once(files) and not _Waiter(files).has_come_within(within_s):
            return False
        ahead, self._held = files
        ahead.close()
        return True

    def give(self) -> None:
        """Let the next one write; nothing happens when the turn is not ours."""
        held, self._held = self._held, None
        if held is not None:
            held.close()


class _Waiter(threading.Thread):
    """Waits for both locks in a thread of its own, for nobody can wait for such a lock until a time."""

    def __init__(self, files: Files) -> None:
        super().__init__(name="waits for a turn to write", daemon=True)
        self._files = files
        self._has_come = threading.Event()
        # Who takes it first decides: the turn has come, or nobody waits for it any more.
        self._decision = threading.Lock()

    def run(self) -> None:
        """Wait for as long as it takes; leave the line again when nobody waits for us any more."""
        with suppress(OSError):
            for file in self._files:
                fcntl.flock(file, fcntl.LOCK_EX)
        if self._decision.acquire(blocking=False):
            self._has_come.set()
        else:
            _close(self._files)

    def has_come_within(self, seconds: float) -> bool:
        """Return whether both locks are held within so many seconds; if not, the files are closed for us."""
        self.start()
        try:
            self._has_come.wait(seconds)
        except BaseException:
            if not self._is_given_up():
                _close(self._files)
            raise
        return not self._is_given_up()

    def _is_given_up(self) -> bool:
        return self._decision.acquire(blocking=False)


def _both(path: str) -> Files:
    """Open the files of both locks, in the order in which one passes them."""
    ahead = FileIO(f"{path}-next", "ab")
    try:
        files = ahead, FileIO(f"{path}-turn", "ab")
    except OSError:
        ahead.close()
        raise
    _opened.update(files)
    return files


def _locked_at_once(files: Files) -> bool:
    """Take both locks if they are free; what the file system cannot lock counts as free."""
    try:
        for file in files:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _close(files: Files) -> None:
    for file in files:
        file.close()


def _forget_after_fork() -> None:
    """Close what the parent has open: the child would hold it even after the parent's death."""
    for file in tuple(_opened):
        file.close()


if HAS_LOCKS:
    os.register_at_fork(after_in_child=_forget_after_fork)
