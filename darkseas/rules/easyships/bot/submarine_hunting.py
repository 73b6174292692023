"""The captain's submarine hunters: they approach contacts, search with sonar and drop depth charges."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, label, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows
from darkseas.engine.serialization.canonical_json import Json

from ..combat.line_of_sight import surface_of
from ..model.scenario import Ship
from ..model.ship_hexes import hull
from ..model.state import Contact, State
from ..movement import move as move_rules
from ..movement import sonar
from ..tables.rules_tables import DEEP, FIXED, PERISCOPE, SHALLOW, SONAR
from ..turn.movement_ranges import Way, reaches
from .assessment import Assessment, assess

Answer = dict[str, Json]

#: Range in hexes at which a contact is worth leaving the line for.
_HUNT = 10
#: Hexes around a contact, itself counted, in which a boat is sought.
_SOUGHT = 3
#: Number of turns for which a submarine's tubes are empty after a launch.
_EMPTY = FIXED["torpedo_wait_submarine"]
#: Number of turns for which convoy escorts follow a contact.
_FRESH = 4
#: Turns after a contact in which depth charges are dropped there.
_RECENT = 3


def hunting_move(assessment: Assessment, ship: Ship) -> Answer | None:
    """Return a run over a boat found this turn, or a search for one with empty tubes; otherwise None.

    Hunters avoid a boat that may have torpedoes, since she is more likely to sink them. The exception is a
    convoy with more hunters than boats: each hunter then seeks the nearest boat with a recent contact.
    """
    view, bow = assessment.view, assessment.status(ship).bow
    charges = view.scenario.sea.year >= FIXED["depth_charge_since"]
    if not assessment.boats or not ship.type.hunts or bow is None or not charges:
        return None
    near = [contact for contact in assessment.contacts if distance(contact.hex, bow) <= _HUNT]
    empty = [contact for contact in near if contact.launched and view.turn - contact.turn < _EMPTY]
    harmless = len(empty) >= len(assessment.boats)
    run = _run_over(view, ship, [each.hex for each in near if each.turn == view.turn], evades=not harmless)
    if run is not None:
        return run
    ways = list(_clear(view, ship))
    if harmless:
        return _search(assessment, ship, empty[0], ways)
    fresh = [contact for contact in near if convoy_of(assessment) and view.turn - contact.turn < _FRESH]
    sought = min(fresh, key=lambda contact: distance(contact.hex, bow), default=None)
    return _search(assessment, ship, sought, ways) if sought is not None else None


def _run_over(view: State, ship: Ship, found: list[Hex], *, evades: bool) -> Answer | None:
    """Return the shortest path over a boat that was found, latest first; evade if she may launch first.

    Paths that end beyond her hex come first, because a hunter that stops there keeps the other hunters out.
    """
    for careful in (True, False) if evades and move_rules.may_evade(view, ship.key) else (False,):
        ways = list(_clear(view, ship, evade=careful))
        for at in found:
            over = [way for way in ways if at in way.hexes]
            if over or at == view.ship_status[ship.key].bow:
                best = min(over or ways, key=lambda way: (way.hexes[-1] == at, len(way.hexes)), default=None)
                return _answer(ship, best, evade=careful and best is not None)
    return None


def outnumber(hunters: Iterable[Ship], boats: Collection[Ship]) -> bool:
    """Whether there are more submarine hunters among these ships than boats."""
    return sum(ship.type.hunts for ship in hunters) > len(boats)


def convoy_of(assessment: Assessment) -> tuple[Ship, ...]:
    """Return the merchantmen and auxiliaries to guard, if hunters outnumber the submerged boats."""
    surfaced = [enemy for enemy in assessment.enemies if enemy.dives]
    if not assessment.boats or not outnumber(assessment.own, (*assessment.boats, *surfaced)):
        return ()
    return tuple([ship for ship in assessment.own if ship.ratings.type == "AUX"])


def _search(assessment: Assessment, ship: Ship, contact: Contact, ways: list[Way]) -> Answer:
    """Move over or towards the contact, slowly enough to ping if that searches the hexes around it."""
    view, status = assessment.view, assessment.status(ship)
    bow = status.bow if status.bow is not None else contact.hex

    def searched(way: Way | None) -> tuple[int, int]:
        at, facing = (bow, status.facing) if way is None else (way.hexes[-1], way.facing)
        moved = 0 if way is None else len(way.hexes)
        hexes = sonar.searched_hexes(at, facing, moved) if may_ping(view, ship, moved) else ()
        crossed = _SOUGHT if way is not None and contact.hex in way.hexes else 0
        around = sum(max(0, _SOUGHT - distance(each, contact.hex)) for each in hexes)
        return crossed + around, -distance(at, contact.hex)

    best = max((None, *ways), key=searched)
    return _answer(ship, best, ping=may_ping(view, ship, len(best.hexes) if best is not None else 0))


def may_ping(view: State, ship: Ship, entered: int) -> bool:
    """Whether a ship that enters so many hexes and does not evade may search with sonar (ES-13)."""
    if not ship.type.hunts or view.scenario.sea.year < FIXED["sonar_since"]:
        return False
    return entered in SONAR


def _clear(view: State, ship: Ship, *, evade: bool = False) -> Iterator[Way]:
    """Yield paths without collisions."""
    surface = surface_of(view)
    taken = surface.ships.keys() - set(view.hull_of(ship.key))
    for way in reaches(view, ship.key, move_rules.allowance(view, ship.key, evade=evade)):
        if not taken.intersection((*way.hexes, *hull(way.hexes[-1], way.facing, ship.hexes))):
            yield way


def _answer(ship: Ship, way: Way | None, *, ping: bool = False, evade: bool = False) -> Answer:
    answer: Answer = {"ship": ship.key}
    if way is not None:
        answer["way"] = [label(at) for at in way.hexes]
    if ping:
        answer["ping"] = True
    if evade:
        answer["evade"] = True
    return answer


# --- depth charges ---------------------------------------------------------------------------------------


def drop(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Drop depth charges from every hunter that has crossed a recent contact.

    Charges are set to the boat's depth if it is known; otherwise the hunters set different depths.
    """
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    known = _worth_charges(assess(view, side))
    dropped: Counter[Contact] = Counter()
    charges = [_charge(view.turn, row, known, dropped) for row in rows]
    return {"depth_charges": [charge for charge in charges if charge is not None]}


