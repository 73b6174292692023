"""What a giver of orders is told before they give one, by every system: words, previews, reasons, courses."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import Entry, OrderGiven
from darkseas.engine.hexes.board import EDGES
from darkseas.engine.orders import (
    Blank,
    Course,
    Fixed,
    Given,
    IllegalOrder,
    Leg,
    OrderForm,
    Row,
    Rows,
    Turning,
)
from darkseas.engine.play.cheapest_ways import arrivals
from darkseas.engine.play.legality import refuse_illegal
from darkseas.engine.play.replay import Views, known_to, state_after
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.presentation.chart import Chart
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem, ValueWords
from tests.rules.conformance.bot_battles import (
    SYSTEMS,
    Fought,
    random_battles,
    steps_of,
    system_bot_battles,
)
from tests.rules.conformance.corrupt_orders import spoiled
from tests.support.form_blanks import cells_of, offered_in

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)

#: Every so many steps the forms are read out, and refusals are compared.
EVERY = 6
#: Every so many views are made anew.
SELDOM = 12
#: Bad orders tried at each moment.
AT_ONCE = 6
#: Ends of a long course that are ordered at least.
ENDS = 6


class Moment(NamedTuple):
    """A side before a step: its view, the whole state, the entries so far, the order that it gives."""

    view: Any
    whole: Any
    side: str
    entries: tuple[Entry, ...]
    order: OrderGiven | None


def moments(fought: Fought) -> Iterator[list[Moment]]:
    """The sides before every step of a battle."""
    system, sides = fought.system, [side.key for side in fought.spec.sides]
    views = Views(system, system.initial_state(fought.spec), sides)
    known = 0
    for facts in steps_of(fought):
        given = {fact.event.side: fact.event for fact in facts if isinstance(fact.event, OrderGiven)}
        entries = fought.bot_battle.entries[:known]
        yield [Moment(views.of(side), views.whole, side, entries, given.get(side)) for side in sides]
        views.add(facts)
        known += len(facts)


def some_battles(system: RulesSystem) -> tuple[Fought, ...]:
    """Battles at random, with every kind of order, and all between captains."""
    return (*random_battles(system)[:6], *system_bot_battles(system))


def read_out(system: RulesSystem) -> Iterator[tuple[Fought, Moment, OrderForm]]:
    """The forms of a system's battles every few steps."""
    for fought in some_battles(system):
        for number, sides in enumerate(moments(fought)):
            if number % EVERY == 0:
                for moment in sides:
                    for form in system.legal_orders(moment.view, moment.side):
                        yield fought, moment, form


def all_words(system: RulesSystem, view: Any, side: str, form: OrderForm) -> list[ValueWords]:
    """The words of every value of a form."""
    return [system.words(view, side, cell, value) for cell in cells_of(form) for value in offered_in(cell)]


def keys_of(chart: Chart, spec: Any) -> set[str]:
    """All that can be pointed at: pieces and crew, ships that lie in none, places of a map, edges."""
    pieces = {piece.key for piece in chart.pieces} | {crew.key for one in chart.pieces for crew in one.crew}
    return pieces | {ship.key for side in spec.sides for ship in side.ships} | set(EDGES)


def is_place(key: str) -> bool:
    """Whether a key is the label of a hex, or a block that has yet to come onto the map."""
    return key[:2].isdigit() or key.rpartition("-")[2].isdigit()


# --- words -----------------------------------------------------------------------------------------


@every_system
def test_every_form_says_in_a_sentence_why_it_is_asked(system: RulesSystem) -> None:
    for _, _, form in read_out(system):
        assert form.because.endswith("."), form.order
        assert form.because[0].isupper()
        assert form.rule
        assert form.title


@every_system
def test_every_value_has_words_and_points_at_what_there_is(system: RulesSystem) -> None:
    checked = 0
    drawn: Moment | None = None
    for fought, moment, form in read_out(system):
        if moment is not drawn:
            keys, drawn = keys_of(system.chart(moment.view), fought.spec), moment
        for words in all_words(system, moment.view, moment.side, form):
            checked += 1
            assert words.short == words.short.strip() != ""
            assert words.help == words.help.strip()
            assert all(key in keys or is_place(key) for key in words.focus), words
    assert checked > 500


@every_system
def test_words_and_previews_come_from_what_the_side_knows_alone(system: RulesSystem) -> None:
    """H-4: as good from a view folded of the side's own entries, with nothing else ever in it."""
    asked = 0
    for fought in some_battles(system):
        for number, sides in enumerate(moments(fought)):
            for moment in sides if number % SELDOM == 0 else ():
                own = known_to(moment.side, moment.entries)
                apart = state_after(system, system.initial_state(fought.spec), (entry.event for entry in own))
                for form in system.legal_orders(moment.view, moment.side):
                    asked += 1
                    told = all_words(system, moment.view, moment.side, form)
                    assert told == all_words(system, apart, moment.side, form)
                if moment.order is not None:
                    given = order_of(system, moment.order)
                    assert system.preview(moment.view, given) == system.preview(apart, given)
                    assert system.reasons(moment.view, given) == system.reasons(apart, given)
    assert asked > 20


