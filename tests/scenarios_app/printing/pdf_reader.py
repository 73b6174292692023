"""Reading a PDF of ours: its pages, what lies where on them, the words as they were written."""

import re
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.printing.sheets import chosen, make, sheet_of

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
#: One token of a page's drawing: a text in round brackets, a list, a name or number.
TOKEN = re.compile(rb"\((?:\\.|[^\\()])*\)|\[[^\]]*\]|[^\s\[\]()]+")
#: Commands whose last two numbers say where they go; commands that end a path or a text.
GOES_TO = (b"m", b"l", b"c", b"Tm")
ENDS = (b"S", b"s", b"f", b"f*", b"B", b"B*", b"b", b"b*", b"n", b"ET")


@dataclass
class Writing:
    """A line that was written: on which page (from 1), from where to where, what."""

    page: int
    start: Point
    end: Point
    text: str
    is_clipped: bool


class Telling(Canvas):  # type: ignore[misc]  # reportlab says nothing of its types
    """A canvas that keeps what is written on it, as it was said and where."""

    def __init__(self, *args: Any, writings: list[Writing], **kwargs: Any) -> None:
        self._writings = writings
        self._clips = [False]
        super().__init__(*args, **kwargs)

    def saveState(self) -> None:  # noqa: N802 - as its class names it
        """Go into a state that is left again."""
        self._clips.append(self._clips[-1])
        super().saveState()

    def restoreState(self) -> None:  # noqa: N802 - as its class names it
        """Leave a state, and its clip."""
        self._clips.pop()
        super().restoreState()

    def clipPath(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802 - as its class names it
        """Clip what follows."""
        self._clips[-1] = True
        super().clipPath(*args, **kwargs)

    def drawString(self, x: float, y: float, text: str, **kwargs: Any) -> None:  # noqa: N802 - as its class names it
        """Write a line, and keep it."""
        wide = stringWidth(text, self._fontname, self._fontsize)
        ends = self.absolutePosition(x, y), self.absolutePosition(x + wide, y)
        self._writings.append(Writing(self.getPageNumber(), *ends, text, self._clips[-1]))
        super().drawString(x, y, text, **kwargs)


@dataclass
class Printed:
    """A made sheet: its bytes, not compressed, and what was written on it."""

    data: bytes
    writings: list[Writing] = field(default_factory=list)

    @property
    def words(self) -> str:
        """All that was written, line by line."""
        return "\n".join(writing.text for writing in self.writings)

    def page_sizes(self) -> list[Point]:
        """Return how wide and high each page is, in points."""
        boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", self.data)
        return [(float(wide), float(high)) for wide, high in boxes]

    def drawings(self) -> list[bytes]:
        """Return what each page is drawn by."""
        return [self._stream(int(number)) for number in re.findall(rb"/Contents (\d+) 0 R", self.data)]

    def _stream(self, number: int) -> bytes:
        begins = self.data.index(b"\n%d 0 obj" % number)
        first = self.data.index(b"stream", begins) + len(b"stream")
        return self.data[first : self.data.index(b"endstream", first)]


def printed(spec: ScenarioSpec, sheet: str, **said: str) -> Printed:
    """Make a sheet so that it can be read."""
    found: list[Writing] = []
    one = sheet_of(spec, sheet)
    maker = partial(Telling, writings=found, pageCompression=0)
    return Printed(make(spec, one, chosen(spec, one, said), maker), found)


class _Reader:
    """Follows the drawing of a page: where it is moved to, what is hidden by a clip, what was drawn."""

    def __init__(self) -> None:
        self.found: list[Point] = []
        self._matrix, self._is_hidden = IDENTITY, False
        self._stack: list[tuple[Matrix, bool]] = []
        self._path: list[Point] = []

    def take(self, command: bytes, numbers: list[float]) -> None:
        """Do what a command says with the numbers before it."""
        if command == b"q":
            self._stack.append((self._matrix, self._is_hidden))
        elif command == b"Q":
            self._matrix, self._is_hidden = self._stack.pop()
        elif command == b"cm":
            self._matrix = _times(numbers[-6:], self._matrix)
        elif command in (b"W", b"W*"):
            self._end_path()
            self._is_hidden = True
        elif command in ENDS:
            self._end_path()
        else:
            self._path += [_at(self._matrix, x, y) for x, y in _points(command, numbers)]

    def _end_path(self) -> None:
        self.found += [] if self._is_hidden else self._path
        self._path = []


def points_of(drawing: bytes) -> list[Point]:
    """Return where lines, boxes and texts begin and end; what a clip hides counts as the clip alone."""
    reader, numbers = _Reader(), []
    for token in TOKEN.findall(drawing):
        number = _number(token)
        if number is not None:
            numbers.append(number)
            continue
        reader.take(token, numbers)
        numbers = []
    return reader.found


def _points(command: bytes, numbers: list[float]) -> list[Point]:
    """Where a command that draws goes to."""
    if command == b"re":
        x, y, wide, high = numbers[-4:]
        return [(x, y), (x + wide, y + high)]
    if command in GOES_TO:
        return [(numbers[-2], numbers[-1])]
    return []


def _number(token: bytes) -> float | None:
    try:
        return float(token)
    except ValueError:
        return None


def _at(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _times(first: Any, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    x, y = _at(then, e, f)
    left, right = _at((*then[:4], 0, 0), a, b), _at((*then[:4], 0, 0), c, d)
    return (*left, *right, x, y)
