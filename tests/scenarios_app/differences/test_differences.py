"""What changed between two states of a scenario, in sentences."""

import re
from dataclasses import replace
from typing import Any

from darkseas.engine.scenario.spec import GuideEntry, PlaceSpec, ScenarioSpec, Source
from darkseas.engine.serialization.codec import write
from scenarios_app.differences.chapters import ELSEWHERE, differences
from scenarios_app.differences.field_titles import places_of
from scenarios_app.library.loader import LIBRARY
from scenarios_app.revisions.store import spec_from
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec
from tests.support.time_limits import within

SAVO = library_spec("savo-island")


def sentences_by_chapter(after: ScenarioSpec, before: ScenarioSpec = SAVO) -> dict[str, list[str]]:
    """Return the sentences under each heading."""
    return {chapter.title: list(chapter.sentences) for chapter in differences(before, after)}


def with_ship(key: str, **changes: Any) -> ScenarioSpec:
    """Savo Island with a ship changed."""
    sides = tuple(
        replace(
            side,
            ships=tuple(replace(ship, **changes) if ship.key == key else ship for ship in side.ships),
        )
        for side in SAVO.sides
    )
    return replace(SAVO, sides=sides)


def with_side(number: int, **changes: Any) -> ScenarioSpec:
    """Savo Island with a side changed."""
    sides = list(SAVO.sides)
    sides[number] = replace(sides[number], **changes)
    return replace(SAVO, sides=tuple(sides))


def side_of(ship: str) -> int:
    """The number of the side that a ship belongs to."""
    return next(n for n, side in enumerate(SAVO.sides) if ship in [one.key for one in side.ships])


def test_nothing_changed_says_nothing() -> None:
    assert differences(SAVO, SAVO) == ()


def test_changed_number_of_a_ship_is_told_with_her_name() -> None:
    ship = next(one for side in SAVO.sides for one in side.ships if one.key == "chokai")
    speed = ship.ratings["speed"]
    ratings = {**ship.ratings, "speed": speed - 1, "radar": 2}
    japan = SAVO.sides[side_of("chokai")].name
    assert sentences_by_chapter(with_ship("chokai", ratings=ratings)) == {
        f"{japan}: ships": [
            f"Chokai: speed {speed - 1} instead of {speed}.",
            "Chokai: radar 2, not given before.",
        ]
    }


def test_ship_that_is_gone_new_or_called_otherwise_is_told() -> None:
    number = side_of("chokai")
    side = SAVO.sides[number]
    kako = replace(next(ship for ship in side.ships if ship.key == "chokai"), key="haguro", name="Haguro")
    without = tuple(ship for ship in side.ships if ship.key != "chokai")
    sentences = sentences_by_chapter(with_side(number, ships=(*without, kako)))
    assert sentences == {f"{side.name}: ships": ["Haguro is new.", "Chokai is gone."]}
    assert sentences_by_chapter(with_ship("chokai", name="Chōkai"))[f"{side.name}: ships"] == [
        "Chokai is called Chōkai now."
    ]


def test_ships_that_change_their_group_join_and_leave() -> None:
    number = 1 - side_of("chokai")
    side = SAVO.sides[number]
    first, *rest = side.groups
    lent = first.ships[-1]
    smaller = replace(first, ships=first.ships[:-1])
    joined = replace(rest[0], ships=(*rest[0].ships, lent), rules={**rest[0].rules, "arrives": 2})
    name = next(ship.name for ship in side.ships if ship.key == lent)
    assert sentences_by_chapter(with_side(number, groups=(smaller, joined, *rest[1:]))) == {
        f"{side.name}: task groups": [
            f"{name} leaves {first.name}.",
            f"{name} joins {rest[0].name}.",
            f"{rest[0].name}: arrives in turn 2, not given before.",
        ]
    }


def test_hexes_are_counted_and_listed() -> None:
    was = SAVO.map
    assert was is not None
    gone, *rest = was.land
    now = replace(was, land=(*rest, "0000", "0100"), cols=was.cols + 1)
    assert sentences_by_chapter(replace(SAVO, map=now))["Map"] == [
        f"Columns: {was.cols + 1} instead of {was.cols}.",
        "2 land hexes more: 0000, 0100.",
        f"1 land hex fewer: {gone}.",
    ]


