"""Possible results of a roll with their chances: guns, bombs, torpedoes, planes and depth charges."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from darkseas.engine.presentation.narration import ResultColumn, ResultRow
from darkseas.engine.presentation.result_columns import span
from darkseas.engine.presentation.words import counted, signed

from ..model import events as e
from ..model.dice_distributions import added_up, at_most, successes
from ..model.state import State
from ..tables.rules_tables import FIGHTERS, FIXED

_DIE = FIXED["die"]
#: Rows that a column of counts has at least before the rest is one row.
_ROWS = 5


def firing_column(event: e.FiringResolved) -> ResultColumn:
    """List the results of the first die: a natural 1 always hits; a bomb may be a near miss (ES-18,
    ES-24).
    """
    sides, added = FIXED["gunnery_die"], sum(line.amount for line in event.lines)
    most = max(1, min(sides, event.guns - added))
    near = event.guns + FIXED["near_miss"] - added
    bands = [("a hit", most)]
    if event.battery < 0 and near == most + 1 and near <= sides:
        bands.append(("a near miss", near))
    if bands[-1][1] < sides:
        bands.append(("no hit", sides))
    title = f"D{sides} {signed(added)}, {counted(event.guns, 'gun')}"
    return ResultColumn(title, tuple(_bands(bands, event.faces[0], sides)))


def _bands(bands: Sequence[tuple[str, int]], face: int, sides: int) -> list[ResultRow]:
    """Make one row per result, each given by the highest face that leads to it."""
    rows, least = [], 1
    for result, most in bands:
        chance = Fraction(most + 1 - least, sides)
        rows.append(ResultRow(span(least, most), result, chance, least <= face <= most))
        least = most + 1
    return rows


def torpedo_column(state: State, event: e.TorpedoesFired) -> ResultColumn | None:
    """List the possible numbers of hits, at most one on an evading ship (ES-11, ES-28)."""
    dice = len(event.faces)
    chances = successes(dice, Fraction(min(max(0, event.most), _DIE), _DIE))
    status = state.ship_status.get(event.target)
    if status is not None and status.evading:
        chances = at_most(chances, 1)
    title = f"{dice} D{_DIE}, each up to {event.most} hits"
    return _counts(title, chances, event.hits, lambda hits: counted(hits, "hit"))


def anti_aircraft_column(state: State, event: e.AntiAircraftFired) -> ResultColumn | None:
    """List how many of the remaining planes the dice could shoot down (ES-16)."""
    dice = len(event.faces)
    chances = successes(dice, Fraction(_DIE + 1 - event.least, _DIE))
    planes = state.strikes[event.strike].groups[event.group].planes
    title = f"{dice} D{_DIE}, {span(event.least, _DIE)} each a plane"
    return _counts(title, at_most(chances, planes), event.planes, _planes_down)


def fighter_column(state: State, event: e.FightersMet) -> ResultColumn | None:
    """List how many planes of one group the fighters could shoot down (ES-15).

    Return None for several groups, or when other fighters also met the strike: the log does not say what they
    left.
    """
    flying = sum(state.ship_status[ship.key].air for ship in state.afloat(event.side))
    if len(event.losses) > 1 or flying != event.fighters:
        return None
    fours, over = divmod(event.fighters, FIXED["fighter_four"])
    row = [Fraction(0)] * (max(row.planes for row in FIGHTERS) + 1)
    for each in FIGHTERS:
        row[each.planes - event.outnumbered] += Fraction(each.most + 1 - each.least, _DIE)
    half = Fraction(1, 2)
    chances = added_up([*([row] * fours), *([(half, half)] if over else [])])
    title = f"{fours + (1 if over else 0)} D{_DIE} of fighters"
    return _counts(title, at_most(chances, event.planes), sum(event.losses), _planes_down)


def _planes_down(planes: int) -> str:
    return f"{counted(planes, 'plane')} down"


def depth_charge_column(faces: Sequence[int]) -> ResultColumn:
    """Return the effects of depth charges on a boat at their depth setting (ES-30)."""
    hit, near = FIXED["depth_charge_hit"], FIXED["depth_charge_near"]
    destroyed, risen = (Fraction(most, _DIE) ** len(faces) for most in (hit, near))
    highest = max(faces)
    rows = (
        ResultRow("every 1", "destroyed", destroyed, highest <= hit),
        ResultRow("1s and 2s", "she has to rise", risen - destroyed, hit < highest <= near),
        ResultRow("any higher", "nothing", 1 - risen, highest > near),
    )
    return ResultColumn(f"{len(faces)} D{_DIE}, if set to her depth", rows)


def _counts(
    title: str, chances: Sequence[Fraction], count: int, words: Callable[[int], str]
) -> ResultColumn | None:
    """Make one row per count, with the rarest combined; None if only one count is possible."""
    last = max(count + 1, _ROWS)
    counts = [(number, chance) for number, chance in enumerate(chances) if chance]
    if len(counts) < 2:  # noqa: PLR2004 - one row says nothing
        return None
    rows = [
        ResultRow(str(number), words(number), chance, number == count)
        for number, chance in counts
        if number < last
    ]
    rest = [(number, chance) for number, chance in counts if number >= last]
    if rest:
        many = len(rest) > 1
        text = f"{words(rest[0][0])} or more" if many else words(rest[0][0])
        chance = sum((chance for _, chance in rest), Fraction(0))
        rows.append(ResultRow(f"{rest[0][0]}+" if many else str(rest[0][0]), text, chance))
    return ResultColumn(title, tuple(rows))
