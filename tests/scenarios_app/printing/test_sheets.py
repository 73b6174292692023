"""Sheets for a real table: paper, margins, what stands on each, the same bytes again, hostile words."""

import re
import socket
from dataclasses import replace
from functools import cache

import pytest

from darkseas.engine.scenario.spec import (
    About,
    GroupSpec,
    Loss,
    MapSpec,
    Moment,
    PlaceSpec,
    ScenarioSpec,
    ShipSpec,
    SideSpec,
    Source,
)
from scenarios_app.library.loader import scenario_files
from scenarios_app.printing.document.paper import MARGIN, MM, PAPERS
from scenarios_app.printing.figures import BOXES, cards_of, figures_of
from scenarios_app.printing.map.sheet import SIZES as HEXES
from scenarios_app.printing.sheets import BadChoice, chosen, make, sheet_of, sheets_of
from tests.scenarios_app.printing.pdf_reader import Printed, points_of, printed
from tests.support import time_limits
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

SAVO = library_spec("savo-island")
CONVOY = library_spec("convoy-hg-76")
FILES = scenario_files()
BOTH = (
    (SAVO, "card"),
    (SAVO, "roster"),
    (SAVO, "stickers"),
    (SAVO, "map"),
    (CONVOY, "cards"),
    (CONVOY, "roster"),
)
every_sheet = every_case(("spec", "sheet"), BOTH)

SLOW = [pytest.mark.slow]
#: Points that a line may be thick, or a letter hang over.
SLACK = 1.0
HOSTILE = (
    "<img src=file:///etc/passwd>",
    "<a href='http://example.com/x'>click</a>",
    '<!DOCTYPE a [<!ENTITY b "bbbb">]>&b;&b;',
    "</para><font size=900>&amp;&#0;",
    "\x00\x07\x1b[31m\u202e\ud83d\u200b\n\t",
    "Брестская крепость",
    "戦艦大和と駆逐艦雪風",
    "סירת טורפדו",
    "Čačak Łódź Ōyodo ñ ½ ⅔ œuvre",
    "A" * 4000,
    "wide words " * 360,
    "",
    ") Tj ET (",
)  # fmt: skip


def strays(made: Printed) -> list[object]:
    """Return what lies outside the margins of its page, as points and lines of text."""
    sizes = made.page_sizes()
    drawings = made.drawings()
    assert len(drawings) == len(sizes)
    found: list[object] = []
    for (wide, high), drawing in zip(sizes, drawings, strict=True):
        found += [point for point in points_of(drawing) if not lies_within(point, wide, high)]
    for writing in made.writings:
        inside = [lies_within(point, *sizes[writing.page - 1]) for point in (writing.start, writing.end)]
        if not writing.is_clipped and not all(inside):
            found.append(writing)
    return found


def lies_within(point: tuple[float, float], wide: float, high: float) -> bool:
    """Whether a point is not in the margin of such a page."""
    across = MARGIN - SLACK <= point[0] <= wide - MARGIN + SLACK
    return across and MARGIN - SLACK <= point[1] <= high - MARGIN + SLACK


def choices_of(spec: ScenarioSpec, sheet: str) -> list[dict[str, str]]:
    """Return what may be said for a sheet: all first answers, and each other answer alone."""
    found: list[dict[str, str]] = [{}]
    for choice in sheet_of(spec, sheet).choices(spec):
        found += [{choice.name: answer} for answer in list(choice.answers)[1:]]
    return found


# --- paper -----------------------------------------------------------------------------------------


@every_sheet
@every_case("paper", sorted(PAPERS))
def test_pages_are_of_the_paper_asked_for(spec: ScenarioSpec, sheet: str, paper: str) -> None:
    sizes = printed(spec, sheet, paper=paper).page_sizes()
    expected = {"a4": (595.28, 841.89), "letter": (612, 792)}[paper]
    assert sizes
    for size in sizes:
        assert sorted(size) == pytest.approx(sorted(expected), abs=0.01)


@every_sheet
@every_case("paper", sorted(PAPERS))
def test_nothing_lies_outside_the_margins(spec: ScenarioSpec, sheet: str, paper: str) -> None:
    for said in choices_of(spec, sheet):
        assert strays(printed(spec, sheet, **{"paper": paper, **said})) == []


@every_sheet
def test_same_scenario_gives_the_same_bytes(spec: ScenarioSpec, sheet: str) -> None:
    one = sheet_of(spec, sheet)
    first, second = (make(spec, one, chosen(spec, one, {})) for _ in range(2))
    assert first == second
    assert first.startswith(b"%PDF-")


