"""The analysis of a battle in sentences, from the winner's point of view."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from darkseas.engine.events import OrderGiven
from darkseas.engine.presentation.narration import NORMAL, STRONG
from darkseas.engine.presentation.words import capital, party
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import MOST_LINES, lines_json
from replays_app.replay.perspectives import ALL

_HUNDRED = 100
#: How many sentences describe what the dice of a step did.
_SENTENCES = 2
_ORDER = "order_given"
#: Kinds of entries that say nothing about dice.
_HEADINGS = ("turn_began", "phase_began")


@dataclass(frozen=True, slots=True)
class Summary:
    """The battle in short: the side whose chance is shown, and what moved it from `start` to `end`.

    `luck` and the `orders` of each side add up to that change, in points of 100.
    """

    side: str
    result: str
    verdict: str
    start: int
    luck: str
    orders: tuple[tuple[str, str], ...]
    end: int


@dataclass(frozen=True, slots=True)
class TurningPointShown:
    """A turning point: its entry, its cause, what happened, and the chance before and after in per cent."""

    seq: int
    turn: int
    cause: str
    side: str
    sentences: tuple[str, ...]
    before: int
    after: int
    error: int


@dataclass(frozen=True, slots=True)
class OrderShown:
    """A side's best or worst order, its value in points of 100, and what the captain would have ordered."""

    seq: int
    turn: int
    title: str
    sentence: str
    value: str
    error: int
    instead: str


class AnalysisShown:
    """A stored analysis, told for readers. Raises KeyError for content of another form."""

    def __init__(self, context: BattleContext, content: Mapping[str, Any], winner: str) -> None:
        self._context, self._content = context, content
        self.names = {side.key: side.name for side in context.initial.spec.sides}
        first = content["sides"][0]
        self.side = winner or first
        self.sign = 1 if self.side == first else -1

    def chance(self, value: float) -> int:
        """Return a chance of the first side as the shown side's chance in per cent."""
        return round(_HUNDRED * (value if self.sign == 1 else 1 - value))

    def summary(self, winner: str) -> Summary:
        sums, end = self._content["sums"], self._content["end"]["win"]
        luck = self.sign * sums["luck"]
        orders = {side: value if side == self.side else -value for side, value in sums["judgement"].items()}
        more, less = ("Dice", "orders") if abs(luck) >= abs(sum(orders.values())) else ("Orders", "dice")
        name = party(self.names[self.side])
        shown = {side: round(_HUNDRED * value) for side, value in orders.items()}
        start, final = self.chance(self._content["start"]), self.chance(end)
        return Summary(
            name,
            f"{capital(name)} won" if winner else "The battle was drawn",
            f"{more} moved the chance to win more than {less} did",
            start,
            _signed(final - start - sum(shown.values())),  # so that the rounded figures add up, too
            tuple((party(self.names[side]), _signed(value)) for side, value in shown.items()),
            final,
        )

    def turning_points(self) -> list[TurningPointShown]:
        return [self._turning_point(point) for point in self._content["turning_points"]]

    def orders(self) -> list[tuple[str, list[OrderShown]]]:
        """Return each side's best and worst order, those that exist."""
        shown = []
        for number, (side, found) in enumerate(self._content["orders"].items()):
            sign = 1 if number == 0 else -1
            titles = (("best", "Best order"), ("worst", "Worst order"))
            orders = [self._order(found[key], title, sign) for key, title in titles if key in found]
            shown.append((self.names[side], orders))
        return shown

    def _turning_point(self, point: Mapping[str, Any]) -> TurningPointShown:
        change, error = point["change"]
        is_luck = point["cause"] == "luck"
        return TurningPointShown(
            point["seq"],
            point["turn"],
            "luck" if is_luck else "judgement",
            party(self.names[point["side"]]),
            tuple(self._results(point["seq"]) if is_luck else [self._sentence(point["seq"])]),
            self.chance(point["before"]),
            self.chance(point["before"] + change),
            round(_HUNDRED * error),
        )

    def _order(self, step: Mapping[str, Any], title: str, sign: int) -> OrderShown:
        value, error = step["judgement"]
        return OrderShown(
            step["seq"],
            step["turn"],
            title,
            self._sentence(step["seq"]),
            _signed(round(_HUNDRED * sign * value)),
            round(_HUNDRED * error),
            self._instead(step),
        )

    def _sentence(self, seq: int) -> str:
        return str(lines_json(self._context, ALL, seq, 1)[0]["sentence"])

    def _results(self, seq: int) -> list[str]:
        """Return the weightiest sentences about what followed an order, up to the next order."""
        lines = lines_json(self._context, ALL, seq, MOST_LINES)
        after = list(takewhile(lambda line: line["kind"] != _ORDER, lines[1:]))
        results = [line for line in after if line["kind"] not in _HEADINGS]
        strong = [line for line in results if line.get("weight", NORMAL) >= STRONG]
        told = strong or [line for line in results if line.get("dice")] or results[-1:]
        return [str(line["sentence"]) for line in told[:_SENTENCES]]

    def _instead(self, step: Mapping[str, Any]) -> str:
        """Return the captain's order in words; empty if it is not stored or reads like the recorded one."""
        instead = step.get("instead")
        if not instead:
            return ""
        order = OrderGiven(step["side"], instead["order"], instead["blanks"])
        for cursor, _ in cursor_cache.entries_from(self._context, ALL, step["seq"], 1):
            sentence = self._context.system.describe(cursor.state, order).sentence
            return "" if sentence == self._sentence(step["seq"]) else sentence
        return ""


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")
