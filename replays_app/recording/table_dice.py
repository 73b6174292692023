"""Dice thrown at the table: players enter the faces in the order in which the rules need them.

The site rolls dice that nobody throws by hand, such as a many-sided die that shuffles blocks. It also rolls
the throws that players leave to it. Entry 0 commits to the seed of these dice. Each throw records who threw
it.
"""

from collections.abc import Sequence

from darkseas.engine.dice.rolls import Dice, DiceNeeded, Roll, Thrown, check_die

#: Dice with more sides are never thrown at the table.
MOST_SIDES = 20
#: Entered instead of faces: the site rolls these dice.
BY_THE_HOUSE: tuple[int, ...] = ()


class BadThrow(ValueError):
    """The entered faces do not match the needed throw; ``place`` counts throws from 0."""

    def __init__(self, place: int, reason: str) -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason


class TableDice:
    """Returns throws as players entered them; raises DiceNeeded if the next one is missing.

    ``house`` rolls the throws left to the site; None if entry 0 has no seed.
    """

    def __init__(self, throws: Sequence[Sequence[int]], house: Dice | None = None) -> None:
        self._throws = throws
        self._house = house
        self._next = 0

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """Return the next throw. Raises BadThrow if number or sides of the dice do not match."""
        check_die(count, sides)
        if self._house is not None and sides > MOST_SIDES:
            return self._house.roll(count, sides, purpose, scope=scope)
        if self._next == len(self._throws):
            raise DiceNeeded(purpose, count, sides, scope)
        faces = tuple(self._throws[self._next])
        if self._house is not None and faces == BY_THE_HOUSE:
            self._next += 1
            return self._house.roll(count, sides, purpose, scope=scope)
        if len(faces) != count:
            raise BadThrow(self._next, f"{len(faces)} dice were thrown, {count} are needed")
        if not all(type(face) is int and 1 <= face <= sides for face in faces):
            raise BadThrow(self._next, f"a face is not a number from 1 to {sides}")
        self._next += 1
        return Roll(purpose, sides, faces, "table", scope)

    def check_all_used(self) -> None:
        """Raise BadThrow if players entered more throws than the rules need."""
        if self._next < len(self._throws):
            raise BadThrow(self._next, "this throw is not needed")
