"""Finds the lines of a file that equal stored results of the club."""

from collections import defaultdict
from datetime import date

from darkseas.club.models import Club, Result
from darkseas.club.results import rows
from darkseas.club.results.facts import ResultFacts, SideFacts
from darkseas.club.results.result_states import State
from darkseas.web.texts.name_keys import name_key

Sides = frozenset[tuple[str, frozenset[int]]]


class RecordedBefore:
    """The stored results of a club, without void ones; each equals one line of a file at most.

    Equal are the day, the scenario by its key or name, and the players of each side. The outcome may differ.
    """

    def __init__(self, club: Club) -> None:
        """Load the results; three queries."""
        stored = Result.objects.filter(club=club).exclude(state=State.VOID).order_by()
        sides = rows.sides_of(stored)
        self._left: defaultdict[tuple[date, Sides], list[tuple[str, str]]] = defaultdict(list)
        for pk, day, key, text in stored.values_list("pk", "day", "scenario__key", "scenario_text"):
            self._left[day, _players(sides.get(pk, ()))].append((key or "", name_key(text)))

    def has(self, facts: ResultFacts) -> bool:
        """Whether a stored result equals these facts; if so, no other line can equal it."""
        left = self._left.get((facts.day, _players(facts.sides)), [])
        text = name_key(facts.scenario_text)
        found = next((one for one in left if text == one[1] or (one[0] and one[0] == facts.scenario)), None)
        if found is not None:
            left.remove(found)
        return found is not None


def _players(sides: tuple[SideFacts, ...]) -> Sides:
    return frozenset((name_key(side.side), frozenset(side.players)) for side in sides)
