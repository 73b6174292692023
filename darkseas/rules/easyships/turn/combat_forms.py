"""Order forms of combat: the attacks each ship and battery can make (ES-14 to ES-30)."""

from collections.abc import Callable, Iterator, Mapping

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.orders import Cell, Choice, Fixed, IllegalOrder, OrderForm, Row, Rows, Several
from darkseas.engine.presentation.words import capital, party
from darkseas.engine.stages.side_and_ship_names import side_name

from ..combat import air_defence, air_strikes, depth_charges, gunnery, line_of_sight, starshell, torpedoes
from ..combat.gun_arithmetic import most_range
from ..combat.line_of_sight import Surface
from ..combat.strike_forms import Flight, flights_of
from ..model.orders import ORDER_NAMES, DepthCharge, GunFire, TorpedoFire
from ..model.scenario import Ship
from ..model.ships import battery_name
from ..model.state import State
from ..tables.rules_tables import DEEP, FIXED, PERISCOPE
from .phases import AIR, ANTI_AIRCRAFT, DEPTH_CHARGES, GUNNERY, PLOTTED, TORPEDOES

_BY_STARSHELL = (
    "By starshell: her smallest guns light the target, all others fire (instead of her lines above)"
)


def forms(view: State, side: str, kind: str) -> Iterator[OrderForm]:
    """Yield the forms of a kind of combat: the usual one, and strikes in groups."""
    yield form(view, side, kind)
    if kind == AIR and (rows := tuple(_group_rows(view, side))):
        blanks = (Rows("groups", "Attack group", rows, once="flights"),)
        phase = PLOTTED[kind]
        title = f"{phase.title} in groups"
        yield OrderForm(ORDER_NAMES[phase.order], title, phase.rule, blanks, because=_why(view))


def form(view: State, side: str, kind: str) -> OrderForm:
    """Return the form of a kind of combat, with one line per possible attack."""
    phase = PLOTTED[kind]
    blank, title = _BLANKS[kind]
    blanks = [Rows(blank, title, tuple(rows_of(view, side, kind)))]
    if kind == GUNNERY and (lit := tuple(lit_rows(view, side))):
        blanks.append(Rows("lit", _BY_STARSHELL, lit))
    return OrderForm(ORDER_NAMES[phase.order], phase.title, phase.rule, tuple(blanks), because=_why(view))


def _why(view: State) -> str:
    """Explain why attacks are due now, and which side rolls first (ES-2)."""
    first = party(side_name(view, view.initiative))
    return (
        f"Both sides name their attacks in secret. {capital(first)} is first this turn: its dice are thrown "
        "first. Hits take effect when all combat is over."
    )


def rows_of(view: State, side: str, kind: str) -> Iterator[Row]:
    return _ROWS[kind](view, side)


def _enemies(view: State, side: str) -> Iterator[Ship]:
    """Yield the enemy ships on the map."""
    for ship in view.afloat(view.scenario.enemy_of(side)):
        status = view.ship_status[ship.key]
        if status.bow is not None and not status.submerged:
            yield ship


# --- air -------------------------------------------------------------------------------------------------


def _strike_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per carrier that can launch: all her planes at one target."""
    targets = tuple(ship.key for ship in _enemies(view, side))
    for ship in view.afloat(side):
        if targets and air_strikes.may_launch(view, ship.key):
            yield Fixed("carrier", ship.key, "piece"), Choice("target", "Target", targets, subject="piece")


def _group_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per set of carriers that fly together; no lines if every set has one flight."""
    targets = tuple(ship.key for ship in _enemies(view, side))
    wings: dict[int, list[Flight]] = {}
    for flight in flights_of(view, side).values():
        wings.setdefault(flight.wing, []).append(flight)
    if not targets or all(len(wing) == 1 for wing in wings.values()):
        return
    for wing in wings.values():
        keys = tuple(flight.key for flight in wing)
        yield (
            Choice("target", "Target", targets, subject="piece"),
            Several("flights", "Flights", keys, 1, len(keys), subject="word"),
        )


def _anti_aircraft_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per ship with a group of planes in range."""
    for ship in view.afloat(side):
        groups = tuple(
            f"{key}/{number}"
            for key, strike in view.strikes.items()
            if strike.side != side
            for number in air_defence.groups_in_reach(view, ship.key, key)
        )
        if groups:
            yield Fixed("ship", ship.key, "piece"), Choice("group", "Attack group", groups)


# --- guns, torpedoes, depth charges ------------------------------------------------------------------------


def _gun_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per battery with a target; targets beyond the searchlights have their own lines."""
    surface = line_of_sight.surface_of(view)
    enemies = tuple(_enemies(view, side))
    for ship in view.afloat(side):
        able = [number for number in range(len(ship.batteries)) if _has_guns(view, ship, number)]
        if not able:
            continue
        seen = tuple(_seen_targets(view, ship, enemies, surface))
        for battery in able:
            reach = most_range(ship.batteries[battery].size)
            targets = tuple([key for key, away in seen if away <= reach])
            if targets:
                of_guns = f"Target of her {ship.batteries[battery].size}″ guns ({battery_name(battery)})"
                yield (
                    Fixed("ship", ship.key, "piece"),
                    Fixed("battery", battery, "mount"),
                    Choice("target", of_guns, targets, subject="piece", about=f"{ship.key}/{battery}"),
                )


