"""How often each face came up, by kind of die, separately for dice of the site and of the table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from replays_app.models import FROM_FILE, Battle, DiceTally

from .chi_square import Fit, fit_to_even

HOUSE, TABLE = "house", "table"
#: Dice per face that the chi-square test needs; smaller samples prove nothing.
LEAST_A_FACE = 30


@dataclass(frozen=True, slots=True)
class Kind:
    """All dice of one kind: how often each face came up, starting with face 1."""

    sides: int
    counts: Sequence[int]

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def fallen(self) -> list[tuple[int, int]]:
        """The faces that came up, each with its count."""
        return [(face, count) for face, count in enumerate(self.counts, 1) if count]

    @property
    def needed(self) -> int:
        """How many dice the test needs."""
        return LEAST_A_FACE * self.sides

    @property
    def fit(self) -> Fit | None:
        """The result of the test, or None if there are too few dice."""
        return fit_to_even(self.counts) if self.total >= self.needed else None


def of_all_battles() -> Mapping[str, list[Kind]]:
    """Return all dice of finished battles begun here, by who rolled them.

    Imported battles are left out, because their authors could choose the seed.
    """
    over = DiceTally.objects.exclude(battle__status=Battle.Status.RUNNING)
    return _kinds(over.exclude(battle__origin=FROM_FILE))


def of_battle(battle: Battle) -> Mapping[str, list[Kind]]:
    """Return the dice of one battle; of a running battle, only the public ones."""
    return _kinds(DiceTally.objects.filter(battle=battle))


def _kinds(tallies: QuerySet[DiceTally]) -> dict[str, list[Kind]]:
    fallen: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    rows = tallies.order_by().values_list("origin", "sides", "face").annotate(fallen=Sum("count"))
    for origin, sides, face, count in rows:
        fallen[origin, sides][face] = count
    kinds: dict[str, list[Kind]] = {HOUSE: [], TABLE: []}
    for (origin, sides), counts in sorted(fallen.items()):
        kinds[origin].append(Kind(sides, [counts.get(face, 0) for face in range(1, sides + 1)]))
    return kinds
