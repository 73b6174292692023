"""Facts of a ship class for display, in imperial and metric units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from darkseas.engine.presentation.words import decimal
from darkseas.engine.scenario.ship_facts import (
    ClassFacts,
    Guns,
    Mount,
    Refit,
    Tubes,
    absence_at,
    half_up,
    sets_at,
)
from darkseas.web.texts.human_dates import in_words

MM_PER_INCH = Fraction(254, 10)
KMH_PER_KNOT = Fraction(1852, 1000)
TONNES_PER_TON = Fraction(10160469, 10**7)
NONE = "none"
NO_RADAR = "no radar"
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a class's facts: the source value, and its conversion."""

    title: str
    text: str
    origin: str = ""
    other: str = ""
    note: str = ""


def facts_of(facts: ClassFacts) -> tuple[Fact, ...]:
    """Return the facts of a class, line by line."""
    lines = [_tonnage(facts), _speed(facts)]
    lines += _guns("Main guns", facts.main, facts.origin_of("main"))
    lines += _guns("Secondary guns", facts.secondary, facts.origin_of("secondary"))
    lines.append(_torpedoes(facts))
    lines.append(_armour("Belt", facts.belt_tenths, facts.origin_of("belt")))
    lines.append(_armour("Deck", facts.deck_tenths, facts.origin_of("deck")))
    if facts.planes:
        lines.append(Fact("Planes", str(facts.planes), facts.origin_of("planes")))
    if facts.commissioned:
        commissioned = facts.commissioned.replace("-", "–")
        lines.append(Fact("Commissioned", commissioned, facts.origin_of("commissioned")))
    return tuple(lines)


def guns_in_words(guns: Guns) -> str:
    """Return guns as they are written: "10 × 8 in (5 × 2)"."""
    return _counted(guns.count, Fraction(guns.calibre_hundredths, 100), guns.mounts)


def armament_in_words(facts: ClassFacts) -> str:
    """Return the main guns in one line, or that there are none."""
    return ", ".join(map(guns_in_words, facts.main)) or NONE


def tubes_in_words(tubes: Tubes | None) -> str:
    """Return torpedo tubes as they are written: "16 × 24 in (4 × 4)"."""
    if tubes is None:
        return NONE
    return _counted(tubes.count, Fraction(tubes.diameter_tenths, 10), tubes.mounts)


def knots(facts: ClassFacts) -> str:
    """Return the speed in knots: "34.2"."""
    return decimal(Fraction(facts.speed_tenths, 10))


def _counted(count: int, inches: Fraction, mounts: tuple[Mount, ...]) -> str:
    """Return number, calibre in inches and mounts; a line may break only before the mounts."""
    calibres = ", ".join(f"{mount.mounts} × {mount.barrels}" for mount in mounts)
    number = f"{count} × {decimal(inches)} in".replace(" ", NO_BREAK)
    return f"{number} ({calibres.replace(' ', NO_BREAK)})" if calibres else number


def _tonnage(facts: ClassFacts) -> Fact:
    origin = facts.origin_of("tons")
    if facts.is_gross:
        return Fact("Tonnage", f"{facts.tons:,} gross register tons", origin)
    tonnes = half_up(facts.tons * TONNES_PER_TON)
    return Fact("Displacement", f"{facts.tons:,} long tons standard", origin, f"{tonnes:,} t")


def _speed(facts: ClassFacts) -> Fact:
    kmh = half_up(Fraction(facts.speed_tenths, 10) * KMH_PER_KNOT)
    return Fact("Speed", f"{knots(facts)} knots", facts.origin_of("speed"), f"{kmh} km/h")


def _guns(title: str, batteries: Iterable[Guns], origin: str) -> list[Fact]:
    gun_facts = []
    for guns in batteries:
        side = f"{guns.broadside} bear on a side" if guns.broadside else ""
        shell = f"shells of {guns.shell_pounds:,} lb" if guns.shell_pounds else ""
        note = "; ".join(part for part in (side, shell) if part)
        gun_facts.append(
            Fact(title, guns_in_words(guns), origin, _mm(Fraction(guns.calibre_hundredths, 100)), note)
        )
    return gun_facts or [Fact(title, NONE, origin)]


