"""Check that each ship was in service on the scenario's date."""

from collections.abc import Iterator

from darkseas.engine.scenario.ship_facts import Absence, ClassFacts, ShipName, absence_at
from darkseas.engine.scenario.spec import Finding, ShipSpec
from darkseas.web.texts.human_dates import read_days
from scenarios_app.ships.data import class_of

from .about import is_date
from .structure import advice

#: Ends of a ship's service in a class, as part of a sentence.
_ENDS = {
    "lost": "was lost",
    "rebuilt": "was rebuilt",
    "handed over": "was handed over",
    "laid up": "was laid up",
    "renamed": "was renamed",
}


def service_findings(ship: ShipSpec, date: str, where: str) -> Iterator[Finding]:
    """Yield findings about ships that the ship data do not list in service on the scenario's date."""
    facts = class_of(ship.class_key) if ship.class_key else None
    if facts is None or not is_date(date):
        return
    named = next((one for one in facts.ships if one.name == ship.name), None)
    if named is not None:
        yield from _ship(named, date, where)
    if facts.service_from and (named is None or not named.since):
        yield from _class(ship, facts, date, where)


def _ship(named: ShipName, date: str, where: str) -> Iterator[Finding]:
    absence = absence_at(named, date)
    if absence is None:
        return
    days = read_days(absence.date)
    when = days.in_words if days else absence.date
    if absence.reason == "not yet":
        text = f"{named.name} was in service so from {when} on, by the ship data."
    else:
        ended = f"{_ENDS.get(absence.reason, 'was so no longer')} {absence.renamed}".strip()
        when = f"on {when}" if days and days.first == days.last else f"in {when}"
        text = f"{named.name} {ended} {when}, before this day, by the ship data."
    yield advice(where, text, _remedy(absence))


def _remedy(absence: Absence) -> str:
    if absence.renamed:
        return f"Take {absence.renamed}, as she was called then, or another date."
    return "Take another ship or class, or another date."


def _class(ship: ShipSpec, facts: ClassFacts, date: str, where: str) -> Iterator[Finding]:
    if int(date[:4]) < facts.service_from:
        text = f"{ship.name}: ships were like the class “{facts.name}” from {facts.service_from} on."
        yield advice(where, text, "Choose the class that she belonged to on that date.")