# --- courses ---------------------------------------------------------------------------------------


@every_system
def test_every_end_of_a_course_is_entered_from_one_that_stands_before_it(system: RulesSystem) -> None:
    for _, _, form in read_out(system):
        for course in (cell for cell in cells_of(form) if isinstance(cell, Course)):
            costs = {"": 0}
            for end in course.reach:
                assert costs[end.before] < end.cost <= course.allowance
                path = course.path_to(end)
                assert path[-1] == end.place
                assert len(path) == len(set(path))
                if end.place not in EDGES:
                    assert end.place not in (*costs, course.start)
                    costs[end.place] = end.cost


def with_line(form: OrderForm, blank: Blank, row: Row, line: Json) -> dict[str, Json]:
    """The blanks of an order with this line alone, and whatever of others has to be filled."""
    blanks: dict[str, Json] = {blank.name: [line]}
    for other in form.blanks:
        if isinstance(other, Rows) and other.least:
            lines = [line if other_row is row else first_way(other_row) for other_row in other.rows]
            blanks[other.name] = list[Json](lines)
    return blanks


def first_way(row: Row) -> Json:
    """A line of one way, by the first that is offered."""
    ways = {cell.name: list[Json](cell.path_to(cell.reach[0])) for cell in row if isinstance(cell, Course)}
    return {**{cell.name: cell.value for cell in row if isinstance(cell, Fixed)}, **ways}


