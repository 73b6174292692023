"""How many streams there may be: of one person, from one address, and in all."""

from collections import Counter

from darkseas.web.problems import Problem

from .stream_access import Admission

MOST_OF_A_PERSON = 12
#: A club may share an address; whoever has no account is bounded by it.
MOST_OF_AN_ADDRESS = 200
MOST = 2000
#: When to try again, in seconds.
LATER_S = 60


class Crowded(Problem):
    """There are as many streams as there may be; ``wait`` says when to try again, in seconds."""

    wait = LATER_S

    def __init__(self, detail: str) -> None:
        super().__init__(429, "too-many-streams", detail)


class Places:
    """Counts open streams. Lives in one event loop."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._seats: Counter[int] = Counter()

    def take(self, admission: Admission) -> None:
        """Count a stream that is opened. Raises Crowded where there is no place for it."""
        if self._taken.total() >= 2 * MOST:
            raise Crowded("Too many follow battles at this moment. Ask now and then instead.")
        if admission.person and self._taken[admission.person] >= MOST_OF_A_PERSON:
            raise Crowded(f"You follow battles in {MOST_OF_A_PERSON} pages already. Close one.")
        if self._taken[_address(admission)] >= MOST_OF_AN_ADDRESS:
            raise Crowded("Too many follow battles from your network. Ask now and then instead.")
        self._taken.update(_names(admission))
        if admission.seat_id is not None:
            self._seats[admission.seat_id] += 1

    def leave(self, admission: Admission) -> bool:
        """Count a stream no more; return whether it was the last one of its seat."""
        self._taken.subtract(_names(admission))
        self._taken = +self._taken
        if admission.seat_id is None:
            return False
        self._seats[admission.seat_id] -= 1
        self._seats = +self._seats
        return admission.seat_id not in self._seats


def _names(admission: Admission) -> list[str]:
    """Return the two names that a stream is counted under: its person's, and its address's."""
    return [admission.person or "nobody", _address(admission)]


def _address(admission: Admission) -> str:
    return f"address:{admission.address}"