def test_areas_and_places_are_told_by_name() -> None:
    was = SAVO.map
    assert was is not None
    area = next(iter(was.areas))
    places = (*was.places[1:], PlaceSpec("New Rock", "0202", "island"))
    now = replace(was, areas={**was.areas, area: was.areas[area][1:], "bay": ("0101",)}, places=places)
    assert sentences_by_chapter(replace(SAVO, map=now))["Map"] == [
        f"Area {area}: 1 hex fewer: {was.areas[area][0]}.",
        "Area bay is new: 0101.",
        "New Rock is on the map now, in 0202.",
        f"{was.places[0].name} is no longer on the map.",
    ]


def test_another_map_is_one_sentence() -> None:
    was = SAVO.map
    assert was is not None
    (sentences,) = sentences_by_chapter(
        replace(SAVO, map=replace(was, key="other", title="Elsewhere", land=()))
    )["Map"]
    size = f"{was.cols} by {was.rows}"
    assert sentences == f"Another map: Elsewhere, {size} hexes, instead of {was.title}, {size}."
    assert sentences_by_chapter(replace(SAVO, map=None))["Map"] == [
        f"There is no map any more; it was {was.title}."
    ]


def test_many_hexes_are_listed_in_part() -> None:
    was = SAVO.map
    assert was is not None
    many = tuple(f"{col:02}{row:02}" for col in range(20) for row in range(10))
    (sentences,) = sentences_by_chapter(replace(SAVO, map=replace(was, shallows=many)))["Map"]
    assert sentences.startswith("200 shallow hexes more: 0000, 0001")
    assert sentences.endswith("and 160 others.")


def test_texts_are_told_sentence_by_sentence() -> None:
    before = replace(SAVO, about=replace(SAVO.about, history="It was dark. Nobody saw. All slept."))
    about = replace(
        before.about,
        history="It was dark. Canberra saw. All slept.",
        place="Ironbottom Sound",
        sources=(*before.about.sources, Source("A book", note="chapter 3")),
    )
    assert sentences_by_chapter(replace(before, about=about), before) == {
        "Scenario": [f"Place: “Ironbottom Sound” instead of “{before.about.place}”."],
        "Texts": [
            "History, gone: “Nobody saw.”",
            "History, new: “Canberra saw.”",
            "Source, new: “A book, chapter 3”",
        ],
    }


def test_guide_is_told_entry_by_entry() -> None:
    after = replace(SAVO, guide=(GuideEntry("dark_seas.move_blocks", "Go east.", turn=1),))
    assert sentences_by_chapter(after) == {"Guide": ["Entry, new: “Go east. (order move blocks, turn 1)”"]}


def test_victory_and_options_are_told() -> None:
    aims = {**SAVO.aims, "turn_limit": 99}
    sentences = sentences_by_chapter(replace(SAVO, aims=aims, options={**SAVO.options, "ship_by_ship": True}))
    assert any("99" in sentence for sentence in sentences["Aims"])
    assert sentences["Options"] == ["Spot and attack ship by ship: yes, not given before."]


def test_long_lists_are_compared_quickly_and_told_in_part() -> None:
    before = replace(SAVO, about=replace(SAVO.about, notes=("x",) * 200_000))
    many = tuple(f"note {number}" for number in range(20_000))
    (chapter,) = differences(before, replace(SAVO, about=replace(SAVO.about, notes=many)))
    assert chapter.sentences[0] == "Note, gone: “x”"
    assert chapter.sentences[-1] == "And 19801 other changes."
    assert len(chapter.sentences) == 201
    longer = replace(before, about=replace(before.about, notes=("x",) * 200_001))
    assert differences(before, longer)[0].sentences == ("Note, new: “x”",)


def test_order_alone_is_told_as_such() -> None:
    side = SAVO.sides[0]
    (only,) = differences(SAVO, with_side(0, ships=side.ships[::-1]))
    assert only.sentences == (ELSEWHERE,)


@every_case("path", sorted(LIBRARY.glob("*.toml")))
def test_every_scenario_differs_from_savo_in_words(path: Any) -> None:
    other = library_spec(path.stem)
    if other != SAVO:
        assert all(
            sentence.strip() for sentences in sentences_by_chapter(other).values() for sentence in sentences
        )
        assert "Scenario" in sentences_by_chapter(other)


