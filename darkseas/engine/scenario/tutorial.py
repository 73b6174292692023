"""Which texts of a scenario's tutorial apply at a moment of the battle."""

from collections.abc import Callable, Iterable, Iterator

from ..orders import Blank, Choice, Course, Fixed, Formation, OrderForm, Rows, Several
from ..serialization.canonical_json import Json
from .spec import GuideEntry, ScenarioSpec


def advice_for(
    spec: ScenarioSpec, side: str, turn: int, form: OrderForm, holds: Callable[[str], bool]
) -> tuple[GuideEntry, ...]:
    """Return the tutorial texts for a side that fills this form in this turn, in their order.

    `holds` tells whether a circumstance holds as far as the side knows.
    """
    offered = frozenset(offered_by(form.blanks))
    return tuple(
        entry
        for entry in spec.guide
        if entry.order == form.order and entry.side in ("", side) and entry.turn in (None, turn)
        if not entry.offers or offered.intersection(entry.offers)
        if offered.isdisjoint(entry.lacks)
        if all(map(holds, entry.when)) and not any(map(holds, entry.unless))
    )


def offered_by(blanks: Iterable[Blank]) -> Iterator[str]:
    """Yield the texts in all values that the blanks offer, and the name of each blank that offers any."""
    for blank in blanks:
        if isinstance(blank, Rows):
            yield from (text for row in blank.rows for text in offered_by(row))
            yield from [blank.name] * bool(blank.rows)
        else:
            texts = [text for value in _values(blank) for text in _texts(value)]
            yield from texts
            yield from [blank.name] * bool(texts)


def _values(blank: Blank) -> Iterable[Json]:
    if isinstance(blank, Choice | Several):
        return blank.values
    if isinstance(blank, Course):
        return [reached.place for reached in blank.reach]
    if isinstance(blank, Formation):
        return [value for one in blank.contingents for value in (*one.members, *one.places)]
    return [blank.value] if isinstance(blank, Fixed) else ()


def _texts(value: Json) -> Iterator[str]:
    """Yield all texts in a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for part in value.values() for text in _texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _texts(part))