@every_case("place", range(len(FILES)))
def test_every_scenario_of_the_library_prints_its_sheets_within_a_second(place: int, in_full: bool) -> None:
    """Each of its sheets; where not all is repeated one of them, by turns."""
    spec = library_spec(FILES[place].stem)
    keys = [sheet.key for sheet in sheets_of(spec)]
    assert keys == (["card", "roster", "stickers", "map"] if spec.map else ["card", "roster", "cards"])
    for key in keys if in_full else [keys[place % len(keys)]]:
        with time_limits.within(1):
            made = printed(spec, key)
        assert strays(made) == []


# --- what stands on them ---------------------------------------------------------------------------


def test_roster_names_every_ship_and_has_a_box_for_each_way_to_be_hit() -> None:
    made = printed(SAVO, "roster", side="allies")
    allies = SAVO.sides[1]
    for ship in allies.ships:
        assert re.search(rf"^{ship.name}( ×{ship.count})?$", made.words, re.MULTILINE), ship.name
        for number in range(2, ship.count + 1):
            assert f"{ship.name} {number}" in made.words.splitlines()
    assert not any(ship.name in made.words for ship in SAVO.sides[0].ships)
    boxes = sum(len(figures_of(SAVO, ship).boxes) * ship.count for ship in allies.ships)
    squares = sum(drawing.count(b" 9 9 re ") for drawing in made.drawings())
    assert squares == boxes


@every_case(
    ("side", "ship", "boxes"),
    [
        (0, "chokai", "DSTR"),
        (0, "yunagi", "DST"),
        (1, "astoria", "DS"),
        (1, "canberra", "DST"),
        (1, "dms", "DS"),
    ],
)
def test_boxes_are_those_of_the_published_roster(side: int, ship: str, boxes: str) -> None:
    found = next(one for one in SAVO.sides[side].ships if one.key.startswith(ship))
    assert "".join(BOXES[key] for key in figures_of(SAVO, found).boxes) == boxes


def test_sides_do_not_share_a_page_of_rosters_or_stickers() -> None:
    for sheet in ("roster", "stickers"):
        made = printed(SAVO, sheet)
        pages = [
            {writing.page for writing in made.writings for ship in side.ships if writing.text == ship.name}
            for side in SAVO.sides
        ]
        assert all(pages)
        assert not pages[0] & pages[1]


def test_roster_tells_turns_sight_and_task_groups() -> None:
    words = printed(SAVO, "roster", side="ijn").words.splitlines()
    assert [str(turn) for turn in range(1, 11)] == [word for word in words if word.isdigit()][:10]
    assert words.count("sight 1") == 10
    assert "Main column" in words
    assert [f"Task group {number}" in words for number in range(1, 6)] == [True] * 4 + [False]


def test_card_tells_sides_sight_aims_and_whose_game_it_is() -> None:
    words = printed(SAVO, "card").words.replace("\n", " ")
    for told in (
        "Savo Island", "9 August 1942", "Vice Admiral Gunichi Mikawa", "Most task groups",
        "The western edge", "sight 1 hex", "Victory conditions", "Leonard R. Heinz", "CC BY 4.0",
        "Scenario by darkseas", "Canberra", "codenames.info",
    ):  # fmt: skip
        assert told in words, told


@every_case("paper", sorted(PAPERS))
def test_card_whose_back_is_a_few_lines_too_long_has_two_pages_all_the_same(paper: str) -> None:
    made = printed(SAVO, "card", paper=paper)
    assert len(made.page_sizes()) == 2
    assert SAVO.about.sources[-1].title.split()[0] in made.words


def test_history_stands_on_the_back_of_the_card() -> None:
    made = printed(SAVO, "card")
    assert {writing.page for writing in made.writings if "Quincy" in writing.text} == {2}


@every_case("size", [15, 20, 25])
def test_stickers_are_as_large_as_asked_for_and_none_is_missing(size: int) -> None:
    made = printed(SAVO, "stickers", size=str(size))
    words = made.words.splitlines()
    for side in SAVO.sides:
        assert all(ship.name in words for ship in side.ships)
    assert [f"TG {number}" in words for number in range(1, 8)] == [True] * 6 + [False]
    assert words.count("Dummy") == 3
    japanese = [
        writing
        for writing in made.writings
        if writing.page == 1 and writing.text in {s.name for s in SAVO.sides[0].ships}
    ]
    lefts = sorted({round((one.start[0] + one.end[0]) / 2, 1) for one in japanese})
    assert lefts[1] - lefts[0] == pytest.approx((size + 2) * MM, abs=0.3)


