"""Fill a form's plain fields from a request, from a stored draft, or with defaults."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.http import QueryDict

from darkseas.engine.orders import (
    Cell,
    Choice,
    Course,
    Fixed,
    Formation,
    Leg,
    Number,
    OrderForm,
    Reached,
    Rows,
    Several,
    Turning,
)
from darkseas.engine.play.cheapest_ways import Arrival, arrivals
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json

from .form_fields import Field, FilledForm, FormedGroups, Group, Line, Option
from .formation_fields import formed_groups, suggested_data

#: Maximum number of copies of a line. The map view has no limit.
MOST_COPIES = 12
#: Maximum number of places in a route chosen by waypoints.
LONGEST_WAY = 100
#: Maximum length of that text in characters.
LONGEST_TEXT = 4_000
#: Returns the title of a value, and a line of help that cites its rule.
Words = Callable[[Cell, Json], tuple[str, str]]
#: Returns the legs of a course.
Legs = Callable[[Course], tuple[Leg, ...]]


def _no_legs(course: Course) -> tuple[Leg, ...]:
    return ()


def fill(
    form: OrderForm, data: QueryDict | None, words: Words, key: str = "", legs: Legs = _no_legs
) -> FilledForm:
    """Return a form as fields, filled from a request or with default values."""
    filler = _Filler(data, words, legs)
    return FilledForm(form, key or form.order, [filler.part(blank) for blank in form.blanks])


@dataclass(frozen=True, slots=True)
class _Filler:
    data: QueryDict | None
    words: Words
    legs: Legs

    def part(self, blank: Cell | Rows | Formation) -> Field | Group | FormedGroups:
        if isinstance(blank, Formation):
            data = self.data if self.data is not None else suggested_data(blank)
            return formed_groups(blank, _Filler(data, self.words, self.legs).field, data)
        return self.group(blank) if isinstance(blank, Rows) else self.field(blank, blank.name)

    def group(self, blank: Rows) -> Group:
        must_all = bool(blank.least) and blank.least >= len(blank.rows)
        lines: list[Line] = []
        for number in range(len(blank.rows)):
            base = f"{blank.name}.{number}"
            for copy in range(self._copies(base) if blank.once else 1):
                name = base if copy == 0 else f"{base}+{copy}"
                lines.append(self._line(blank, number, name, must_all))
        return Group(blank, lines)

    def _copies(self, base: str) -> int:
        data = self.data or QueryDict()
        text = data.get(f"{base}.copies", "1")
        count = int(text[:3]) if text.isascii() and text.isdigit() else 1
        return min(max(count + (data.get("more") == base), 1), MOST_COPIES)

    def _line(self, blank: Rows, number: int, name: str, must_all: bool) -> Line:
        row = blank.rows[number]
        is_used = must_all or bool(self.data and self.data.get(f"{name}.use"))
        fields = [self.field(cell, f"{name}.{cell.name}", cell.name == blank.once) for cell in row]
        fixed = [self.words(cell, cell.value)[0] for cell in row if isinstance(cell, Fixed)]
        title = " · ".join(text for text in fixed if text) or f"{blank.title} {number + 1}"
        open_fields = [one for one in fields if not isinstance(one.cell, Fixed)]
        ways = [one for one in open_fields if isinstance(one.cell, Course)]
        is_used = is_used or any(one.value() is not None for one in ways)
        return Line(name, title, open_fields, not must_all and not ways, is_used, bool(blank.once))

    def field(self, cell: Cell, name: str, is_shared: bool = False) -> Field:
        texts = [] if self.data is None else self.data.getlist(name)
        if isinstance(cell, Fixed | Number):
            text = texts[0] if texts else str(cell.least) if isinstance(cell, Number) else ""
            return Field(name, cell, text=text)
        chosen = set(texts) if name in (self.data or {}) else self._usual(cell, is_shared)
        options = [
            Option(text, value, *said, is_chosen=text in chosen)
            for text, value, said in self._values(cell, texts)
        ]
        return Field(name, cell, options)

    def _values(
        self, cell: Choice | Several | Course, texts: list[str]
    ) -> Iterator[tuple[str, Json, tuple[str, str]]]:
        if isinstance(cell, Course):
            known = list(self._cheapest(cell))
            yield from known
            offered = {text for text, _, _ in known}
            yield from _own_paths(cell, [text for text in texts if text not in offered])
            return
        for value in cell.values:
            yield canonical_json.encode(value).decode(), value, self.words(cell, value)

    def _cheapest(self, cell: Course) -> Iterator[tuple[str, Json, tuple[str, str]]]:
        """Iterate over the cheapest routes to each place. If routes have a facing, there is one for each
        facing.
        """
        legs = self.legs(cell) if cell.turning is not None else ()
        if cell.turning is None or not legs:
            for end in cell.reach:
                yield f"{end.before}>{end.place}", list(cell.path_to(end)), (_end_words(end), "")
            return
        for arrival in arrivals(cell, legs):
            way: list[Json] = list(arrival.way)
            words = f"{arrival.place}, facing {_facing_words(cell.turning, arrival)}, costs {arrival.cost}"
            yield canonical_json.encode(way).decode(), way, (words, "")

    def _usual(self, cell: Choice | Several | Course, is_shared: bool) -> set[str]:
        """Return the default choices: the first of plain words, the only value, or all values that lines
        share.
        """
        if self.data is not None and isinstance(cell, Several):
            return set()
        if isinstance(cell, Several) and is_shared:
            return {canonical_json.encode(value).decode() for value in cell.values}
        if not isinstance(cell, Choice) or cell.optional or not cell.values:
            return set()
        is_plain = cell.subject == "word" or len(cell.values) == 1
        return {canonical_json.encode(cell.values[0]).decode()} if is_plain else set()


def _end_words(end: Reached) -> str:
    return f"{end.place}, costs {end.cost}"


def _facing_words(turning: Turning, arrival: Arrival) -> str:
    return turning.words[turning.facing if arrival.facing is None else arrival.facing]


def _own_paths(cell: Course, texts: list[str]) -> Iterator[tuple[str, Json, tuple[str, str]]]:
    """Iterate over routes chosen on the map by waypoints. The rules check them on submission."""
    for text in texts:
        if not text.startswith("[") or len(text) > LONGEST_TEXT:
            continue
        try:
            way = canonical_json.decode(text.encode())
        except ValueError:
            continue
        if not isinstance(way, list) or not 1 <= len(way) <= LONGEST_WAY:
            continue
        if all(isinstance(place, str) for place in way) and way[-1] in {end.place for end in cell.reach}:
            yield text, way, (" – ".join(str(place) for place in way), "")