@every_system
def test_every_end_of_a_course_may_be_ordered(system: RulesSystem, in_full: bool) -> None:
    """All ends of short courses; of long ones some, each time others, and all in full."""
    for number, (_, moment, form) in enumerate(read_out(system)):
        for course, order_with in courses_in(form):
            step = 1 if in_full else max(1, len(course.reach) // ENDS)
            for end in course.reach[number % step :: step]:
                given = read_order(system, moment.side, form.order, order_with(list(course.path_to(end))))
                refuse_illegal(system, moment.view, given)


def walked(course: Course, legs: Sequence[Leg], chooser: Chooser) -> list[str]:
    """A way by legs taken at random, as far as the allowance goes; it ends where a course may end."""
    way: list[str] = []
    at, left, turning = "", course.allowance, course.turning
    while True:
        onward = [leg for leg in legs if leg.before == at and leg.cost <= left and may_turn(turning, leg)]
        if not onward or (way and chooser.below(6) == 0):
            return way
        leg = onward[chooser.below(len(onward))]
        way.append(leg.place)
        at, left = leg.place, left - leg.cost
        if turning is not None and leg.facing is not None:
            faces = turning.faces - turning.between(turning.facing, leg.facing)
            turning = replace(turning, facing=leg.facing, faces=faces)


def may_turn(turning: Turning | None, leg: Leg) -> bool:
    """Whether a way that may turn so may take a leg."""
    if turning is None or leg.facing is None:
        return True
    return turning.between(turning.facing, leg.facing) <= min(turning.faces, turning.at_once)


def courses_in(form: OrderForm) -> Iterator[tuple[Course, Callable[[Json], dict[str, Json]]]]:
    """The courses of a form, each with what makes an order of a way: in its lines and outside."""
    for blank in form.blanks:
        if isinstance(blank, Course):
            yield blank, partial(_in_itself, form, blank)
        if not isinstance(blank, Rows):
            continue
        for row in blank.rows:
            for course in (cell for cell in row if isinstance(cell, Course)):
                yield course, partial(_in_a_line, form, blank, row, course)


def _in_itself(form: OrderForm, course: Course, way: Json) -> dict[str, Json]:
    fixed = {cell.name: cell.value for cell in form.blanks if isinstance(cell, Fixed)}
    return {**fixed, course.name: way}


def _in_a_line(form: OrderForm, blank: Rows, row: Row, course: Course, way: Json) -> dict[str, Json]:
    fixed = {cell.name: cell.value for cell in row if isinstance(cell, Fixed)}
    return with_line(form, blank, row, {**fixed, course.name: way})


@every_system
def test_every_way_by_legs_within_the_allowance_may_be_ordered(system: RulesSystem) -> None:
    """Waypoints: the legs join the places that are reached, as the ways of the tree do, and no others."""
    for number, (_, moment, form) in enumerate(read_out(system)):
        chooser = Chooser(sha256(b"legs%d" % number).digest())
        for course, order_with in courses_in(form):
            legs = system.legs(moment.view, moment.side, course)
            if not legs:
                assert not any(end.before for end in course.reach), "but a way of one step needs none"
                continue
            joined = {(leg.before, leg.place) for leg in legs}
            assert {(end.before, end.place) for end in course.reach} <= joined
            assert {leg.place for leg in legs} == {end.place for end in course.reach}
            way: Json = list[Json](walked(course, legs, chooser))
            refuse_illegal(system, moment.view, read_order(system, moment.side, form.order, order_with(way)))


@every_system
def test_arrivals_come_to_every_place_and_are_ways_that_may_be_ordered(system: RulesSystem) -> None:
    for number, (_, moment, form) in enumerate(read_out(system)):
        chooser = Chooser(sha256(b"arrivals%d" % number).digest())
        for course, order_with in courses_in(form):
            if course.turning is None:
                continue
            found = arrivals(course, system.legs(moment.view, moment.side, course))
            costs = {end.place: end.cost for end in course.reach}
            cheapest: dict[str, int] = {}
            for one in found:
                cheapest.setdefault(one.place, one.cost)
            assert cheapest == costs
            assert len({(one.place, one.facing) for one in found}) == len(found)
            way: Json = list(found[chooser.below(len(found))].way)
            refuse_illegal(system, moment.view, read_order(system, moment.side, form.order, order_with(way)))


# --- previews, reasons, refusals -------------------------------------------------------------------


def order_of(system: RulesSystem, event: OrderGiven) -> Given:
    """An order as it was given."""
    return read_order(system, event.side, event.order, dict(event.blanks))


def orders_given(system: RulesSystem, *, captains: bool) -> Iterator[tuple[Any, Given]]:
    """Every order of some battles, with its giver's view before it."""
    for fought in system_bot_battles(system)[::2] if captains else random_battles(system)[:12]:
        for sides in moments(fought):
            for moment in sides:
                if moment.order is not None:
                    yield moment.view, order_of(system, moment.order)


@every_system
@pytest.mark.parametrize("captains", [False, True])
def test_preview_of_every_order_has_lines_with_its_odds(system: RulesSystem, captains: bool) -> None:
    seen = 0
    for view, given in orders_given(system, captains=captains):
        before = view.copy()
        preview = system.preview(view, given)
        assert preview.lines
        told = [line.odds for line in preview.lines if line.odds]
        assert told == [targets for targets in system.odds(view, given) if targets]
        seen += bool(told)
        for line in preview.lines:
            assert line.text.endswith("."), line
            assert "  " not in line.text
            assert line.rule, line
            assert all(warned.text.endswith(".") and warned.rule for warned in line.warnings)
        assert view == before
    assert seen


@every_system
def test_bots_have_a_reason_for_every_order(system: RulesSystem) -> None:
    for view, given in orders_given(system, captains=True):
        reasons = system.reasons(view, given)
        assert reasons
        for reason in reasons:
            assert reason.endswith("."), reason
            assert reason == reason.strip()
            assert "  " not in reason


@every_system
def test_refusals_foreseen_from_a_view_are_those_of_giving_the_order(system: RulesSystem) -> None:
    """Every order is checked to its end before anything is recorded, by what its giver can know."""
    chooser = Chooser(sha256(b"foreseen").digest())
    earlier: dict[str, Json] = {}
    refused = allowed = 0
    for fought in some_battles(system):
        for number, sides in enumerate(moments(fought)):
            for moment in sides if number % EVERY == 0 else ():
                forms = system.legal_orders(moment.view, moment.side)
                for _ in range(AT_ONCE if forms else 0):
                    name, blanks = random_order(forms, chooser)
                    bad = spoiled(blanks, earlier, chooser) if chooser.below(4) else blanks
                    given = readable(system, moment.side, name, bad)
                    earlier = blanks
                    if given is None:
                        continue
                    foreseen = refusal(refuse_illegal, system, moment.view, given)
                    assert foreseen == refusal(take_step, system, moment.whole, given, SeededDice(bytes(32)))
                    refused += foreseen is not None
                    allowed += foreseen is None
    assert refused > 10
    assert allowed > 10


def readable(system: RulesSystem, side: str, name: str, blanks: Json) -> Given | None:
    """The order, where its shape is right."""
    try:
        return read_order(system, side, name, blanks)
    except IllegalOrder:
        return None


def refusal(act: Callable[..., object], *about: Any) -> tuple[str, str, str] | None:
    """Reason, rule and field of what is refused; None for what is not."""
    try:
        act(*about)
    except IllegalOrder as refused:
        return refused.reason, refused.rule, refused.field
    return None