def test_side_is_told_by_shape_and_navy_by_colour() -> None:
    first, second = printed(SAVO, "stickers").drawings()[:2]
    assert b".690196 .345098 .031373 rg" in first
    assert b".168627 .360784 .607843 rg" in second
    assert b".690196 .196078 .168627 rg" in second


def test_cards_are_a_ship_each_with_the_numbers_she_is_dealt_with() -> None:
    made = printed(CONVOY, "cards")
    words = made.words.splitlines()
    dealt = cards_of(CONVOY)
    assert [len(dealt[side.key]) for side in CONVOY.sides] == [
        sum(s.count for s in side.ships) for side in CONVOY.sides
    ]
    for cards in dealt.values():
        for card in cards:
            assert card.name in words
            assert card.figures[0].value in words
    assert "Against u-boats" in words


def test_map_has_its_names_numbers_areas_and_open_edges() -> None:
    made = printed(SAVO, "map")
    drawing = made.drawings()[0]
    words = made.words.splitlines()
    assert SAVO.map is not None
    land = set(SAVO.map.land)
    for row in range(SAVO.map.rows):
        for col in range(SAVO.map.cols):
            name = f"{col:02}{row:02}"
            assert (name in words) == (name not in land and name not in SAVO.map.excluded), name
    assert b"(Lunga Point)" in drawing
    assert b"(GUADALCANAL)" in drawing
    assert "Ironbottom sound" in words
    assert "Japan" in words
    assert b"/Form" in made.data


@every_case(("style", "first"), [("0000", "0000"), ("0101", "0101"), ("A1", "A1")])
def test_hexes_are_numbered_as_the_map_has_it(style: str, first: str) -> None:
    sea = MapSpec("m", "M", 3, 3, numbering=style)  # type: ignore[arg-type]
    words = printed(replace(SAVO, map=sea), "map").words.splitlines()
    assert next(word for word in words if word in ("0000", "0101", "A1")) == first


@every_case("size", [hex_ for hex_ in HEXES if hex_])
def test_sheets_of_a_map_are_at_scale_and_lie_over_each_other(size: int) -> None:
    made = printed(SAVO, "map", hex=str(size))
    pages = len(made.page_sizes())
    assert pages > 1
    first = {
        writing.text: writing
        for writing in made.writings
        if writing.page == 2 and writing.text in ("0000", "0100")
    }
    middles = [(one.start[0] + one.end[0]) / 2 for one in (first["0000"], first["0100"])]
    assert middles[1] - middles[0] == pytest.approx(size * MM, abs=0.05)
    heads = [writing.text for writing in made.writings if "row" in writing.text and "column" in writing.text]
    assert len(heads) == pages - 1
    assert f"{pages - 1} sheets" in made.words
    assert b"lies over this strip" in b"".join(made.drawings())
    numbers = {writing.text for writing in made.writings if writing.page > 1}
    assert SAVO.map is not None
    assert {f"{col:02}00" for col in range(SAVO.map.cols)} <= numbers


def test_map_without_coast_shows_shallows_ports_and_hexsides() -> None:
    sea = MapSpec(
        "m", "M", 6, 5, land=("0101", "0202"), shallows=("0303",), ports=("0404",),
        edges=("0101/ne", "9/x", "0505/qq"),
        places=(PlaceSpec("Far", "9999", "sea"), PlaceSpec("Odd", "x", "cape")),
    )  # fmt: skip
    words = printed(replace(SAVO, map=sea), "map").words.splitlines()
    assert {"land: no ship enters", "shallows", "port", "coast along a hex's side"} <= set(words)


# --- choices ---------------------------------------------------------------------------------------


def test_choice_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadChoice, match="Choose for paper one of a4 and letter"):
        chosen(SAVO, sheet_of(SAVO, "card"), {"paper": "a3"})


@every_case(("spec", "sheet"), [(SAVO, "cards"), (CONVOY, "map"), (CONVOY, "stickers"), (SAVO, "poster")])
def test_sheet_that_a_scenario_has_not_is_looked_up_in_vain(spec: ScenarioSpec, sheet: str) -> None:
    with pytest.raises(LookupError):
        sheet_of(spec, sheet)


# --- hostile and large -----------------------------------------------------------------------------


