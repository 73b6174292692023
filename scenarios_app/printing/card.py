"""The scenario card: public information on the front, historical outcome on the back."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from darkseas.engine.presentation.words import joined
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, Loss, Moment, ScenarioSpec, SideSpec
from scenarios_app.revisions.light_and_sight import last_turn, spans_of
from scenarios_app.ships.order_of_battle import facts_of, ships_of

from .document import colours
from .document.banners import SIDE_BAND, draw_side, foot_of, legible, place_and_date
from .document.border import draw_frame, inside
from .document.fonts import SERIF_BOLD, SERIF_ITALIC, wrapped
from .document.page import LEADING, CanvasMaker, Document, Type
from .document.paper import Area, Paper
from .document.text_flow import LABEL, SMALL, VALUE, Flow
from .scenario_text import Fact, facts, rules_of

SHEET = "Scenario card"
_GAP = 12.0
_MOST_NAMED = 12
_FRONT_AND_BACK = 2
#: Font for a back that would otherwise spill a few lines onto a third page.
TIGHT = Type(SMALL.font, 7.5)


def draw_card(spec: ScenarioSpec, paper: Paper, canvas_maker: CanvasMaker) -> bytes:
    """Return the scenario card as PDF, with a slightly smaller font if that keeps it to two pages."""
    return _drawn(spec, paper, canvas_maker, _letters_of_back(spec, paper)).finish()


def _letters_of_back(spec: ScenarioSpec, paper: Paper) -> Type:
    """Return the font of the back: a smaller one only if it saves a third page."""
    for letters in (SMALL, TIGHT):
        if _drawn(spec, paper, Canvas, letters).pages <= _FRONT_AND_BACK:
            return letters
    return SMALL


def _drawn(spec: ScenarioSpec, paper: Paper, canvas_maker: CanvasMaker, small: Type) -> Document:
    """Draw the card with this font on its back."""
    document = Document(paper, f"{spec.title}: {SHEET}", foot_of(spec, SHEET), canvas_maker)

    def begin() -> Area:
        room = document.begin_page()
        draw_frame(document, room)
        return inside(room)

    flow = Flow(document, begin(), begin)
    _draw_front(flow, spec)
    flow.new_page()
    _draw_back(flow, spec, small)
    return document


def _draw_front(flow: Flow, spec: ScenarioSpec) -> None:
    _draw_head(flow, spec)
    if spec.about.summary:
        flow.paragraph(spec.about.summary)
    flow.skip(4)
    _draw_sides(flow, spec)
    _draw_length(flow, spec)
    aims = _aims(spec)
    if aims:
        flow.heading("Victory conditions")
        flow.bullets(aims)
    rules = _special_rules(spec)
    if rules:
        flow.heading("Special rules")
        flow.bullets(rules)
    flow.skip(6)
    flow.paragraph(" ".join(_credits(spec)), Type(SERIF_ITALIC, 9, colours.SOFT))


def _draw_head(flow: Flow, spec: ScenarioSpec) -> None:
    document, room = flow.document, flow.room
    middle = room.x + room.width / 2
    title = legible(spec.title, spec.key)
    document.line(middle, flow.y - 25, title, Type(SERIF_BOLD, 29), room.width, "centre", least=12)
    italic = Type(SERIF_ITALIC, 11.5, colours.SOFT)
    document.line(middle, flow.y - 41, place_and_date(spec), italic, room.width, "centre", least=6)
    document.rule(middle - 46, flow.y - 50, middle + 46, flow.y - 50, colours.ACCENT, 1)
    flow.y -= 56


# --- sides -----------------------------------------------------------------------------------------


def _draw_sides(flow: Flow, spec: ScenarioSpec) -> None:
    """Draw two sides next to each other if they fit, otherwise one below the other."""
    sides = [(side, number, _side_facts(spec, side)) for number, side in enumerate(spec.sides)]
    half = (flow.room.width - _GAP) / 2
    for first in range(0, len(sides), 2):
        pair = sides[first : first + 2]
        height = max(_panel_height(lines, half) for _, _, lines in pair)
        if height > flow.room.height * 0.8:
            for side, number, lines in pair:
                _draw_long_side(flow, side, number, lines)
            continue
        flow.need(height)
        for place, (side, number, lines) in enumerate(pair):
            area = Area(flow.room.x + place * (half + _GAP), flow.y - height, half, height)
            _draw_panel(flow.document, side, number, lines, area)
        flow.y -= height + 4


def _draw_long_side(flow: Flow, side: SideSpec, number: int, lines: Sequence[Fact]) -> None:
    flow.need(SIDE_BAND * 3)
    draw_side(flow.document, side, number, Area(flow.room.x, flow.y - SIDE_BAND, flow.room.width, SIDE_BAND))
    flow.y -= SIDE_BAND + 5
    flow.facts(lines)


def _panel_height(lines: Sequence[Fact], width: float) -> float:
    rows = sum(max(1, len(_panel_lines(value, width))) for _, value in lines)
    return SIDE_BAND + 12 + rows * VALUE.size * LEADING + len(lines) * 2


def _panel_lines(value: str, width: float) -> list[str]:
    return wrapped(value, VALUE.font, VALUE.size, width - 98)


def _draw_panel(document: Document, side: SideSpec, number: int, lines: Sequence[Fact], area: Area) -> None:
    document.box(area, colours.RULE, 0.7)
    draw_side(document, side, number, Area(area.x, area.top - SIDE_BAND, area.width, SIDE_BAND))
    y = area.top - SIDE_BAND - 12
    for title, value in lines:
        document.line(area.x + 7, y, title, LABEL, 80)
        y = document.paragraph(area.x + 91, y, value, VALUE, area.width - 98) if value else y - VALUE.size
        y -= 2


def _side_facts(spec: ScenarioSpec, side: SideSpec) -> tuple[Fact, ...]:
    lines = [("Force", side.force), ("Commander", side.commander), ("Mission", side.mission)]
    lines.append(("Ships", str(ships_of(side))))
    lines += facts(spec, "sides.rules", side.rules)
    return tuple((title, value) for title, value in lines if value)


# --- what else is known ----------------------------------------------------------------------------


def _draw_length(flow: Flow, spec: ScenarioSpec) -> None:
    turns = last_turn(spec)
    lines = [("Length", spec.about.length), ("Last turn", str(turns) if turns else "")]
    spans = spans_of(spec)
    lines += [(span.turns, f"from {span.clock}: {span.text}" if span.clock else span.text) for span in spans]
    if spec.map is not None:
        size = f"{spec.map.title}, {spec.map.cols} by {spec.map.rows} hexes of {spec.map.hex_yards:,} yards"
        lines.append(("Map", size))
    known = [(label, value) for label, value in lines if value]
    if known:
        flow.heading("Light, sight and length" if spans else "Length")
        flow.skip(3)
        flow.facts(known)


def _aims(spec: ScenarioSpec) -> tuple[str, ...]:
    """Return the victory conditions as the system's sentences, or as plain fields if it has none."""
    rules = rules_of(spec)
    try:
        sentences = rules.aims_in_words(spec) if rules is not None else ()
    except BadScenario:  # revision from an older release
        sentences = ()
    return sentences or tuple(f"{title}: {value}." for title, value in facts(spec, "aims", spec.aims))


