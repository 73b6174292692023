"""The modules that draw a chart of cards, by themselves: where cards, arrows and silhouettes lie."""

import json

import pytest

from tests.replays_app.test_viewer_modules import Ask, ask, folder, needs_node

__all__ = ["ask", "folder"]

pytestmark = needs_node

GROUND = {
    "sides": [{"key": "a"}, {"key": "b"}],
    "rows": [
        {"key": f"{side}-{key}", "side": side, "title": title}
        for side in "ab"
        for key, title in (
            ("rear", "Carrier group, tier 2"),
            ("screen", "Carrier group, tier 5"),
            ("boats", "Submarines"),
            ("van", "Battle group, tier 3"),
            ("none", "Battle group, tier 4"),
        )
    ],
}


def fleets(of: int) -> list[dict[str, str]]:
    """So many cards in every row but the last of each side."""
    rows = [row for row in GROUND["rows"] if not row["key"].endswith("none")]
    return [
        {"key": f"{row['key']}{n}", "side": row["side"], "at": f"{row['key']}/{n}", "face": "up"}
        for row in rows
        for n in range(1, of + 1)
    ]


def laid(cards: int, width: int, height: int, **more: int) -> str:
    """An expression for the layout of such fleets in a window."""
    window = {"w": width, "h": height, "least": 64, **more}
    return f"m.layOut({json.dumps(GROUND)}, {json.dumps(fleets(cards))}, {json.dumps(window)})"


@pytest.mark.parametrize(
    ("title", "group", "own"),
    [
        ("Battle group, tier 3", "Battle group", "Tier 3"),
        ("Submarines", "Submarines", ""),
        ("First, second, third", "First", "Second, third"),
    ],
)
def test_title_of_a_row_names_group_and_part(ask: Ask, title: str, group: str, own: str) -> None:
    assert ask("card_layout.js", f"m.inTwo({json.dumps(title)})") == {"group": group, "own": own}


@pytest.mark.parametrize(
    ("at", "row", "slot"), [("van/3", "van", "3"), ("a/van/12", "a/van", "12"), ("", "", "")]
)
def test_place_is_row_and_slot(ask: Ask, at: str, row: str, slot: str) -> None:
    assert ask("card_layout.js", f"m.placeOf({json.dumps(at)})") == {"row": row, "slot": slot}


def test_rows_of_a_group_lie_together_and_rows_without_cards_nowhere(ask: Ask) -> None:
    groups = f"m.groupsOf({json.dumps(GROUND['rows'])}, {json.dumps(fleets(1))}, 'b')"
    assert ask("card_layout.js", f"{groups}.map(g => [g.title, g.trays.map(t => t.title)])") == [
        ["Carrier group", ["Tier 2", "Tier 5"]],
        ["Submarines", [""]],
        ["Battle group", ["Tier 3"]],
    ]


def test_cards_lie_by_the_number_of_their_slot(ask: Ask) -> None:
    pieces = [{"key": slot, "at": f"r/{slot}"} for slot in ("10", "2", "1")]
    rows = [{"key": "r", "side": "a", "title": "R"}]
    groups = f"m.groupsOf({json.dumps(rows)}, {json.dumps(pieces)}, 'a')"
    assert ask("card_layout.js", f"{groups}[0].trays[0].cards.map(card => card.key)") == ["1", "2", "10"]


@pytest.mark.parametrize("size", [(1400, 700), (900, 460), (640, 400), (360, 320)])
@pytest.mark.parametrize("cards", [1, 2, 4, 9])
def test_cards_never_overlap_and_all_lie_on_the_drawing(ask: Ask, cards: int, size: tuple[int, int]) -> None:
    layout = laid(cards, *size, top=26, right=44)
    faults = (
        "(({spots, whole, size}) => { const all = [...spots.values()];"
        " const apart = (a, b) => Math.abs(a.x - b.x) >= size.w || Math.abs(a.y - b.y) >= size.h;"
        " return [all.length, all.filter((a, i) => all.some((b, k) => i < k && !apart(a, b))).length,"
        " all.filter(a => a.x < 0 || a.y < 26 || a.x + a.w > whole.w - 44 || a.y + a.h > whole.h).length]; })"
    )
    assert ask("card_layout.js", f"{faults}({layout})") == [8 * cards, 0, 0]


