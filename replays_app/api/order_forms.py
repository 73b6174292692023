"""Order forms as JSON, with the kind of each blank and a title for each value."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from darkseas.engine.orders import (
    Blank,
    Cell,
    Choice,
    Contingent,
    Course,
    Fixed,
    Formation,
    Leg,
    Number,
    OrderForm,
    Rows,
    Several,
    Turning,
)
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem, ValueWords
from replays_app.models import Seat
from replays_app.recording import rulings
from replays_app.recording.seat_view import SeatView, guide_of
from replays_app.replay.battle_context import BattleContext


def forms_json(context: BattleContext, seat: Seat, now: SeatView) -> list[Json]:
    """Return the order forms that a seat may fill now, in the words of its own view."""
    speaker = _Speaker(context.system, now.state, seat.side)
    return [_form(form, speaker, _guide(context, seat, now, form)) for form in now.forms]


def ruling_forms_json(
    context: BattleContext, seat: Seat, view: Any, forms: Iterable[OrderForm]
) -> list[Json]:
    """Return the forms of possible rulings."""
    speaker = _RulingSpeaker(context.system, view, seat.side)
    return [_form(form, speaker, []) for form in forms]


def _guide(context: BattleContext, seat: Seat, now: SeatView, form: OrderForm) -> list[Json]:
    """Return the scenario's tutorial notes for a form at this point of the battle."""
    return [
        {"text": entry.text, "why": entry.why, "rule": entry.rule, "focus": list(entry.focus)}
        for entry in guide_of(context, seat.side, now, form)
    ]


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Finds titles and help for the values of order forms."""

    system: RulesSystem
    view: Any
    side: str

    def words(self, blank: Cell, value: Json) -> dict[str, Json]:
        """Return the title of a value, and its help, rule, focus and odds if it has any."""
        words = self.value_words(blank, value)
        more: dict[str, Json] = {
            "help": words.help,
            "rule": words.rule,
            "focus": list(words.focus),
            "odds": words.odds,
        }
        return {"words": words.short, **{name: text for name, text in more.items() if text}}

    def value_words(self, blank: Cell, value: Json) -> ValueWords:
        return self.system.words(self.view, self.side, blank, value)


class _RulingSpeaker(_Speaker):
    """Finds titles and help for the values of rulings."""

    def value_words(self, blank: Cell, value: Json) -> ValueWords:
        return rulings.words(self.system, self.view, self.side, blank, value)


def _form(form: OrderForm, speaker: _Speaker, guide: list[Json]) -> Json:
    return {
        "order": form.order,
        "title": form.title,
        "rule": form.rule,
        "because": form.because,
        "gives_up": form.gives_up,
        "pressing": form.pressing,
        "guide": guide,
        "blanks": [_blank(blank, speaker) for blank in form.blanks],
    }


def _blank(blank: Blank, speaker: _Speaker) -> Json:
    kind, rest = _KINDS[type(blank)]
    subject: dict[str, Json] = {} if isinstance(blank, Rows) else {"subject": blank.subject}
    return {"blank": kind, "name": blank.name, "title": _title(blank), **subject, **rest(blank, speaker)}


def _title(blank: Blank) -> str:
    """Return the title of a blank, or its name if it is fixed and has no title."""
    return blank.title or blank.name.replace("_", " ").capitalize()


def _values(blank: Choice | Several, values: Iterable[Json], speaker: _Speaker) -> list[Json]:
    return [{"value": value, **speaker.words(blank, value)} for value in values]


def _choice(blank: Choice, speaker: _Speaker) -> dict[str, Json]:
    return {"values": _values(blank, blank.values, speaker), "optional": blank.optional}


def _several(blank: Several, speaker: _Speaker) -> dict[str, Json]:
    return {"values": _values(blank, blank.values, speaker), "least": blank.least, "most": blank.most}


def _number(blank: Number, speaker: _Speaker) -> dict[str, Json]:
    return {"least": blank.least, "most": blank.most}


def _fixed(blank: Fixed, speaker: _Speaker) -> dict[str, Json]:
    return {"value": blank.value, **speaker.words(blank, blank.value)}


def _course(blank: Course, speaker: _Speaker) -> dict[str, Json]:
    reach: list[Json] = [
        {
            "place": reached.place,
            "cost": reached.cost,
            "before": reached.before,
            **speaker.words(blank, reached.place),
        }
        for reached in blank.reach
    ]
    legs: list[Json] = [_leg(leg) for leg in speaker.system.legs(speaker.view, speaker.side, blank)]
    start = speaker.value_words(blank, blank.start).short if blank.start else ""
    return {
        "start": blank.start,
        "start_words": start,
        "allowance": blank.allowance,
        "reach": reach,
        "legs": legs,
        **({} if blank.turning is None else {"turning": _turning(blank.turning)}),
    }


def _leg(leg: Leg) -> Json:
    known: list[Json] = [leg.before, leg.place, leg.cost]
    return known if leg.facing is None else [*known, leg.facing]


def _turning(turning: Turning) -> dict[str, Json]:
    return {
        "facing": turning.facing,
        "faces": turning.faces,
        "at_once": turning.at_once,
        "words": list(turning.words),
    }


def _rows(blank: Rows, speaker: _Speaker) -> dict[str, Json]:
    rows: list[Json] = [[_blank(inner, speaker) for inner in row] for row in blank.rows]
    return {"least": blank.least, "once": blank.once, "rows": rows}


def _formation(blank: Formation, speaker: _Speaker) -> dict[str, Json]:
    suggested: list[Json] = [
        {"name": group.name, "members": list(group.members)} for group in blank.suggested
    ]
    return {
        "most_groups": blank.most_groups,
        "longest_name": blank.longest_name,
        "alone": blank.alone,
        "fields": {
            "name": blank.group_name,
            "members": blank.group_members,
            "member": blank.member,
            "place": blank.place,
        },
        "suggested": suggested,
        "contingents": [_contingent(blank, contingent, speaker) for contingent in blank.contingents],
    }


def _contingent(blank: Formation, contingent: Contingent, speaker: _Speaker) -> Json:
    members, places = blank.members_of(contingent), blank.places_of(contingent)
    return {
        "title": contingent.title,
        "how": contingent.how,
        "most": contingent.most,
        "counts": contingent.counts,
        "optional": contingent.optional,
        "members": _values(members, members.values, speaker),
        "places": _values(places, places.values, speaker),
    }


_KINDS: Mapping[type, tuple[str, Callable[[Any, _Speaker], dict[str, Json]]]] = {
    Choice: ("choice", _choice),
    Several: ("several", _several),
    Number: ("number", _number),
    Fixed: ("fixed", _fixed),
    Course: ("course", _course),
    Rows: ("rows", _rows),
    Formation: ("formation", _formation),
}