def _special_rules(spec: ScenarioSpec) -> tuple[str, ...]:
    """Return options that differ from the defaults and restrictions on single groups."""
    sentences = list(_options(spec))
    if spec.map is not None:
        for side in spec.sides:
            sentences += _group_rules(spec, side)
    else:
        sentences += [f"{title}: {cell.text}." for title, cell in facts_of(spec, "sea")]
    return tuple(sentences)


def _options(spec: ScenarioSpec) -> Iterator[str]:
    """Yield options that differ from the defaults."""
    rules = rules_of(spec)
    usual = {option.key: option.default for option in rules.options} if rules is not None else {}
    own = {key: answer for key, answer in spec.options.items() if key not in usual or usual[key] != answer}
    for title, value in facts(spec, "options", own):
        yield f"{title}: {value}."


def _group_rules(spec: ScenarioSpec, side: SideSpec) -> Iterator[str]:
    """Yield restrictions on groups, one sentence for groups with the same restrictions."""
    bound: dict[str, list[GroupSpec]] = {}
    for group in side.groups:
        rules_text = "; ".join(
            title if value == "Yes" else f"{title}: {value}"
            for title, value in facts(spec, "groups.rules", group.rules)
        )
        bound.setdefault(rules_text, []).append(group)
    for rules_text, groups in bound.items():
        if rules_text:
            names = joined([group.name for group in groups], _MOST_NAMED)
            yield f"{legible(side.name, side.key)}, {names}. {rules_text}."


# --- the back --------------------------------------------------------------------------------------


def _draw_back(flow: Flow, spec: ScenarioSpec, small: Type) -> None:
    about = spec.about
    flow.heading("What happened")
    for text in (about.history, about.outcome):
        for part in filter(str.strip, text.split("\n\n")):
            flow.paragraph(part, small)
    if about.timeline:
        flow.heading("Hour by hour")
        flow.skip(3)
        flow.facts([_moment(one) for one in about.timeline], 58, small)
    if about.losses:
        flow.heading("Losses in history")
        flow.bullets(_losses(spec), small)
    if about.notes:
        flow.heading("About the scenario")
        flow.bullets(about.notes, small)
    flow.heading("Sources")
    flow.bullets([_source(source.title, source.address, source.note) for source in about.sources], small)


def _moment(one: Moment) -> Fact:
    return one.time, f"{one.text} (unconfirmed)" if one.unconfirmed else one.text


def _losses(spec: ScenarioSpec) -> list[str]:
    names = {side.key: legible(side.name, side.key) for side in spec.sides}
    sentences = []
    order = {key: number for number, key in enumerate(names)}
    ordered = sorted(
        spec.about.losses, key=lambda loss: (order.get(loss.side, len(order)), loss.side, loss.fate != "sunk")
    )
    for (side, fate), losses in groupby(ordered, key=lambda loss: (loss.side, loss.fate)):
        sentences.append(f"{names.get(side, side)}, {fate}: {joined([_loss(one) for one in losses])}.")
    return sentences


def _loss(loss: Loss) -> str:
    told = [f"{loss.count} ships"] if loss.count > 1 else []
    told += [part for part in (loss.note, "outside the battle" if loss.outside_the_battle else "") if part]
    return f"{loss.ship} ({'; '.join(told)})" if told else loss.ship


def _source(title: str, address: str, note: str) -> str:
    return "".join((title, f" <{address}>" if address else "", f": {note}" if note else ""))


def _credits(spec: ScenarioSpec) -> list[str]:
    rules = rules_of(spec)
    sentences = []
    if spec.about.author:
        sentences.append(f"Scenario by {spec.about.author}.")
    if spec.about.licence:
        sentences.append(f"Licence of the scenario: {spec.about.licence}.")
    if rules is not None:
        sentences.append(
            f"For {rules.title} by {rules.author} ({rules.edition}), whose rulebook is needed to fight it."
        )
    origins = sorted({origin.lower() for origin in spec.origins.values()})
    if origins:
        sentences.append(f"Origin of its numbers: {joined(origins)}.")
    return sentences
