"""P4: random bots at Savo Island against Pokemon Showdown's random players.

A choice is one blank of an order form for which more than one value was allowed and which the bot filled:
a hex, a speed, a yes or no, a subset of ships; and which form it took, where there were several. That is
what Showdown's player decides in one request: this move or that switch. Orders are counted as well.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest import mock

from darkseas.engine.bots import battle, random_bot
from darkseas.engine.bots.battle import fight
from darkseas.engine.orders import Choice, Course, Formation, Number, Rows, Several

from . import battles
from .environment import Surroundings
from .measuring import Goal, Report, cpu_seconds, in_turn
from .showdown.process import PUBLISHED_BATTLES_PER_S, PUBLISHED_CHOICES_PER_S, Done

BATTLES = 12
CAPTAIN_BATTLES = 4
THEIR_BATTLES = 12
GOAL = Goal(target=10, floor=5)
#: 20 and 10 battles/s a core, on the machine where Showdown's random players fought 19.6.
CAPTAIN_GOAL = Goal(target=20 / PUBLISHED_BATTLES_PER_S, floor=10 / PUBLISHED_BATTLES_PER_S)


def run(around: Surroundings) -> Report:
    """Measure P4."""
    showdown = around.showdown()
    report = Report("P4  battles between bots at Savo Island")
    choices, orders = _counted(BATTLES)
    report.say(
        f"random bots: {choices / BATTLES:.0f} choices, {orders / BATTLES:.0f} orders a battle "
        "(a choice is a blank filled where more than one value was allowed)"
    )
    done: list[Done] = []
    sides: list[Callable[[], float]] = [lambda: _battles_per_s(BATTLES), _bot_battles_per_s]
    if showdown is not None:
        sides.append(lambda: _noted(done, showdown.fight(THEIR_BATTLES)))
    rounds = in_turn(*sides)
    ours, bots = [values[0] for values in rounds], [values[1] for values in rounds]
    report.figure("random bots", ours, "battles/s")
    report.figure("", [rate * choices / BATTLES for rate in ours], "choices/s")
    report.figure("", [rate * orders / BATTLES for rate in ours], "orders/s")
    theirs = _theirs(report, rounds, around)
    ratios = [rate * choices / BATTLES / other for rate, other in zip(ours, theirs, strict=True)]
    report.ratio("choices/s ÷ Showdown's choices/s", ratios, GOAL)
    ratios = [rate * orders / BATTLES / other for rate, other in zip(ours, theirs, strict=True)]
    report.ratio("orders/s ÷ Showdown's choices/s", ratios)
    report.figure("captains", bots, "battles/s a core")
    paces = [played.battles / played.seconds for played in done[-len(rounds) :]] or [
        PUBLISHED_BATTLES_PER_S
    ] * len(rounds)
    paced = [rate / pace for rate, pace in zip(bots, paces, strict=True)]
    report.ratio("captains' battles/s ÷ Showdown's battles/s", paced, CAPTAIN_GOAL)
    return report


def _noted(done: list[Done], played: Done) -> float:
    done.append(played)
    return played.choices_per_s


def _theirs(report: Report, rounds: list[tuple[float, ...]], around: Surroundings) -> list[float]:
    if len(rounds[0]) > 2:
        theirs = [values[2] for values in rounds]
        report.figure("Showdown's random players beside us", theirs, "choices/s")
        return theirs
    report.say(f"Showdown is absent ({around.why_no_showdown}), so its published figure stands in")
    return [float(PUBLISHED_CHOICES_PER_S)] * len(rounds)


_running = count()


def _battles_per_s(battle_count: int) -> float:
    numbers = [next(_running) for _ in range(battle_count)]
    return battle_count / cpu_seconds(lambda: [_fight(number) for number in numbers])


def _bot_battles_per_s() -> float:
    numbers = [next(_running) for _ in range(CAPTAIN_BATTLES)]
    leaders = battles.bots()
    return CAPTAIN_BATTLES / cpu_seconds(lambda: [_fight(number, bots=leaders) for number in numbers])


def _fight(number: int, **more: Any) -> Any:
    return fight(battles.system(), battles.spec(), battles.seed(number % 1000), **more)


# --- counting choices ----------------------------------------------------------------------


def _counted(battle_count: int) -> tuple[int, int]:
    """Return choices and orders of so many battles, counted while they are fought."""
    tally = {"choices": 0, "orders": 0}
    with _watched(tally):
        for number in range(battle_count):
            _fight(number)
    return tally["choices"], tally["orders"]


@contextmanager
def _watched(tally: dict[str, int]) -> Iterator[None]:
    """Count what the random bot decides."""
    fillers = {kind: _counting(filler, tally) for kind, filler in random_bot._FILLERS.items()}
    order = _counting_order(random_bot.random_order, tally)
    with (
        mock.patch.object(random_bot, "_FILLERS", fillers),
        mock.patch.object(battle, "random_order", order),
    ):
        yield


def _counting(filler: Callable[..., None], tally: dict[str, int]) -> Callable[..., None]:
    def fill(blank: Any, chooser: Any, filled: Any) -> None:
        tally["choices"] += _is_free(blank)
        filler(blank, chooser, filled)

    return fill


def _counting_order(order: Callable[..., Any], tally: dict[str, int]) -> Callable[..., Any]:
    def pick(forms: Any, chooser: Any) -> Any:
        tally["orders"] += 1
        tally["choices"] += sum(form.pressing for form in forms) > 1
        return order(forms, chooser)

    return pick


def _is_free(blank: Any) -> bool:
    """Whether a blank could have been filled in more than one way."""
    if isinstance(blank, Choice):
        return len(blank.values) + blank.optional > 1
    if isinstance(blank, Course):
        return len(blank.reach) > 1
    if isinstance(blank, Number):
        return blank.most > blank.least
    if isinstance(blank, Several):
        return bool(blank.values) and len(blank.values) > blank.least
    if isinstance(blank, Formation):
        return any(contingent.how == "free" for contingent in blank.contingents)
    return isinstance(blank, Rows) and (bool(blank.once) or len(blank.rows) > blank.least)