def _torpedoes(facts: ClassFacts) -> Fact:
    tubes, origin = facts.tubes, facts.origin_of("tubes")
    if tubes is None:
        return Fact("Torpedo tubes", NONE, origin)
    side = f"{tubes.broadside} bear on a side" if tubes.broadside != tubes.count else ""
    reloads = f"{tubes.reloads} reloads" if tubes.reloads else "no reloads"
    note = "; ".join(part for part in (reloads, side, tubes.note) if part)
    return Fact(
        "Torpedo tubes", tubes_in_words(tubes), origin, _mm(Fraction(tubes.diameter_tenths, 10)), note
    )


def _armour(title: str, tenths: int, origin: str) -> Fact:
    if not tenths:
        return Fact(title, NONE, origin)
    inches = Fraction(tenths, 10)
    return Fact(title, f"{decimal(inches)} in", origin, _mm(inches))


def _mm(inches: Fraction) -> str:
    return f"{half_up(inches * MM_PER_INCH)} mm"


# --- refits and service ----------------------------------------------------------------------------


def refit_in_words(refit: Refit) -> str:
    """Return the changes of a refit, with the reason if known: "tubes 6 × 21 in (2 × 3)"."""
    parts = [f"main guns {', '.join(map(guns_in_words, refit.main))}"] if refit.main else []
    parts += [f"secondary guns {', '.join(map(guns_in_words, refit.secondary))}"] if refit.secondary else []
    parts += [f"tubes {tubes_in_words(refit.tubes)}"] if refit.tubes else []
    measures = (
        ("belt", refit.belt_tenths, " in"), ("deck", refit.deck_tenths, " in"),
        ("speed", refit.speed_tenths, " kn"),
    )  # fmt: skip
    parts += [f"{name} {decimal(Fraction(tenths, 10))}{unit}" for name, tenths, unit in measures if tenths]
    parts += [f"{refit.tons:,} long tons"] if refit.tons else []
    return "; ".join(parts) + (f". {refit.note}" if refit.note else "")


def radar_in_words(facts: ClassFacts, when: str, name: str = "") -> str:
    """Return the radar sets of a ship, or of a class's ships in service, in a month.

    Sets of unnamed ships are included, because they may have been hers.
    """
    there = [one.name for one in facts.ships if name in ("", one.name) and absence_at(one, when) is None]
    if facts.ships and not there:
        return "she was not in service" if name else "none of these ships was in service"
    holders: dict[str, list[str]] = {}
    for one in there or [name]:
        holders.setdefault(sets_at(facts, when, one), []).append(one)
    known = [sets for sets in holders if sets] + [sets for sets in holders if not sets]
    told = [
        sets if len(known) == 1 else f"{sets or NO_RADAR} in {listed_in_words(holders[sets])}"
        for sets in known
    ]
    unnamed = replace(facts, radar=tuple(replace(fit, some=False) for fit in facts.radar if fit.some))
    if sets := sets_at(unnamed, when):
        told.append(f"{sets} in some ships (not known which)")
    return "; ".join(part for part in told if part) or NO_RADAR


def listed_in_words(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: "Chester, Louisville and Augusta"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def service_in_words(facts: ClassFacts, name: str) -> str:
    """Return a ship's dates of service in her class, and changes of name or navy; empty if unknown."""
    ship = next((one for one in facts.ships if one.name == name), None)
    if ship is None:
        return ""
    since = f"in service from {in_words(ship.since)}" if ship.since else ""
    former = " and ".join(one.name for one in facts.ships if one.renamed == name)
    navy = f"{ship.navy} from {in_words(ship.navy_since)}, {facts.navy} before" if ship.navy_since else ""
    end = " ".join(part for part in (ship.end, ship.renamed, in_words(ship.until)) if part)
    return ", ".join(part for part in (since, former and f"before as {former}", navy, end) if part)
