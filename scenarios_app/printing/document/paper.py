"""Paper sizes, in points."""

from dataclasses import dataclass

#: Points per millimetre.
MM = 72 / 25.4
#: Page margin; many printers cannot print closer to the edge.
MARGIN = 11 * MM


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait orientation."""

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
    """A rectangle on a page: lower left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    def shrunk(self, by: float) -> "Area":
        """Return the area inset by this distance on every side."""
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def room_on(paper: Paper, is_wide: bool = False) -> Area:
    """Return the area within the page margins, in landscape if `is_wide`."""
    width, height = (paper.height, paper.width) if is_wide else (paper.width, paper.height)
    return Area(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
