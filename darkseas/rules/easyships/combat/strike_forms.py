"""Air strikes in groups, in the order form: carriers by wing, planes by flight (ES-14).

A wing is a set of carriers whose planes may fly together. A flight is a number of planes from one carrier
that stay together. Each flight is large enough to form a group, and a wing has no more flights than a strike
may have groups. So every assignment of flights to groups is legal.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from darkseas.engine.orders import IllegalOrder

from ..model.orders import AttackGroup, FlightGroup, PlanStrikes, Strike
from ..model.state import State
from ..tables.rules_tables import FIXED
from .air_strikes import is_near, may_launch, whole_strike


class Flight(NamedTuple):
    """Planes of one carrier that stay together; `wing` is the number of her wing."""

    key: str
    carrier: str
    planes: int
    wing: int


def flights_of(state: State, side: str) -> dict[str, Flight]:
    """Return a side's flights by key ("akagi/1"), in the order of battle."""
    return {
        flight.key: flight
        for number, wing in enumerate(_wings(state, side))
        for carrier, count in _shares(state, wing).items()
        for flight in _cut(carrier, state.ship_status[carrier].air, count, number)
    }


def _wings(state: State, side: str) -> list[list[str]]:
    """Group the carriers that may launch and are all near each other; a carrier with few planes stays
    alone.
    """
    made: list[list[str]] = []
    for ship in state.afloat(side):
        if not may_launch(state, ship.key):
            continue
        fits = (wing for wing in made if _joins(state, ship.key, wing))
        wing = next(fits, None)
        if wing is None:
            made.append([ship.key])
        else:
            wing.append(ship.key)
    return made


def _joins(state: State, key: str, wing: Sequence[str]) -> bool:
    return len(wing) < FIXED["most_groups"] and all(
        state.ship_status[one].air >= FIXED["group_planes"] and is_near(state, key, other)
        for other in wing
        for one in (key, other)
    )


def _shares(state: State, wing: Sequence[str]) -> dict[str, int]:
    """Return the number of flights per carrier: one each, then more for those with the most planes per
    flight.
    """
    air = {key: state.ship_status[key].air for key in wing}
    shares = dict.fromkeys(wing, 1)
    for _ in range(FIXED["most_groups"] - len(wing)):
        able = [key for key in wing if air[key] // (shares[key] + 1) >= FIXED["group_planes"]]
        if not able:
            break
        shares[max(able, key=lambda key: air[key] // shares[key])] += 1
    return shares


def _cut(carrier: str, planes: int, count: int, wing: int) -> Iterator[Flight]:
    each, more = divmod(planes, count)
    for number in range(count):
        yield Flight(f"{carrier}/{number + 1}", carrier, each + (number < more), wing)


def planned(state: State, side: str, order: PlanStrikes) -> tuple[Strike, ...]:
    """Return the strikes in an order; raise IllegalOrder if a carrier or flight does not belong to the
    side.
    """
    whole = [whole_strike(state, side, each, place) for place, each in enumerate(order.carriers)]
    return (*whole, *_in_groups(state, side, order.groups), *order.strikes)


def _in_groups(state: State, side: str, groups: Sequence[FlightGroup]) -> Iterator[Strike]:
    """Yield a strike for each wing that flies: groups in the order given, carriers in the order of battle."""
    if not groups:
        return
    flights = flights_of(state, side)
    flown: dict[int, list[tuple[FlightGroup, list[Flight]]]] = {}
    for group, lot in zip(groups, _lots(flights, groups), strict=True):
        flown.setdefault(lot[0].wing, []).append((group, lot))
    for _, lines in sorted(flown.items()):
        used = {flight.carrier for _, lot in lines for flight in lot}
        carriers = tuple(dict.fromkeys(each.carrier for each in flights.values() if each.carrier in used))
        made = [AttackGroup(group.target, sum(flight.planes for flight in lot)) for group, lot in lines]
        yield Strike(carriers, tuple(made))


def _lots(flights: Mapping[str, Flight], groups: Sequence[FlightGroup]) -> Iterator[list[Flight]]:
    """Yield each group's flights; raise IllegalOrder if one is unknown, repeated or from another wing."""
    named: set[str] = set()
    for place, group in enumerate(groups):
        field = f"blanks.groups.{place}.flights"
        lot = [flights[key] for key in group.flights if key in flights]
        if not lot or len(lot) < len(group.flights):
            raise IllegalOrder("Name flights of your carriers that may launch.", rule="ES-14", field=field)
        if named.intersection(group.flights) or len(set(group.flights)) < len(lot):
            raise IllegalOrder("A flight is part of one group.", rule="ES-14", field=field)
        named.update(group.flights)
        if len({flight.wing for flight in lot}) > 1:
            reason = (
                f"Planes of carriers more than {FIXED['carriers_apart']} hexes apart fly in other groups."
            )
            raise IllegalOrder(reason, rule="ES-14", field=field)
        yield lot
