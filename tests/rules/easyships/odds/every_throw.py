"""Dice that fall in every way there is, one way after the other, each with how likely it is."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from darkseas.engine.dice.rolls import Roll

T = TypeVar("T")


class Way:
    """Dice that fall as in one way, and on 1 where it has not been that far yet.

    `groups` is how many groups a die that chooses one may name: the rules throw faces above it again, so that
    those below share their chance.
    """

    def __init__(self, faces: list[int], groups: int) -> None:
        self.faces, self.groups = faces, groups
        self.sides: list[int] = []

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next faces."""
        at = len(self.sides)
        self.faces += [1] * (at + count - len(self.faces))
        self.sides += [self.groups if purpose.endswith("/group") else sides] * count
        return Roll(purpose, sides, tuple(self.faces[at : at + count]), "house", scope)


def every_throw(run: Callable[[Way], T], groups: int = 6) -> Iterator[tuple[T, Fraction]]:
    """What a run comes to by each way in which its dice may fall, with the chance of that way."""
    faces: list[int] = []
    while True:
        way = Way(faces, groups)
        outcome = run(way)
        chance = Fraction(1)
        for sides in way.sides:
            chance /= sides
        yield outcome, chance
        faces = way.faces[: len(way.sides)]
        while faces and faces[-1] == way.sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            return
        faces[-1] += 1
