"""Air strikes: which carriers can launch, in which groups, and how losses are shared (ES-14, ES-19, ES-A35,
ES-A38).
"""

from collections.abc import Iterator, Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import FACINGS, distance
from darkseas.engine.orders import IllegalOrder

from ..model.events import GroupsPlanned, PlanesLost, StrikeLaunched
from ..model.orders import AttackGroup, CarrierStrike, Strike
from ..model.ships import may_fly
from ..model.state import State
from ..tables.rules_tables import FIXED
from . import line_of_sight


def may_launch(state: State, key: str) -> bool:
    """Whether a carrier may launch now: not burning or evading, has planes, and is ready again (ES-11,
    ES-14).
    """
    status = state.ship_status[key]
    waits = status.air_turn and state.turn < status.air_turn + FIXED["strike_wait"]
    return bool(status.air) and may_fly(status) and not waits and _faces_wind(state, key)


def _faces_wind(state: State, key: str) -> bool:
    """Whether a carrier faces into the wind, as the weather house rule requires for a launch (ES-X3)."""
    wind = state.scenario.sea.wind
    if not (state.scenario.options.weather and wind):
        return True
    return FACINGS[state.ship_status[key].facing] == wind


def clusters(state: State, carriers: Sequence[str]) -> list[tuple[str, ...]]:
    """Group carriers whose planes may fly together: each within ten hexes of every other (ES-14, ES-A35)."""
    made: list[tuple[str, ...]] = []
    for key in carriers:
        fits = (group for group in made if all(is_near(state, key, other) for other in group))
        joined = next(fits, ())
        made = [group for group in made if group != joined]
        made.append((*joined, key))
    return made


def is_near(state: State, first: str, second: str) -> bool:
    """Whether two carriers are close enough to launch a joint strike (ES-14)."""
    start, end = state.ship_status[first].bow, state.ship_status[second].bow
    return start is not None and end is not None and distance(start, end) <= FIXED["carriers_apart"]


def whole_strike(state: State, side: str, order: CarrierStrike, place: int) -> Strike:
    """Return a strike with all of a carrier's planes at one target.

    Raise IllegalOrder if the carrier does not belong to the side.
    """
    ship = state.scenario.ships.get(order.carrier)
    if ship is None or ship.side != side:
        reason = "Name a carrier of yours."
        raise IllegalOrder(reason, rule="ES-14", field=f"blanks.carriers.{place}.carrier")
    planes = state.ship_status[ship.key].air
    return Strike((ship.key,), (AttackGroup(order.target, planes),))


def check(state: State, side: str, strikes: Sequence[Strike]) -> None:
    """Raise IllegalOrder if a strike cannot be flown as ordered."""
    flown: set[str] = set()
    for place, strike in enumerate(strikes):
        field = f"blanks.strikes.{place}"
        _check_carriers(state, side, strike, f"{field}.carriers")
        if flown.intersection(strike.carriers):
            raise IllegalOrder("A carrier flies one strike.", rule="ES-14", field=f"{field}.carriers")
        flown.update(strike.carriers)
        _check_groups(state, side, strike, f"{field}.groups")


def _check_carriers(state: State, side: str, strike: Strike, field: str) -> None:
    for key in strike.carriers:
        ship = state.scenario.ships.get(key)
        if ship is None or ship.side != side or not may_launch(state, key):
            name = ship.name if ship is not None and ship.side == side else "This ship"
            raise IllegalOrder(f"{name} cannot launch planes now.", rule="ES-14", field=field)
    if not strike.carriers or len(set(strike.carriers)) != len(strike.carriers):
        raise IllegalOrder("Name each carrier of the strike once.", rule="ES-14", field=field)
    if len(clusters(state, strike.carriers)) > 1:
        reason = f"Carriers more than {FIXED['carriers_apart']} hexes apart fly strikes of their own."
        raise IllegalOrder(reason, rule="ES-14", field=field)


def _check_groups(state: State, side: str, strike: Strike, field: str) -> None:
    strength = sum(state.ship_status[key].air for key in strike.carriers)
    most, least = FIXED["most_groups"], min(FIXED["group_planes"], strength)
    if not 1 <= len(strike.groups) <= most:
        raise IllegalOrder(f"A strike has 1 to {most} groups.", rule="ES-14", field=field)
    for place, group in enumerate(strike.groups):
        line_of_sight.check_target(state, side, group.target, f"{field}.{place}.target", "ES-14")
        if group.planes < least:
            reason = f"A group has {least} planes or more."
            raise IllegalOrder(reason, rule="ES-14", field=f"{field}.{place}.planes")
    if sum(group.planes for group in strike.groups) > strength:
        raise IllegalOrder(f"These carriers have {strength} planes.", rule="ES-14", field=field)


def launch(adjudication: Adjudication[State], side: str, strikes: Sequence[Strike]) -> tuple[str, ...]:
    """Launch a side's strikes and return their keys."""
    state = adjudication.state
    check(state, side, strikes)
    keys = []
    for number, strike in enumerate(strikes, 1):
        key = f"{side}-{number}"
        planes = sum(group.planes for group in strike.groups)
        adjudication.record(StrikeLaunched(key, side, strike.carriers, planes, state.turn))
        adjudication.record(GroupsPlanned(key, side, strike.groups), (side,))
        keys.append(key)
    return tuple(keys)


def land(adjudication: Adjudication[State], key: str) -> None:
    """Land the surviving planes of a strike and share its losses among the carriers (ES-19)."""
    state = adjudication.state
    strike = state.strikes[key]
    lost = strike.planes - sum(group.planes for group in strike.groups)
    losses = dict(zip(strike.carriers, _shared(state, strike.carriers, lost), strict=True))
    left = {carrier: state.ship_status[carrier].air - losses[carrier] for carrier in strike.carriers}
    adjudication.record(PlanesLost(key, strike.side, losses, left), EVERYONE)


def _shared(state: State, carriers: Sequence[str], lost: int) -> tuple[int, ...]:
    """Split losses among carriers: equal shares, then the remainder one by one (ES-A38).

    No carrier loses more planes than she has.
    """
    planes = [state.ship_status[key].air for key in carriers]
    shares = [0] * len(carriers)
    for place in _takers(planes, lost):
        shares[place] += 1
    return tuple(shares)


def _takers(planes: Sequence[int], lost: int) -> Iterator[int]:
    """Yield, for each loss, the index of the carrier that takes it."""
    left = list(planes)
    taken = 0
    while taken < lost and any(left):
        round_of = [place for place, count in enumerate(left) if count]
        if lost - taken < len(round_of):
            round_of.sort(key=lambda place: -left[place])
        for place in round_of[: lost - taken]:
            left[place] -= 1
            taken += 1
            yield place
