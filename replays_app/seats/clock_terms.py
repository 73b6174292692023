"""Time controls: parse them from the challenge form, and describe them in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from replays_app.models import Battle, Challenge, Clock

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"hours": HOUR, "days": DAY}
#: The longest allowance in days, and the largest increment in hours.
MOST_DAYS, MOST_INCREMENT_HOURS = 90, 240
EACH, BANK = Clock.Kind.EACH, Clock.Kind.BANK
BOT, LOSS = Clock.AtZero.BOT, Clock.AtZero.LOSS


class BadTerms(Exception):
    """An invalid time control, with a sentence that explains the error."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A time control: the allowance, and the consequence when it runs out; see ``Clock``."""

    kind: str
    allowance_s: int
    increment_s: int = 0
    has_holidays: bool = True
    at_zero: str = BOT


def terms_of(form: Mapping[str, str]) -> Terms | None:
    """Return the time control in a form, None for a battle without clocks. Raises BadTerms."""
    kind = form.get("clock", "none")
    if kind == "none":
        return None
    has_holidays, at_zero = "holidays" in form, form.get("at_zero", BOT)
    if at_zero not in Clock.AtZero.values:
        raise BadTerms("Choose what happens when time runs out.")
    if kind == EACH:
        unit = UNITS.get(form.get("unit", "days"), DAY)
        allowance = _number(form, "each", 1, MOST_DAYS * DAY // unit) * unit
        return Terms(EACH, allowance, 0, has_holidays, at_zero)
    if kind == BANK:
        allowance = _number(form, "bank", 1, MOST_DAYS) * DAY
        increment = _number(form, "increment", 0, MOST_INCREMENT_HOURS) * HOUR
        return Terms(BANK, allowance, increment, has_holidays, at_zero)
    raise BadTerms("Choose a kind of clock.")


def _number(form: Mapping[str, str], name: str, least: int, most: int) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise BadTerms(f"Enter a whole number from {least} to {most} for the clock.")
    return int(text)


def keep(terms: Terms, challenge: Challenge) -> Clock:
    """Store the clock of a challenge."""
    return Clock.objects.create(
        challenge=challenge,
        kind=terms.kind,
        allowance_s=terms.allowance_s,
        increment_s=terms.increment_s,
        has_holidays=terms.has_holidays,
        at_zero=terms.at_zero,
    )


def terms_in(battle: Battle) -> Terms | None:
    """Return the time control of a battle, None for a battle without clocks."""
    clock = clock_of(battle)
    if clock is None:
        return None
    return Terms(clock.kind, clock.allowance_s, clock.increment_s, clock.has_holidays, clock.at_zero)


def clock_of(battle: Battle) -> Clock | None:
    return Clock.objects.filter(battle=battle).first()


def describe(clock: Terms | Clock) -> str:
    """Describe a clock: "2 days for each order; then the captain takes the seat"."""
    allowance = span(clock.allowance_s)
    if clock.kind == EACH:
        time = f"{allowance} for each order"
    elif clock.increment_s:
        time = f"{allowance} for all orders, and {span(clock.increment_s)} more with each"
    else:
        time = f"{allowance} for all orders"
    end = "then the captain takes the seat" if clock.at_zero == BOT else "then the battle is lost"
    return f"{time}, {end}" + ("" if clock.has_holidays else "; it also runs during vacations")


def span(seconds: int) -> str:
    """Return a whole number of days or hours in words."""
    unit, name = (DAY, "day") if seconds % DAY == 0 else (HOUR, "hour")
    number = seconds // unit
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def left_words(seconds: int) -> str:
    """Return the time left, to the minute: "2 d 4 h", "3 h 20 min", "under a minute"."""
    left = timedelta(seconds=max(seconds, 0))
    hours, minutes = left.seconds // HOUR, left.seconds % HOUR // MINUTE
    if left.days:
        return f"{left.days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else "under a minute"
