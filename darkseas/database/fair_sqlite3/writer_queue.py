"""A queue for the writers of one SQLite file, based on operating system locks.

SQLite has no queue. Its writers retry after sleeps of up to 100 ms, and the one that retries at the right
moment wins, so a writer in a tight loop starves all others. Two locks form the queue, each an empty file
beside the database. The holder of ``-turn`` writes; the holder of ``-next`` writes next. Every writer passes
through ``-next``, so one that has just written cannot overtake the one waiting there. The operating system
releases both locks when a process dies.

The queue only sets the order; SQLite's own lock still prevents concurrent writes. Without ``fcntl``, file
locks or a writable folder, there is no queue.
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
        """Wait for our turn. Return False if it did not come in time."""
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
        """Release our turn, if we have it."""
        held, self._held = self._held, None
        if held is not None:
            held.close()


class _Waiter(threading.Thread):
    """Waits for both locks in its own thread, because file locks have no timeout."""

    def __init__(self, files: Files) -> None:
        super().__init__(name="waits for a turn to write", daemon=True)
        self._files = files
        self._has_come = threading.Event()
        # The first thread to acquire this decides whether the turn has come or the caller has given up.
        self._decision = threading.Lock()

    def run(self) -> None:
        """Wait for as long as it takes; release the locks if the caller has given up."""
        with suppress(OSError):
            for file in self._files:
                fcntl.flock(file, fcntl.LOCK_EX)
        if self._decision.acquire(blocking=False):
            self._has_come.set()
        else:
            _close(self._files)

    def has_come_within(self, seconds: float) -> bool:
        """Return whether both locks were acquired in time. If not, close the files."""
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
    """Open both lock files, in the order in which they are acquired."""
    ahead = FileIO(f"{path}-next", "ab")
    try:
        files = ahead, FileIO(f"{path}-turn", "ab")
    except OSError:
        ahead.close()
        raise
    _opened.update(files)
    return files


def _locked_at_once(files: Files) -> bool:
    """Acquire both locks if they are free; files that cannot be locked count as free."""
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
    """Close the parent's lock files: the child would hold the locks even after the parent's death."""
    for file in tuple(_opened):
        file.close()


if HAS_LOCKS:
    os.register_at_fork(after_in_child=_forget_after_fork)
