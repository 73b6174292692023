"""How often each face fell, by kind of die, house and table apart."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from replays_app.models import FROM_FILE, Battle, DiceTally

from .chi_square import Fit, fit_to_even

HOUSE, TABLE = "house", "table"
#: Dice a face that are needed before chi-square is told: with fewer it says nothing.
LEAST_A_FACE = 30


@dataclass(frozen=True, slots=True)
class Kind:
    """All dice of one kind: how often each face fell, from face 1 on."""

    sides: int
    counts: Sequence[int]

    @property
    def total(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    @property
    def fallen(self) -> list[tuple[int, int]]:
        """The faces that fell at all, each with how often."""
        return [(face, count) for face, count in enumerate(self.counts, 1) if count]

    @property
    def needed(self) -> int:
        """How many dice it takes until they can be judged."""
        return LEAST_A_FACE * self.sides

    @property
    def fit(self) -> Fit | None:
        """How the counts fit fair dice; None below the sample that is needed."""
        return fit_to_even(self.counts) if self.total >= self.needed else None


def of_all_battles() -> Mapping[str, list[Kind]]:
    """Return all dice of battles begun here that are over, by who threw them.

    Whoever writes a battle's file can choose its seed until the dice please.
    """
    over = DiceTally.objects.exclude(battle__status=Battle.Status.RUNNING)
    return _kinds(over.exclude(battle__origin=FROM_FILE))


def of_battle(battle: Battle) -> Mapping[str, list[Kind]]:
    """Return the dice of one battle; of a running one, those that everybody may know."""
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