def test_cards_are_as_large_as_the_window_allows(ask: Ask) -> None:
    sizes = [
        ask("card_layout.js", f"{laid(2, width, height)}.size.w")
        for width, height in ((2400, 1600), (1400, 700), (900, 460), (360, 320))
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 190
    assert sizes[-1] == 64


def test_chart_is_longer_than_the_window_where_the_smallest_cards_do_not_fit(ask: Ask) -> None:
    assert ask("card_layout.js", f"{laid(2, 1400, 700)}.whole") == {"x": 0, "y": 0, "w": 1400, "h": 700}
    assert ask("card_layout.js", f"{laid(4, 360, 320)}.whole.h > 320")
    assert ask("card_layout.js", f"{laid(4, 360, 320, least=16)}.whole.h") == 320


def test_fronts_face_each_other(ask: Ask) -> None:
    heights = "['b-rear1', 'b-van1', 'a-van1', 'a-rear1'].map(key => layout.spots.get(key).y)"
    found = ask("card_layout.js", f"(layout => {heights})({laid(3, 600, 700)})")
    assert found == sorted(found)
    assert len(set(found)) == 4


@pytest.mark.parametrize(
    ("cards", "heading"), [(1, "Tier 3"), (3, "Tier 3: battleships"), (9, "Tier 3: battleships")]
)
def test_title_of_a_row_is_as_long_as_its_cards_allow(ask: Ask, cards: int, heading: str) -> None:
    rows = [{"key": "r", "side": "a", "title": "Battle group, tier 3: battleships"}]
    pieces = [{"key": f"p{n}", "side": "a", "at": f"r/{n}", "face": "up"} for n in range(cards)]
    ground = {"sides": [{"key": "a"}, {"key": "b"}], "rows": rows}
    window = {"w": 700, "h": 140, "least": 64}
    layout = f"m.layOut({json.dumps(ground)}, {json.dumps(pieces)}, {json.dumps(window)})"
    assert ask("card_layout.js", f"{layout}.headings.map(one => one.text)") == [heading]


def test_arrow_keys_lead_to_the_nearest_card_that_way(ask: Ask) -> None:
    boxes = {"nw": (0, 0), "ne": (100, 0), "sw": (0, 60), "se": (100, 60), "far": (400, 62)}
    spots = [[key, {"x": x, "y": y, "w": 80, "h": 40}] for key, (x, y) in boxes.items()]
    ways = [("nw", "Right"), ("nw", "Down"), ("se", "Left"), ("se", "Up"), ("se", "Right"), ("nw", "Up")]
    asked = f"({json.dumps(ways)}).map(([from, way]) => m.nextCard(spots, from, 'Arrow' + way) ?? null)"
    assert ask("card_layout.js", f"(spots => {asked})(new Map({json.dumps(spots)}))") == [
        "ne", "sw", "sw", "ne", "far", None,
    ]  # fmt: skip


def test_arrow_of_fire_runs_from_edge_to_edge(ask: Ask) -> None:
    low, high = ({"x": 0, "y": y, "w": 100, "h": 50} for y in (300, 0))
    arrow = f"m.arrowBetween({json.dumps(low)}, {json.dumps(high)}, 0)"
    assert ask("card_lines.js", f"{arrow}.end.y") == pytest.approx(54)
    assert ask("card_lines.js", f"Number({arrow}.d.match(/^M[^ ]+ ([^Q]+)Q/)[1])") == pytest.approx(296)
    second = f"m.arrowBetween({json.dumps(low)}, {json.dumps(high)}, 1)"
    assert ask("card_lines.js", f"{arrow}.d !== {second}.d")


def test_submarine_has_a_silhouette_of_her_own(ask: Ask) -> None:
    assert ask("silhouettes.js", "[m.profileOf('SS'), m.typeName('ss')]") == ["SS", "submarine"]


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (
            {"title": "Hood", "kind": "BB", "face": "up", "figures": [{"label": "Defence", "value": "9"}]},
            "Red: Hood, battleship, battle group; Defence 9",
        ),
        ({"face": "down"}, "Red: card, face down, battle group"),
        ({"title": "Maori", "face": "out", "marks": ["sunk"]}, "Red: Maori, battle group; sunk"),
        (
            {"title": "U 47", "face": "up", "marks": ["submerged", "fired"]},
            "Red: U 47, battle group; submerged, has fired",
        ),
    ],
)
def test_card_is_told_to_who_does_not_see_it(ask: Ask, piece: dict[str, object], said: str) -> None:
    side = {"key": "red", "name": "Red"}
    told = f"m.spokenCard({json.dumps(piece)}, {json.dumps(side)}, 'battle group')"
    assert ask("cards.js", told) == said