def places_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all single values in a document."""
    if isinstance(value, dict):
        return [place for key, inner in value.items() for place in places_in(inner, (*at, key))]
    if isinstance(value, list):
        return [place for key, inner in enumerate(value) for place in places_in(inner, (*at, key))]
    return [at]


def test_any_single_change_is_told() -> None:
    document = write(SAVO)
    places = [place for place in places_in(document) if place != ("key",)]
    assert len(places) > 900
    for place in places:
        sentences = differences(SAVO, spec_from(_changed(document, place)))
        assert sentences, place
        assert all(chapter.sentences for chapter in sentences), place
        assert sentences[0].sentences != (ELSEWHERE,), place


def _changed(value: Any, place: tuple[Any, ...]) -> Any:
    """The document with one value another one, of the same kind."""
    if not place:
        return _other(value)
    head, *rest = place
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[head] = _changed(value[head], tuple(rest))
    return copy


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return {"sunk": "damaged", "damaged": "sunk"}.get(value, f"{value}1")


@every_case(("many", "told_of_the_rest"), [(200, ()), (201, ("And 1 other change.",))])
def test_two_hundred_changes_are_told_and_of_more_their_number(
    many: int, told_of_the_rest: tuple[str, ...]
) -> None:
    before = replace(SAVO, about=replace(SAVO.about, notes=()))
    notes = tuple(f"note {number}" for number in range(many))
    (chapter,) = differences(before, replace(before, about=replace(before.about, notes=notes)))
    assert chapter.sentences[200:] == told_of_the_rest
    assert chapter.sentences[199] == "Note, new: “note 199”"


@every_case("field", ["date", "place", "theatre", "length", "winner", "author", "licence"])
def test_short_texts_are_told_by_name(field: str) -> None:
    was: dict[str, Any] = {field: "Was"}
    now: dict[str, Any] = {field: "Is"}
    before = replace(SAVO, about=replace(SAVO.about, **was))
    after = replace(SAVO, about=replace(SAVO.about, **now))
    assert sentences_by_chapter(after, before) == {
        "Scenario": [f"{field.capitalize()}: “Is” instead of “Was”."]
    }


def test_fields_and_values_are_told_as_the_editor_calls_them() -> None:
    side = SAVO.sides[0]
    group = replace(side.groups[0], rules={**side.groups[0].rules, "entry": "north"})
    sentences = sentences_by_chapter(with_side(0, groups=(group, *side.groups[1:]), rules={"dummy_speed": 9}))
    assert (
        f"{group.name}: enters over the northern edge, not given before."
        in sentences[f"{side.name}: task groups"]
    )
    assert any("Speed of dummies: 9" in one for one in sentences[f"{side.name}: rules"])
    cruiser = with_ship("chokai", class_key="usn-northampton", kind="DD")
    told = "\n".join(one for part in sentences_by_chapter(cruiser).values() for one in part)
    assert "class in the ship data Northampton class instead of Takao class" in told
    assert "type destroyer (DD) instead of heavy cruiser (CA)" in told


def test_places_of_findings_and_origins_are_told_in_words() -> None:
    places = places_of(SAVO)
    ship = "sides.{}.ships.chokai.ratings.defence_class".format(SAVO.sides[side_of("chokai")].key)
    assert places.of(ship) == "Japan, Chokai, class"
    assert places.of("sides.0.ships.1.class_key").endswith(", class in the ship data")
    assert places.of("sides.ships.ratings") == "Ships, ratings"
    assert places.of("aims.turn_limit") == "Aims, last turn"
    now = replace(SAVO, origins={**SAVO.origins, "sides.groups": "published"})
    (sentence,) = sentences_by_chapter(now)["Origins"]
    assert sentence.startswith("Task groups: published")


def test_what_is_told_of_any_two_scenarios_holds_no_path_and_no_key() -> None:
    for name in ("denmark-strait", "coronel", "cape-bon", "north-cape"):
        for part in differences(library_spec(name), SAVO):
            for sentence in part.sentences:
                if part.title != "Texts":
                    assert not re.search(r"[a-z]_[a-z]|\b(sides|rules)\.", sentence), sentence


def test_very_many_origins_are_compared_at_once() -> None:
    """Each place is a walk through the scenario, written down once; what is only counted needs none."""
    places = [f"sides.{number}.ships.{number}.ratings.speed" for number in range(12_000)]
    before, after = (replace(SAVO, origins=dict.fromkeys(places, origin)) for origin in ("house", "derived"))
    with within(2):
        (chapter,) = differences(before, after)
    assert len(chapter.sentences) == 201
    assert chapter.sentences[-1] == "And 11800 other changes."
