"""Tournaments fought by chance, and an account of what happened in them that is kept beside the code."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from darkseas.club.pairing.round_records import (
    Entrant,
    PastBye,
    PastPairing,
    PastRound,
    Plan,
    Rules,
    Situation,
)
from darkseas.club.pairing.swiss.pair_round import pair_round
from darkseas.engine.dice.chooser import Chooser

SEED = bytes(range(32))


def entrants(count: int, **options: object) -> tuple[Entrant, ...]:
    """Return entrants a, b, c … of falling strength."""
    return tuple(Entrant(name(place), 2000 - 10 * place) for place in range(count))


def name(place: int) -> str:
    """Return a short name of its own for each number."""
    return f"{chr(97 + place % 26)}{place // 26 or ''}"


def fought(number: int, *pairs: str, byes: str = "", won: bool = True, **options: object) -> PastRound:
    """Return a round of pairs such as "ab", whose first has won (or all were drawn)."""
    points = (2, 0) if won else (1, 1)
    return PastRound(
        number,
        tuple(PastPairing(pair[0], pair[1], *points) for pair in pairs),
        tuple(PastBye(key) for key in byes),
        **options,  # type: ignore[arg-type]
    )


def pairs_of(plan: Plan) -> set[frozenset[str]]:
    """Return who meets whom."""
    return {frozenset((one.first, one.second)) for one in plan.pairings}


@dataclass
class Account:
    """What has been fought: who met, who sat out, which sides were had."""

    met: Counter[frozenset[str]] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    balances: Counter[str] = field(default_factory=Counter)

    def take_in(self, plan: Plan) -> None:
        """Add a round."""
        self.met.update(pairs_of(plan))
        self.byes.update(bye.key for bye in plan.byes)
        for pairing in plan.pairings:
            self.balances[pairing.first] += 1
            self.balances[pairing.second] -= 1

    def faults(self) -> list[str]:
        """Return what should not have been."""
        return [
            *(f"{sorted(pair)} met {times} times" for pair, times in self.met.items() if times > 1),
            *(f"{key} sat out {times} times" for key, times in self.byes.items() if times > 1),
            *(f"{key} is uneven by {times}" for key, times in self.balances.items() if abs(times) > 1),
        ]

    def may_meet(self, one: str, other: str) -> bool:
        """Say whether a pairing breaks neither opponents nor sides."""
        a, b = self.balances[one], self.balances[other]
        fits = max(abs(a + 1), abs(b - 1)) <= 1 or max(abs(a - 1), abs(b + 1)) <= 1
        return fits and not self.met[frozenset((one, other))]


def is_pairable(keys: Iterable[str], account: Account) -> bool:
    """Say by trying all ways whether a round could keep opponents, byes and sides."""
    rest = list(keys)
    if not rest:
        return True
    one, *others = rest
    if len(rest) % 2 and not account.byes[one] and is_pairable(others, account):
        return True
    return any(
        is_pairable([key for key in others if key != other], account)
        for other in others
        if account.may_meet(one, other)
    )


def played(plan: Plan, chance: Chooser) -> PastRound:
    """Return the round with results by chance."""
    pairings = []
    for one in plan.pairings:
        points = chance.below(3)
        pairings.append(PastPairing(one.first, one.second, points, 2 - points))
    return PastRound(plan.round_number, tuple(pairings), tuple(PastBye(one.key) for one in plan.byes))


@dataclass
class Tournament:
    """A tournament as it goes on."""

    situation: Situation
    account: Account = field(default_factory=Account)
    plans: list[Plan] = field(default_factory=list)

    @classmethod
    def of(cls, field_of: tuple[Entrant, ...], rules: Rules, seed: bytes = SEED) -> "Tournament":
        """Begin."""
        return cls(Situation(field_of, (), rules, seed))

    @property
    def present(self) -> list[str]:
        """Who is there in the round to come."""
        number = self.situation.round_number
        return [one.key for one in self.situation.entrants if one.is_there(number)]

    def fight(self, chance: Chooser) -> Plan:
        """Pair a round and fight it."""
        plan = pair_round(self.situation)
        self.plans.append(plan)
        self.account.take_in(plan)
        past = (*self.situation.past, played(plan, chance))
        self.situation = replace(self.situation, past=past)
        return plan


RELAXED: dict[str, str] = {
    "given_up_groups": "groups",
    "given_up_kept": "kept",
    "given_up_repeat": "repeat",
    "given_up_forbidden": "forbidden",
    "given_up_bye": "bye",
    "sides_uneven": "sides",
    "unpaired": "unpaired",
}


def relaxed(plan: Plan) -> list[str]:
    """Return the constraints that a plan relaxes, sorted, as its reasons name them."""
    reasons = [one.reasons for one in plan.pairings] + [one.reasons for one in plan.byes]
    return sorted(RELAXED[one.kind] for row in reasons for one in row if one.kind in RELAXED)
