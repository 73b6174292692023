"""Sizes of paper, in points."""

from dataclasses import dataclass

#: Points of a millimetre.
MM = 72 / 25.4
#: White around all that is drawn: less is beyond many printers.
MARGIN = 11 * MM


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    key: str
    title: str
    width: float
    height: float


PAPERS = {
    paper.key: paper
    for paper in (Paper("a4", "A4", 210 * MM, 297 * MM), Paper("letter", "US Letter", 8.5 * 72, 11 * 72))
}


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a page: its lower left corner, how wide and how high it is."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends in the east."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """Where it ends above."""
        return self.y + self.height

    def shrunk(self, by: float) -> "Area":
        """Return the part that is so far from every side."""
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def room_on(paper: Paper, is_wide: bool = False) -> Area:
    """Return the part of a page within its margins, of one that lies on its side where it is wide."""
    width, height = (paper.height, paper.width) if is_wide else (paper.width, paper.height)
    return Area(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
