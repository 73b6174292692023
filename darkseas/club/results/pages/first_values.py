"""Initial values of a result form."""

from collections.abc import Mapping
from typing import Any

from darkseas.club.models import Club, Player
from darkseas.club.results.checks import MOST_SIDES
from darkseas.club.results.facts import DREW, ResultFacts, SideFacts
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import number, system_title
from darkseas.club.results.naming.scenarios import sides_of
from scenarios_app.models import Scenario

DRAW = "draw"
#: Score of a side that nobody has entered yet.
UNKNOWN = -1


def blank(
    club: Club, scenario: Scenario | None, system: str, by: Player, number_of_sides: int
) -> ResultFacts:
    """Return the facts of a new form: today, the scenario's sides, its author on the first side."""
    names = list(sides_of(scenario)) or [""] * min(max(number_of_sides, 2), MOST_SIDES)
    return ResultFacts(
        system=scenario.system if scenario else system,
        day=club.today,
        sides=tuple(SideFacts(name, UNKNOWN, () if place else (by.pk,)) for place, name in enumerate(names)),
        scenario=scenario.key if scenario else "",
        scenario_text=scenario.title if scenario else "",
    )


def initial(facts: ResultFacts, names: Names, side_names: Mapping[str, str]) -> dict[str, Any]:
    """Convert facts to initial field values."""
    shown = {name: getattr(facts, name) for name in ("place", "remarks")}
    shown |= {
        "day": facts.day.isoformat(),
        "scenario": facts.scenario_text or facts.scenario,
        "system": system_title(facts.system) if facts.system else "",
        "winner": _chosen(facts),
    }
    for place, side in enumerate(facts.sides):
        shown |= {
            f"side_{place}": side_names.get(side.side, side.side),
            f"players_{place}": [names.listed([player]) for player in side.players],
            f"points_{place}": "" if side.points is None else number(side.points),
            f"losses_{place}": "" if side.losses is None else side.losses,
            f"bid_{place}": number(side.bid) if side.bid else "",
        }
    return shown


def _chosen(facts: ResultFacts) -> str:
    if facts.winner is not None:
        return str(facts.sides.index(facts.winner))
    return DRAW if all(side.score == DREW for side in facts.sides) else ""