def _has_guns(view: State, ship: Ship, battery: int) -> bool:
    try:
        gunnery.check_guns(view, ship, GunFire(ship.key, battery, ""), "")
    except IllegalOrder:
        return False
    return True


def _seen_targets(
    view: State, ship: Ship, enemies: tuple[Ship, ...], surface: Surface
) -> Iterator[tuple[str, int]]:
    """Yield enemies in range of the largest guns with a clear line of fire, and their range."""
    reach = most_range(ship.batteries[0].size)
    for enemy in enemies:
        away = line_of_sight.range_of(view, ship.key, enemy.key)
        if away > reach or line_of_sight.line_blocked(view, ship.key, enemy.key, surface) is not None:
            continue
        if not line_of_sight.needs_starshell(view, ship.key, enemy.key) and _sees(view, ship, enemy, surface):
            yield enemy.key, away


def _sees(view: State, ship: Ship, enemy: Ship, surface: Surface) -> bool:
    try:
        line_of_sight.check_seen(view, ship.key, enemy.key, "", surface)
    except IllegalOrder:
        return False
    return True


def lit_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per ship that can light a target beyond the searchlights and fire at it (ES-X5)."""
    if not view.scenario.sea.searchlights:
        return
    surface = line_of_sight.surface_of(view)
    enemies = tuple(_enemies(view, side))
    for ship in view.afloat(side):
        targets = tuple(starshell.lit_targets(view, ship, enemies, surface))
        if targets:
            yield Fixed("ship", ship.key, "piece"), Choice("target", "Target", targets, subject="piece")


def _torpedo_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per ship that can launch; a submerged boat also names a wake hex."""
    surface = line_of_sight.surface_of(view)
    enemies = tuple(_enemies(view, side))
    for ship in view.afloat(side):
        if not ship.ratings.torpedoes:
            continue
        status = view.ship_status[ship.key]
        wakes = _wakes(view, ship.key)
        wake = wakes[0] if status.submerged and wakes else None
        targets = tuple(
            enemy.key
            for enemy in enemies
            if _may_launch(view, side, TorpedoFire(ship.key, (enemy.key,), wake), surface)
        )
        if not targets:
            continue
        two = ship.dives or ship.ratings.torpedoes >= FIXED["torpedo_split"]
        most = min(len(targets), 2 if two else 1)
        row: list[Cell] = [
            Fixed("ship", ship.key, "piece"),
            Several("targets", "Targets", targets, 1, most, subject="piece", about=ship.key),
        ]
        if status.submerged:
            values = tuple(label(at) for at in wakes)
            row.append(Choice("wake", "Hex that the wake shows", values, subject="place"))
        yield tuple(row)


def _wakes(view: State, key: str) -> tuple[Hex, ...]:
    bow = view.ship_status[key].bow
    return () if bow is None else (bow, *view.scenario.board.sea_neighbours(bow))


def _may_launch(view: State, side: str, order: TorpedoFire, surface: Surface) -> bool:
    try:
        torpedoes.check_one(view, side, order, "", surface)
    except IllegalOrder:
        return False
    return True


def _depth_charge_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per ship with depth charges: the hexes passed, and the depth setting."""
    if not boats_below(view, view.scenario.enemy_of(side)):
        return
    depths = tuple(range(PERISCOPE, DEEP + 1))
    for ship in view.afloat(side):
        hexes = tuple(
            label(at)
            for at in dict.fromkeys(depth_charges.hexes_crossed(view, ship.key))
            if _may_drop(view, side, DepthCharge(ship.key, at, PERISCOPE))
        )
        if hexes:
            yield (
                Fixed("ship", ship.key, "piece"),
                Choice("hex", "Hex", hexes, subject="place"),
                Choice("depth", "Depth", depths),
            )


def boats_below(state: State, side: str) -> bool:
    """Return whether a side has boats afloat but not on the surface of the map."""
    return any(
        state.ship_status[ship.key].submerged or state.ship_status[ship.key].bow is None
        for ship in state.afloat(side)
        if ship.dives
    )


def _may_drop(view: State, side: str, order: DepthCharge) -> bool:
    try:
        depth_charges.check_one(view, side, order, "")
    except IllegalOrder:
        return False
    return True


_BLANKS: Mapping[str, tuple[str, str]] = {
    AIR: ("carriers", "Carriers that launch"),
    ANTI_AIRCRAFT: ("fire", "Anti-aircraft fire"),
    GUNNERY: ("fire", "Batteries that fire"),
    TORPEDOES: ("torpedoes", "Torpedoes"),
    DEPTH_CHARGES: ("depth_charges", "Depth charges"),
}
_ROWS: Mapping[str, Callable[[State, str], Iterator[Row]]] = {
    AIR: _strike_rows,
    ANTI_AIRCRAFT: _anti_aircraft_rows,
    GUNNERY: _gun_rows,
    TORPEDOES: _torpedo_rows,
    DEPTH_CHARGES: _depth_charge_rows,
}
