"""The pieces on the map: one for each block, with its known ships, and one for each ship out of play."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.presentation.chart import Crew, Piece
from darkseas.engine.presentation.words import tally

from ..model.queries import ships_revealed
from ..model.scenario import RulesScenario
from ..model.state import CONTACT, DUMMY, SIGHTED, Block, Contents, Report, ShipStatus, State
from ..narration.names import adjectives, class_words, place, ratings_line

UP, DOWN, OUT = "up", "down", "out"

#: Markers for hexes moved, as used on the table (§6).
_MOVED = {2: "moved-2", 3: "moved-3"}
_STANDS = {SIGHTED: "spotted", CONTACT: "contact"}
#: Defence classes from light to heavy, for the silhouette of a task group.
_WEIGHTS = "MDACB"
#: The silhouette of a defence class, for reports that give nothing more precise.
_SILHOUETTES = {"B": "BB", "A": "CV", "C": "CA", "D": "DD", "M": "AP"}


class _Entry(NamedTuple):
    """A ship's unchanging data for the map: her ratings as a line, and her weight."""

    ratings: str
    weight: tuple[int, int, Fraction]


def pieces(state: State) -> tuple[Piece, ...]:
    """One piece for each block on the map, and one for each ship out of play."""
    shown = ships_revealed(state)
    on_map = (
        _piece(state.scenario, _seen(state, block, shown.get(block.key, ())))
        for block in state.blocks.values()
        if block.hex is not None
    )
    return (*on_map, *_out(state))


class _Seen(NamedTuple):
    """Everything that a piece is drawn from, apart from the scenario.

    `inside` are the ships known to be there, including lost ones, with their `ship_status`. `fired` and
    `targeted` are the turns in which the block attacked and was attacked.
    """

    block: Block
    contents: Contents | None
    report: Report | None
    inside: tuple[str, ...]
    ship_status: tuple[ShipStatus, ...]
    fired: bool
    targeted: bool
    in_smoke: bool


def _seen(state: State, block: Block, shown: tuple[str, ...]) -> _Seen:
    contents = state.contents.get(block.key)
    report = state.reports.get(block.key)
    face_up = (report.ship,) if report is not None and report.ship else shown
    inside = contents.ships if contents is not None else face_up
    # Attack markers also count in the following turn (§16, DS-R14).
    last = max(1, state.turn - 1)
    ship_status = state.ship_status
    return _Seen(
        block,
        contents,
        report,
        inside,
        tuple([ship_status[key] for key in inside]),
        block.attacked >= last,
        block.was_attacked >= last,
        block.hex in state.smoke,
    )


# Cached: a battle is drawn at every step, mostly with the same pieces as before.
@lru_cache(maxsize=4096)
def _piece(scenario: RulesScenario, seen: _Seen) -> Piece:
    block, contents, report = seen.block, seen.contents, seen.report
    roll = _roll(scenario)
    ship_status = {
        key: status for key, status in zip(seen.inside, seen.ship_status, strict=True) if status.afloat
    }
    title = _title(contents, report, adjectives(scenario)[block.side])
    known = contents is not None or (report is not None and bool(report.ship))
    if known and not title and ship_status:
        title = scenario.ships[next(iter(ship_status))].name
    return Piece(
        block.key,
        block.side,
        place(block.hex),
        UP if known or block.spotted == SIGHTED else DOWN,
        _kind(scenario, contents, report, tuple(ship_status)),
        title,
        len(ship_status) if known else report.ships if report is not None else 0,
        _marks(seen, tuple(ship_status.values()) if known else ()),
        tuple(_crew(scenario, key, status, roll[key].ratings) for key, status in ship_status.items()),
        _note(contents, report),
    )


def _title(contents: Contents | None, report: Report | None, adjective: str) -> str:
    if contents is not None:
        return contents.name or ("Dummy" if contents.kind == DUMMY else "")
    if report is not None and not report.ship:
        return f"{adjective} {'task group' if report.ships > 1 else 'ship'}"
    return ""


def _note(contents: Contents | None, report: Report | None) -> str:
    """A block's announcement (§16b), and whether it never moves."""
    fast = contents is not None and contents.immobile
    if report is None:
        return "does not move" if fast else ""
    classes = ", ".join(class_words(group, count) for group, count in report.classes if count)
    of_classes = f": {classes}" if classes else ""
    return f"{tally(report.ships, 'ship')}{of_classes}{'; does not move' if fast else ''}"


def _kind(
    scenario: RulesScenario, contents: Contents | None, report: Report | None, ships: tuple[str, ...]
) -> str:
    """The silhouette: of the heaviest known ship, of the only class announced, or of a task group."""
    if contents is not None and contents.kind == DUMMY:
        return "DUMMY"
    if ships:
        roll = _roll(scenario)
        return scenario.ships[max(ships, key=lambda key: roll[key].weight)].kind
    if report is not None and len(report.classes) == 1:
        return _SILHOUETTES.get(report.classes[0][0], "TG")
    return "TG" if contents is not None or report is not None else ""


def _marks(seen: _Seen, ship_status: tuple[ShipStatus, ...]) -> tuple[str, ...]:
    """The markers on a block; `ship_status` belongs to the ships afloat known to be in it."""
    block, marks = seen.block, []
    if block.spotted:
        marks.append(_STANDS[block.spotted])
    if block.evading:
        marks.append("evading")
    if block.moved > 1:
        marks.append(_MOVED[min(block.moved, max(_MOVED))])
    if seen.fired:
        marks.append("fired")
    if seen.targeted:
        marks.append("targeted")
    if ship_status and all(status.damaged for status in ship_status):
        marks.append("damaged")
    if seen.in_smoke:
        marks.append("smoke")
    return tuple(marks)


# --- ships ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _roll(scenario: RulesScenario) -> Mapping[str, _Entry]:
    return {
        key: _Entry(
            ratings_line(ship.ratings),
            (_WEIGHTS.index(ship.ratings.defence_class), ship.ratings.defence, ship.ratings.points),
        )
        for key, ship in scenario.ships.items()
    }


def _crew(scenario: RulesScenario, key: str, status: ShipStatus, ratings: str) -> Crew:
    ship = scenario.ships[key]
    if status.damaged or status.salvoes:
        return Crew(
            key, ship.name, ship.kind, ratings, _status_marks(status.damaged, status.salvoes, status.loaded)
        )
    return Crew(key, ship.name, ship.kind, ratings)


def _status_marks(damaged: bool, salvoes: int, loaded: bool) -> tuple[str, ...]:
    tubes = "reloaded" if loaded else "torpedoes-spent"
    return (*(("damaged",) if damaged else ()), *((tubes,) if salvoes else ()))


def _out(state: State) -> Iterable[Piece]:
    """Every ship that sank or left the map, in her last hex, with name and turn."""
    for key, status in state.ship_status.items():
        if not status.afloat:
            ship = state.scenario.ships[key]
            mark = "sunk" if status.sunk else "exited"
            turn = status.sunk or status.exited
            at = place(status.last_hex)
            damaged = ("damaged",) if status.damaged and status.exited else ()
            note = f"{'sunk' if status.sunk else 'left the map'} turn {turn}"
            yield Piece(key, ship.side, at, OUT, ship.kind, ship.name, marks=(mark, *damaged), note=note)