def _worth_charges(assessment: Assessment) -> tuple[Contact, ...]:
    """Return the recent contacts; only those of this turn if they account for every boat."""
    turn = assessment.view.turn
    now = tuple([each for each in assessment.contacts if each.turn == turn])
    if now and len({each.hex for each in now}) >= len(assessment.boats):
        return now
    return tuple([each for each in assessment.contacts if turn - each.turn < _RECENT])


def _charge(turn: int, row: Row, known: tuple[Contact, ...], dropped: Counter[Contact]) -> Json:
    """Return a hunter's depth charge order, and count it; None if no boat can be where she has been.

    A submerged boat moves one hex a turn at most, and her wake may be a hex beside her.
    """
    ship = next(blank.value for blank in row if isinstance(blank, Fixed))
    hexes = next(blank.values for blank in row if isinstance(blank, Choice) and blank.name == "hex")
    places = [parse_label(str(value)) for value in hexes]
    at, contact = min(
        (
            (at, contact)
            for at in places
            for contact in known
            if distance(at, contact.hex) <= turn - contact.turn + contact.launched
        ),
        key=lambda each: (-each[1].turn, distance(each[0], each[1].hex)),
        default=(None, None),
    )
    if at is None or contact is None:
        return None
    depths = _depths(turn, contact)
    depth = depths[dropped[contact] % len(depths)]
    dropped[contact] += 1
    return {"ship": ship, "hex": label(at), "depth": depth}


def _depths(turn: int, contact: Contact) -> tuple[int, ...]:
    """Return the depths at which a boat may be, best first: one step a turn from where she was known.

    If her depth is unknown, every other charge is set to periscope depth, where one die is enough (ES-30).
    """
    if contact.depth < PERISCOPE:
        return PERISCOPE, SHALLOW, PERISCOPE, DEEP
    steps = turn - contact.turn
    near = [depth for depth in (PERISCOPE, SHALLOW, DEEP) if abs(depth - contact.depth) <= steps]
    if contact.launched:
        return tuple(reversed(near))  # a boat with empty tubes dives
    return tuple(sorted(near, key=lambda depth: abs(depth - contact.depth)))