def hostile(words: str) -> ScenarioSpec:
    """A scenario whose every text is these words."""
    ships = tuple(
        replace(ship, name=words, class_name=words, navy=words, kind=words, note=words)
        for ship in SAVO.sides[0].ships
    )
    sides = tuple(
        SideSpec(
            key, words, (words,), tuple(replace(ship, key=f"{key}{ship.key}") for ship in ships),
            groups=(GroupSpec("g", words, (f"{key}chokai",), {"odd": words}),),
            rules={"training": words, "group_limit": 3, words or "none": words},
            force=words, commander=words, mission=words,
        )
        for key in ("one", "two")
    )  # fmt: skip
    about = About(
        date=words, place=words, theatre=words, summary=words, history=words, outcome=words, length=words,
        notes=(words,) * 3, sources=(Source(words, words, words),), timeline=(Moment(words, words),),
        losses=(Loss("one", words, "sunk", words),), author=words, licence=words,
    )  # fmt: skip
    sea = MapSpec(
        "m", words, 5, 5, areas={words or "area": ("0101", "0102")},
        places=(PlaceSpec(words, "0202", "island"), PlaceSpec(words, "0303", "port")),
        coast=words, source=words,
    )  # fmt: skip
    return replace(
        SAVO, title=words, sides=sides, about=about, map=sea, aims={"odd": words}, options={"odd": words},
        sea={"conditions": [{"from_turn": 1, "light": words[:40], "visibility": 2}]},
        origins={"sides": words},
    )  # fmt: skip


#: All words with a system that is here; some with one that is not, where less of them is drawn.
HOSTILE_IN = [
    *(pytest.param(words, "dark_seas", id=f"{number}") for number, words in enumerate(HOSTILE)),
    *(
        pytest.param(words, "forgotten", id=f"{number}-forgotten", marks=[] if number in (0, 4) else SLOW)
        for number, words in enumerate(HOSTILE)
    ),
]


@pytest.mark.parametrize(("words", "system"), HOSTILE_IN)
def test_hostile_words_are_words_alone(words: str, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a sheet looked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    spec = replace(hostile(words), system=system)
    for sheet in ("card", "roster", "stickers", "map"):
        made = printed(spec, sheet)
        assert strays(made) == []
        assert b"root:" not in made.data
        assert b"/URI" not in made.data
    for sheet in ("card", "roster", "cards"):
        assert strays(printed(replace(spec, map=None), sheet)) == []


def test_markup_is_written_as_it_was_said() -> None:
    words = printed(replace(SAVO, title="<b>&amp;</b>"), "card").words
    assert "<b>&amp;</b>" in words.splitlines()


def test_name_that_no_letter_of_can_be_shown_gives_way_to_the_key() -> None:
    ships = (replace(SAVO.sides[0].ships[0], name="鳥海"), *SAVO.sides[0].ships[1:])
    spec = replace(SAVO, sides=(replace(SAVO.sides[0], ships=ships, groups=()), SAVO.sides[1]))
    assert "chokai" in printed(spec, "roster").words.splitlines()


@cache
def largest() -> ScenarioSpec:
    """A scenario as large as any may be: 200 ships, 100 by 100 hexes, long texts, many areas and names."""
    chokai = SAVO.sides[0].ships[0]
    ships = tuple(replace(chokai, key=f"s{number}", name=f"Ship {number}") for number in range(150))
    crowd = ShipSpec("crowd", "Crowd", "Junks", "IJN", "AP", chokai.ratings, count=50)
    labels = [f"{col:02}{row:02}" for row in range(100) for col in range(100)]
    sea = MapSpec(
        "m", "M", 100, 100, land=tuple(labels[::5]), shallows=tuple(labels[1::5]), ports=tuple(labels[2::50]),
        areas={f"area-{number}": tuple(labels[number * 400 : number * 400 + 400]) for number in range(25)},
        places=tuple(PlaceSpec(f"Place {number}", labels[number * 40], "cape") for number in range(200)),
        edges=tuple(f"{label}/ne" for label in labels[::10]), coast="brittany_north",
    )  # fmt: skip
    long = "Words of every kind, one after another. " * 100
    about = replace(
        SAVO.about, summary=long, history=long, outcome=long, notes=(long,) * 20,
        timeline=(Moment("00:00", long),) * 30,
    )  # fmt: skip
    sides = (
        replace(SAVO.sides[0], ships=ships, groups=()),
        replace(SAVO.sides[1], ships=(crowd,), groups=()),
    )
    return replace(SAVO, sides=sides, map=sea, about=about, aims={"turn_limit": 200})


@pytest.mark.slow
@every_case(
    ("sheet", "said"),
    [
        ("card", {}),
        ("roster", {}),
        ("stickers", {}),
        ("stickers", {"size": "25"}),
        ("map", {}),
        ("map", {"hex": "40"}),
        ("cards", {}),
    ],
)
def test_largest_scenario_is_printed_quickly_within_the_margins(sheet: str, said: dict[str, str]) -> None:
    spec = replace(largest(), map=None) if sheet == "cards" else largest()
    with time_limits.within(10):
        made = printed(spec, sheet, **said)
    assert len(made.data) < 20_000_000
    assert said or strays(made) == []
