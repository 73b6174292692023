"""The printed figures of a ship: batteries, other ratings and boxes to tick.

Rules systems define the ratings. Weapons are recognised by their form (a list of records with weapon and
factors) and determine the torpedo boxes. All other ratings are shown under their field names.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from scenarios_app.ships.order_of_battle import words

from .scenario_text import facts, rules_of

DAMAGED, SUNK, TORPEDOES, RELOAD = "damaged", "sunk", "torpedoes", "reload"
#: Purposes of boxes, with the letter printed over each.
BOXES: Mapping[str, str] = {DAMAGED: "D", SUNK: "S", TORPEDOES: "T", RELOAD: "R"}
_TORPEDO = "T"

#: Ratings that are printed together or in a fixed position, if a ship has them.
_DEFENCE, _CLASS, _BATTERIES = "defence", "defence_class", "batteries"
_SHORT = {"speed": "Speed", "radar": "Radar", "points": "VP"}
_MOST_RANGES, _MOST_BATTERIES, _MOST_FIGURES = 6, 5, 6


@dataclass(frozen=True, slots=True)
class Battery:
    """Weapons with their factors from range 0. `reload` is in the system's notation."""

    weapon: str
    factors: tuple[str, ...]
    reload: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A rating of a ship with its label."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures on a ship's sticker, card and roster line. `boxes` are keys of BOXES."""

    batteries: tuple[Battery, ...]
    figures: tuple[Figure, ...]
    boxes: tuple[str, ...]

    def figure(self, label: str) -> str:
        """Return the rating with this label; empty if there is none."""
        return next((one.value for one in self.figures if one.label == label), "")


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a battle without a map: one ship."""

    key: str
    name: str
    type: str
    kind: str
    figures: tuple[Figure, ...]


def figures_of(spec: ScenarioSpec, ship: ShipSpec) -> Figures:
    """Return the printed figures of a ship. Ratings of unknown form are printed as text."""
    ratings: Mapping[str, Json] = write(ship).get("ratings", {})
    batteries = _batteries(ratings.get(_BATTERIES))
    figures = []
    if batteries:
        figures.append(Figure("Def", f"{_rating_text(ratings, _DEFENCE)}{_rating_text(ratings, _CLASS)}"))
        figures += [
            Figure(label, _rating_text(ratings, key)) for key, label in _SHORT.items() if key in ratings
        ]
        ratings = {
            key: value for key, value in ratings.items() if key not in {_BATTERIES, _DEFENCE, _CLASS, *_SHORT}
        }
    figures += [Figure(title, text) for title, text in facts(spec, "ratings", ratings)]
    return Figures(batteries, tuple(figures[:_MOST_FIGURES]), _boxes(spec, batteries))


def cards_of(spec: ScenarioSpec) -> Mapping[str, tuple[Card, ...]]:
    """Return each side's cards, one per ship, with all ratings from the rules system."""
    dealt = _dealt(spec)
    return {side.key: dealt.get(side.key) or _from_ratings(spec, side) for side in spec.sides}


def _dealt(spec: ScenarioSpec) -> dict[str, tuple[Card, ...]]:
    """Return the cards that the rules system deals; none if it cannot."""
    rules = rules_of(spec)
    if rules is None:
        return {}
    try:
        pieces = rules.chart(rules.initial_state(spec)).pieces
    except BadScenario:  # a revision of former days
        return {}
    dealt: dict[str, list[Card]] = {}
    for piece in pieces:
        figures = tuple(Figure(one.label, one.value) for one in piece.figures[:_MOST_FIGURES])
        card = Card(piece.key, piece.title, piece.note, piece.kind, figures)
        dealt.setdefault(piece.side, []).append(card)
    return {side: tuple(cards) for side, cards in dealt.items()}


def _from_ratings(spec: ScenarioSpec, side: SideSpec) -> tuple[Card, ...]:
    cards = []
    for ship in side.ships:
        figures = figures_of(spec, ship).figures
        for number in range(1, ship.count + 1):
            name = ship.name if ship.count == 1 else f"{ship.name} {number}"
            cards.append(Card(ship.key, name, ship.class_name, ship.kind, figures))
    return tuple(cards)


def _batteries(value: Json) -> tuple[Battery, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(
        Battery(words(one["weapon"]), _factors(one["factors"]), words(one.get("reload", "")))
        for one in value[:_MOST_BATTERIES]
        if isinstance(one, Mapping) and "weapon" in one and "factors" in one
    )


def _factors(value: Json) -> tuple[str, ...]:
    return tuple(words(one) for one in value[:_MOST_RANGES]) if isinstance(value, list) else (words(value),)


def _rating_text(ratings: Mapping[str, Json], key: str) -> str:
    return words(ratings[key]) if key in ratings else ""


def _boxes(spec: ScenarioSpec, batteries: tuple[Battery, ...]) -> tuple[str, ...]:
    """Return the boxes of a ship: only "sunk" on cards; with batteries also damage and torpedoes."""
    if spec.map is None:
        return (SUNK,)
    tubes = [battery for battery in batteries if battery.weapon == _TORPEDO]
    has_reload = any(battery.reload for battery in tubes)
    return (DAMAGED, SUNK, *([TORPEDOES] if tubes else ()), *([RELOAD] if has_reload else ()))
