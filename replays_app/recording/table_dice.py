"""Dice thrown at the table: faces typed in, in the order in which the rules ask for them.

What no table throws by hand, a die with many sides that mixes blocks, the house throws, from a seed that
entry 0 is committed to; so it does where a throw is left to it. Each throw says on the record who threw it.
"""

from collections.abc import Sequence

from darkseas.engine.dice.rolls import Dice, DiceNeeded, Roll, Thrown, check_die

#: Dice of more sides lie on no table.
MOST_SIDES = 20
#: In place of faces: the house is to throw these dice.
BY_THE_HOUSE: tuple[int, ...] = ()


class BadThrow(ValueError):
    """Faces that were typed in cannot be the throw that is asked for; ``place`` counts throws from 0."""

    def __init__(self, place: int, reason: str) -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason


class TableDice:
    """Hands out throws as they were typed in; DiceNeeded when the next one is not there yet.

    ``house`` throws what is left to it; None for a battle whose entry 0 knows no seed.
    """

    def __init__(self, throws: Sequence[Sequence[int]], house: Dice | None = None) -> None:
        self._throws = throws
        self._house = house
        self._next = 0

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """Return the next throw. Raises BadThrow when it is not so many dice of so many sides."""
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
        """Raise BadThrow when more was thrown than the rules asked for."""
        if self._next < len(self._throws):
            raise BadThrow(self._next, "nothing asks for this throw")
