"""Other possible outcomes of the dice: result columns for attacks, spotting, initiative and draws.

They are computed by the functions that decide, so the marked row is always the actual result.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from darkseas.engine.presentation.narration import ResultColumn, ResultRow
from darkseas.engine.presentation.result_columns import result_column
from darkseas.engine.presentation.words import tally
from darkseas.engine.stages.side_and_ship_names import side_name

from ..model import events as e
from ..model.attack_results import result_of
from ..model.state import CONTACT, SIGHTED, State
from ..movement.initiative import BY_TIE, OPENING, leader_by
from ..spotting.attempts import outcome_of
from ..tables.rules_tables import FIXED
from .names import odds, result_words


def attack_column(state: State, event: e.AttackResolved) -> ResultColumn:
    """The result of every roll at these odds (§18f, §19, §20, DS-R24)."""
    status = state.ship_status.get(event.ship)
    damaged = status is not None and status.damaged
    return column_at_odds(
        event.odds_halves, event.with_d, event.weapons, event.defence_class, damaged, event.die
    )


@lru_cache(maxsize=4096)
def column_at_odds(
    halves: int, with_d: bool, weapons: str, defence_class: str, damaged: bool, die: int
) -> ResultColumn:
    """The result of every roll at odds given in halves; the other parameters are as in `result_of`."""
    sides = FIXED["attack_die"]
    results = (
        result_of(face, halves, with_d, weapons, defence_class, damaged)[0] for face in range(1, sides + 1)
    )
    return result_column(f"D{sides} at {odds(halves)}", map(result_words, results), die)


def spotting_column(state: State, event: e.SpottingWorked) -> ResultColumn | None:
    """How many of the same blocks each roll would have spotted; None if no die is needed (§23b.i)."""
    visibility = state.conditions.visibility
    rolled = [attempt for attempt in event.looks if attempt.value or attempt.addends]
    if not rolled:
        return None
    without_die = [(attempt.value - event.die, attempt.range_hexes <= visibility) for attempt in rolled]
    return column_of_sums(without_die, event.die)


def column_of_sums(without_die: Sequence[tuple[int, bool]], die: int) -> ResultColumn:
    """The sightings for each roll; an attempt is (sum without the die, within visibility)."""
    sides = FIXED["spotting_die"]
    alike = Counter(without_die)
    results = []
    for face in range(1, sides + 1):
        seen = Counter[str]()
        for (value, is_visible), count in alike.items():
            seen[outcome_of(value + face, is_visible)] += count
        results.append(_seen_words(seen[SIGHTED], seen[CONTACT]))
    return result_column(f"D{sides} for spotting", results, die)


def _seen_words(sighted: int, contacts: int) -> str:
    words = [tally(sighted, "sighting")] if sighted else []
    if contacts:
        words.append(tally(contacts, "radar contact"))
    return ", ".join(words) or "nothing spotted"


def initiative_column(state: State, event: e.InitiativeTaken) -> ResultColumn:
    """The side that each order of the sums would have given the initiative (§13, DS-R1, DS-R2)."""
    (first, training), (second, other) = event.training.items()
    names = {side: side_name(state, side) for side in event.training}
    rolls_again = event.rule in (OPENING, BY_TIE) and not event.tied
    tied = "both roll again" if rolls_again else f"stays with {names.get(state.initiative, 'nobody')}"
    titles = (f"sum of {names[first]} higher", "sums equal", f"sum of {names[second]} higher")
    fell = _order(event.dice[first] + training, event.dice[second] + other)
    rows = tuple(
        ResultRow(titles[order], names.get((first, second, "")[leader], tied), chance, order == fell)
        for order, leader, chance in _initiatives(training, other)
    )
    return ResultColumn(f"D{FIXED['spotting_die']} each and training", rows)


@lru_cache(maxsize=64)
def _initiatives(training: int, other: int) -> tuple[tuple[int, int, Fraction], ...]:
    """For each order of the sums: the leader (0 first side, 1 second, 2 nobody), and the probability."""
    faces = range(1, FIXED["spotting_die"] + 1)
    levels = {"0": training, "1": other}
    counts: dict[tuple[int, int], int] = {}
    for one, two in product(faces, faces):
        leader = int(leader_by(levels, {"0": one, "1": two}) or "2")
        case = (_order(one + training, two + other), leader)
        counts[case] = counts.get(case, 0) + 1
    return tuple((*case, Fraction(count, len(faces) ** 2)) for case, count in sorted(counts.items()))


def _order(one: int, other: int) -> int:
    """0, 1 or 2: the first sum is higher, equal or lower."""
    return 1 - (one > other) + (one < other)


def draw_column(event: e.TargetDrawn) -> ResultColumn | None:
    """The contents of the pool (DS-R20, DS-R21); None if there was only one ship to draw.

    It shows whether a blank was drawn, but not which ship was where in the pool.
    """
    pool = event.enemies + event.blanks
    if pool == 1:
        return None
    rows = [
        ResultRow(
            tally(event.enemies, "enemy ship"),
            "one of them is the target",
            Fraction(event.enemies, pool),
            not event.friendly,
        )
    ]
    if event.blanks:
        friend = "the fire falls on a friend"
        rows.append(
            ResultRow(tally(event.blanks, "blank"), friend, Fraction(event.blanks, pool), event.friendly)
        )
    return ResultColumn(f"one of a pool of {pool}", tuple(rows))
