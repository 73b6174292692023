"""Limits of open streams: per person, per IP address, and in all."""

from collections import Counter

from darkseas.web.problems import Problem

from .stream_access import Admission

MOST_OF_A_PERSON = 12
#: Members of a club may share an address; this is also the limit of anonymous followers.
MOST_OF_AN_ADDRESS = 200
MOST = 2000
#: Seconds until the client may try again.
LATER_S = 60


class Crowded(Problem):
    """The limit of streams is reached; ``wait`` is the number of seconds until the next try."""

    wait = LATER_S

    def __init__(self, detail: str) -> None:
        super().__init__(429, "too-many-streams", detail)


class Places:
    """Counts open streams. Lives in one event loop."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._seats: Counter[int] = Counter()

    def take(self, admission: Admission) -> None:
        """Count a new stream. Raises Crowded at the limit."""
        if self._taken.total() >= 2 * MOST:
            raise Crowded("Too many people are following battles right now. Poll instead.")
        if admission.person and self._taken[admission.person] >= MOST_OF_A_PERSON:
            raise Crowded(f"You are already following battles on {MOST_OF_A_PERSON} pages. Close one first.")
        if self._taken[_address(admission)] >= MOST_OF_AN_ADDRESS:
            raise Crowded("Too many people on your network are following battles. Poll instead.")
        self._taken.update(_names(admission))
        if admission.seat_id is not None:
            self._seats[admission.seat_id] += 1

    def leave(self, admission: Admission) -> bool:
        """Stop counting a stream; return whether it was the last one of its seat."""
        self._taken.subtract(_names(admission))
        self._taken = +self._taken
        if admission.seat_id is None:
            return False
        self._seats[admission.seat_id] -= 1
        self._seats = +self._seats
        return admission.seat_id not in self._seats


def _names(admission: Admission) -> list[str]:
    """Return the person's and the address's counter names."""
    return [admission.person or "nobody", _address(admission)]


def _address(admission: Admission) -> str:
    return f"address:{admission.address}"
