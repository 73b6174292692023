"""The library of historical battles: its files, what they hold, what is refused, how they load."""

import json
import re
import shutil
import tomllib
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import HexBoard, parse_label
from darkseas.engine.orders import OrderForm
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, MapSpec, ScenarioSpec, SideSpec
from darkseas.engine.scenario.tutorial import advice_for
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import read, write
from darkseas.engine.system import Bot, RulesSystem
from darkseas.rules.dark_seas.model.scenario import GroupRules, SideRules
from darkseas.rules.dark_seas.tables.rules_tables import TRAINING
from darkseas.rules.easyships.scenario.derivation import derive
from darkseas.rules.registry import system
from replays_app.export import prerendered_replays
from replays_app.simulation import library_balances
from scenarios_app.library.loader import LIBRARY, load, read_file, scenario_files
from scenarios_app.maps.coasts import MAPS
from scenarios_app.models import Revision, Scenario
from scenarios_app.ships.data import class_of
from scenarios_app.ships.order_of_battle import origin_of
from tests.support.every_case import every_case
from tests.support.library.library_specs import files_of, library_spec

FILES = scenario_files()
every_file = every_case("path", FILES)
#: Those of Dark Seas; every other system asks for other things in its files.
CHARTED = files_of("dark_seas")
every_charted_file = every_case("path", CHARTED)
CARDS = files_of("fleet_battle")
SHIPS = files_of("easyships")
every_file_of_ships = every_case("path", SHIPS)
every_file_of_cards = every_case("path", CARDS)


#: A time of the day, perhaps the first of a span.
CLOCK = re.compile(r"\d\d:\d\d")
WARSHIPS = {"BB", "BC", "CA", "CL", "CLAA", "DD", "DE", "TB"}
#: Entries of the longest battle between captains: an evening, not a night. Where each ship moves by an order
#: of her own, a turn has more of them; but none is too long to be told ahead.
MOST_ENTRIES = {"dark_seas": 1_000, "fleet_battle": 1_000, "easyships": prerendered_replays.MOST_ENTRIES}


def ships_in(side: SideSpec, group: GroupSpec) -> int:
    """Return how many ships a group holds, each of a sticker's counted."""
    counts = {ship.key: ship.count for ship in side.ships}
    return sum(counts[key] for key in group.ships)


#: Ratings of EasyShips that ship data give; what they leave out (planes, house rules) an author adds.
SHIP_NUMBERS = {"type", "year", "armour", "defence", "moves", "torpedoes"}


def origin_of_ratings(spec: ScenarioSpec, side: str, ship: str) -> str:
    """Return where a ship's ratings come from."""
    at = (("sides", False), (side, True), ("ships", False), (ship, True), ("ratings", False))
    return origin_of(spec.origins, at)


def board_of(spec: MapSpec) -> HexBoard:
    """Return the board of a map."""
    land, excluded = (frozenset(map(parse_label, labels)) for labels in (spec.land, spec.excluded))
    return HexBoard(spec.cols, spec.rows, land, excluded)


def whole_data(path: Path) -> dict[str, Any]:
    """Return a file as TOML reads it, its shared map filled in by hand."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    shared = data.get("map", {}).pop("shared", None)
    if shared:
        common = tomllib.loads((MAPS / f"{shared}.toml").read_text(encoding="utf-8"))
        data["map"] = common | data["map"]
    return data


# --- what the files hold -------------------------------------------------------------------------


def test_library_holds_battles_of_every_system() -> None:
    keys = {path.stem for path in CHARTED}
    assert len(keys) >= 45
    assert keys >= {"cape-bon", "cape-spada", "cape-esperance", "savo-island", "surigao-strait", "north-cape"}
    assert {path.stem for path in CARDS} >= {"convoy-hg-76", "coral-sea", "denmark-strait"}
    assert {path.stem for path in SHIPS} >= {"river-plate-easyships", "north-cape-easyships"}


@every_file
def test_file_is_its_own_canonical_form(path: Path) -> None:
    spec = library_spec(path.stem)
    assert write(spec) == whole_data(path)
    assert read(ScenarioSpec, canonical_json.decode(canonical_json.encode(write(spec)))) == spec


@every_file
def test_file_says_what_a_reader_wants_to_know(path: Path) -> None:
    about = library_spec(path.stem).about
    for text in (about.date, about.place, about.theatre, about.summary, about.history, about.outcome):
        assert text == text.strip() != ""
    assert "turns, about" in about.length
    assert len(about.date.split("-")) == 3
    assert about.notes
    assert all(
        source.title and (source.address.startswith("http") or source.note) for source in about.sources
    )
    assert any(source.address for source in about.sources)
    assert len(about.sources) >= 3


@every_file
def test_length_names_the_last_turn(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.about.length.startswith(f"{spec.aims['turn_limit']} turns")
    fewest, most = (3, 3) if spec.guide else (1, _NIGHT if is_stalked(spec) else _EVENING)
    assert fewest <= spec.aims["turn_limit"] <= most


#: Turns that people fight in an evening; and in a night in which boats stalk a convoy, where most turns are
#: short: nobody is in sight, and a boat below moves a hex.
_EVENING, _NIGHT = 12, 30
#: Entries of a battle on the average: the file of a battle and the time of a balance grow with them.
_LONG = 2500


def is_stalked(spec: ScenarioSpec) -> bool:
    """Whether submarines are out for merchantmen of another side."""
    hunters, prey = (
        {side.key for side in spec.sides if any(ship.kind == kind for ship in side.ships)}
        for kind in ("SS", "AP")
    )
    return any(hunter != victim for hunter in hunters for victim in prey)


def test_no_battle_of_the_library_is_longer_than_a_fleet_action() -> None:
    for line in json.loads(library_balances.FILE.read_text("utf-8")):
        assert line["entries"] <= _LONG * line["battles"], line["scenario"]


def test_each_system_that_guides_has_a_guided_battle_that_says_one_thing_at_every_decision() -> None:
    library = [library_spec(path.stem) for path in FILES]
    guided = [spec for spec in library if spec.guide]
    guiding = {spec.system for spec in library if system(spec.system).circumstances}
    assert {spec.system for spec in guided} == guiding == {"dark_seas", "fleet_battle"}
    for spec in guided:
        rules = system(spec.system)
        bots = {side.key: listening_bot(spec, rules) for side in spec.sides}
        for seed in range(4):
            fight(rules, spec, bytes([seed]) * 32, bots=bots)


def listening_bot(spec: ScenarioSpec, rules: RulesSystem) -> Bot:
    """A captain who hears one thing from the guide at each decision, true of the form that they fill."""

    def give(
        view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        order, blanks = rules.bot(view, side, forms, chooser)
        form = next(form for form in forms if form.order == order)
        said = advice_for(spec, side, view.turn, form, partial(rules.holds, view, side, form))
        assert len(said) == 1, (spec.key, view.turn, form)
        return order, blanks

    return give


@every_charted_file
def test_every_rating_and_rule_says_where_it_comes_from(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.map is not None
    wanted = {"sides.rules", "sides.ships.ratings", "sides.groups", "map.areas", "aims"}
    assert set(spec.origins) >= wanted | ({"map.land"} if spec.map.land else set())


@every_file_of_cards
def test_every_number_of_a_card_says_where_it_comes_from(path: Path) -> None:
    spec = library_spec(path.stem)
    for side in spec.sides:
        for ship in side.ships:
            at = (("sides", False), (side.key, True), ("ships", False), (ship.key, True), ("ratings", False))
            told = {key: origin_of(spec.origins, (*at, (key, False))) for key in ship.ratings}
            assert set(told) == {"card", "dice", "defence", "cost"}
            assert "" not in told.values()


every_telling_file = every_case("path", [*CHARTED, *SHIPS])


@every_file_of_ships
def test_ratings_are_those_of_the_ship_data_and_ships_stand_apart(path: Path) -> None:
    """Numbers that are not derived say so; every ship that is not set up by dice has a place of her own."""
    spec = library_spec(path.stem)
    assert set(spec.origins) >= {"sides.ships.ratings", "sea", "aims"}
    for side in spec.sides:
        for ship in side.ships:
            facts = class_of(ship.class_key)
            if facts is None or origin_of_ratings(spec, side.key, ship.key) != "derived":
                continue
            derived = derive(facts, spec.about.date, ship.name).ratings
            assert {key: derived.get(key) for key in ship.ratings if key in SHIP_NUMBERS} == {
                key: value for key, value in ship.ratings.items() if key in SHIP_NUMBERS
            }, ship.name


@every_telling_file
def test_file_tells_what_happened_and_who_was_there(path: Path) -> None:
    spec = library_spec(path.stem)
    about, sides = spec.about, {side.key: side for side in spec.sides}
    assert about.winner in ([""] if about.hypothetical else [*sides, "draw"])
    assert about.author
    assert about.licence
    assert about.position is not None
    assert len(about.timeline) >= 3
    assert all(CLOCK.match(moment.time) and moment.text.endswith(".") for moment in about.timeline)
    assert len(about.unconfirmed) > 0 or not any(moment.unconfirmed for moment in about.timeline)
    for side in spec.sides:
        assert side.force
        assert side.commander
        assert side.mission


@every_telling_file
def test_losses_name_ships_of_the_order_of_battle(path: Path) -> None:
    spec = library_spec(path.stem)
    roster = {(side.key, ship.name) for side in spec.sides for ship in side.ships}
    losses = [(loss.side, loss.ship) for loss in spec.about.losses]
    assert set(losses) <= roster
    assert bool(losses) != spec.about.hypothetical


@every_charted_file
def test_every_warship_names_her_class_in_the_ship_data(path: Path) -> None:
    ships = [ship for side in library_spec(path.stem).sides for ship in side.ships]
    assert [ship.name for ship in ships if ship.class_key and class_of(ship.class_key) is None] == []
    warships = [ship for ship in ships if ship.kind in WARSHIPS]
    told = {ship.name: ship.class_name for ship in warships}
    assert {ship.name: getattr(class_of(ship.class_key), "name", None) for ship in warships} == told


@every_charted_file
def test_areas_lie_on_the_board_at_sea(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.map is not None
    board = board_of(spec.map)
    hexes = [parse_label(text) for labels in spec.map.areas.values() for text in labels]
    assert hexes
    assert [at for at in hexes if not board.is_sea(at)] == []


@every_charted_file
def test_every_area_is_used(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.map is not None
    used = {aim["area"] for aim in spec.aims.get("presence", ())}
    for side in spec.sides:
        used |= {side.rules.get("set_up"), side.rules.get("confined_to")}
        used |= {group.rules.get("zone") for group in side.groups}
    assert set(spec.map.areas) <= used


@every_telling_file
def test_places_are_named_once_and_lie_on_the_board(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.map is not None
    names = [place.name for place in spec.map.places]
    assert len(names) == len(set(names)) >= 5
    assert all(board_of(spec.map).contains(parse_label(place.hex)) for place in spec.map.places)
    assert {place.kind for place in spec.map.places} <= {"island", "strait", "cape", "port", "sea", "mark"}


@every_charted_file
def test_all_sea_is_one_water(path: Path) -> None:
    spec = library_spec(path.stem)
    assert spec.map is not None
    board = board_of(spec.map)
    sea = [at for at in board.hexes if board.is_sea(at)]
    assert set(board.distances_from(sea[0])) == set(sea)


@every_charted_file
def test_every_ship_has_a_place_and_a_way_in(path: Path) -> None:
    for side in library_spec(path.stem).sides:
        rules = read(SideRules, dict(side.rules))
        grouped = [key for group in side.groups for key in group.ships]
        assert sorted(grouped) == sorted(ship.key for ship in side.ships)
        for group in side.groups:
            own = read(GroupRules, dict(group.rules))
            assert own.hex or own.zone or own.entry or rules.set_up or rules.entry


@every_charted_file
def test_task_groups_keep_to_limit_and_training(path: Path) -> None:
    for side in library_spec(path.stem).sides:
        rules = read(SideRules, dict(side.rules))
        mobile = [group for group in side.groups if not group.rules.get("immobile")]
        assert 1 <= len(mobile) <= rules.group_limit
        largest = TRAINING[rules.training].largest_group
        assert [g.key for g in mobile if ships_in(side, g) > largest] == []


ENGAGED = {
    "cape-bon": {
        "allies": {"Sikh", "Maori", "Legion", "Isaac Sweers"},
        "italy": {"Alberico da Barbiano", "Alberto di Giussano", "Cigno"},
    },
    "cape-esperance": {
        "usn": {
            "Farenholt", "Duncan", "Laffey", "San Francisco", "Boise", "Salt Lake City", "Helena",
            "Buchanan", "McCalla",
        },
        "ijn": {"Aoba", "Furutaka", "Kinugasa", "Fubuki", "Hatsuyuki"},
    },
    "cape-spada": {
        "allies": {"Sydney", "Havock", "Hyperion", "Ilex", "Hero", "Hasty"},
        "italy": {"Giovanni delle Bande Nere", "Bartolomeo Colleoni"},
    },
}  # fmt: skip


@every_case("key", ENGAGED)
def test_every_ship_engaged_that_day_is_present(key: str) -> None:
    spec = library_spec(key)
    assert {side.key: {ship.name for ship in side.ships} for side in spec.sides} == ENGAGED[key]


def test_radar_is_that_of_the_day() -> None:
    sides = {key: library_spec(key).sides for key in ENGAGED}
    radar = {
        (key, ship.key): ship.ratings.get("radar", 0)
        for key, both in sides.items()
        for side in both
        for ship in side.ships
    }
    assert radar["cape-esperance", "helena"] == radar["cape-esperance", "boise"] == 3
    assert radar["cape-esperance", "san-francisco"] == radar["cape-bon", "sikh"] == 1
    assert not any(radar[at] for at in radar if at[0] == "cape-spada")
    assert radar["cape-esperance", "aoba"] == radar["cape-bon", "cigno"] == 0


@every_file
def test_captains_fight_it_to_its_end(path: Path) -> None:
    spec = library_spec(path.stem)
    rules = system(spec.system)
    bout = fight(rules, spec, bytes(32), bots={side.key: rules.bot for side in spec.sides})
    assert rules.result(bout.state) is not None
    assert len(bout.entries) < MOST_ENTRIES[spec.system]


def test_cape_spada_is_fought_by_daylight() -> None:
    assert [c["light"] for c in library_spec("cape-spada").sea["conditions"]] == ["day"]


# --- what is refused -----------------------------------------------------------------------------

MISTAKES = {
    "not TOML": ('key = "cape-bon"', "key = ", "file", "line"),
    "another key": (
        'key = "cape-bon"\ntitle = "Cape Bon"\nsystem',
        'key = "bon"\ntitle = "Cape Bon"\nsystem',
        "key",
        "bon",
    ),
    "no such system": ('system = "dark_seas"', 'system = "dark_lakes"', "system", "dark_lakes"),
    "unknown field": ("[about]\n", '[about]\nweather = "clear"\n', "about.weather", "not a field"),
    "missing field": ('title = "Cape Bon"\nsystem', "system", "title", "missing"),
    "text for a number": ("cols = 9", 'cols = "nine"', "map.cols", "whole number"),
    "hex of land off the map": ('"0404",', '"0404", "0908",', "map", "outside"),
    "no hex of land": ('"0404",', '"4",', "map.land.0", "does not lie on the map"),
    "place off the map": ('hex = "0506"', 'hex = "0906"', "map.places.2.hex", "Kelibia"),
    "odd row of coast": ("coast_row = 2", "coast_row = 3", "map.coast_row", "even"),
    "area off the map": ('"0304"]', '"0904"]', "map.areas.off-zembra", "not on the map"),
    "half a point": ('points = "4"', "points = 4.5", "sides.italy.ships.cigno.ratings.points", "fraction"),
    "no training of that level": ("training = 5", "training = 9", "sides.allies.rules.training", "1 to 6"),
    "number for a yes": (
        "training = 5",
        "training = 5\nfixed_groups = 1",
        "sides.allies.rules.fixed_groups",
        "true",
    ),
    "ship of the other side": ('"cigno"]', '"sikh"]', "sides.italy.groups.fourth-division", "sikh"),
    "area that is not there": ('set_up = "off-zembra"', 'set_up = "bay"', "sides.allies.rules.set_up", "bay"),
    "aim of a stranger": (
        'exit_points = [{ side = "italy"',
        'exit_points = [{ side = "france"',
        "aims",
        "france",
    ),
    "origin of no kind": ('"aims" = "house"', '"aims" = "hearsay"', "origins.aims", "must be one of"),
    "origin of nothing": ('"aims" = "house"', '"aim" = "house"', "origins.aim", "nothing"),
    "side named as everybody": ('[[sides]]\nkey = "allies"', '[[sides]]\nkey = "all"', "sides.0.key", "all"),
}


@every_case("mistake", MISTAKES)
def test_mistake_gives_a_located_finding(mistake: str, tmp_path: Path) -> None:
    right, wrong, where, word = MISTAKES[mistake]
    text = (LIBRARY / "cape-bon.toml").read_text(encoding="utf-8")
    assert text.count(right) >= 1
    path = tmp_path / "cape-bon.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(BadScenario) as refused:
        read_file(path)
    found = {finding.where: finding.text for finding in refused.value.findings}
    assert where in found
    assert word in found[where]


def test_group_too_large_for_its_training_is_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(LIBRARY, tmp_path / "library"))
    path = folder / "savo-island.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("training = 5", "training = 4"))
    with pytest.raises(BadScenario) as refused:
        read_file(path)
    assert [finding.where for finding in refused.value.findings] == ["sides.ijn.groups.main-column"]


@every_case(
    ("line", "where"),
    [
        ('map = "atlantis"', "map"),
        ('[map]\nshared = "atlantis"', "map.shared"),
        ("[map]\nshared = 7", "map.shared"),
        ('[map]\nshared = "../savo-island"', "map.shared"),
    ],
)
def test_shared_map_that_is_not_there_is_refused(line: str, where: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'key = "x"\n{line}\n', encoding="utf-8")
    with pytest.raises(BadScenario, match="no shared map") as refused:
        read_file(path)
    assert [finding.where for finding in refused.value.findings] == [where]


def test_map_may_be_a_shared_one_as_it_is(tmp_path: Path) -> None:
    text = (LIBRARY / "cape-bon.toml").read_text(encoding="utf-8")
    before, own, after = text[: text.index("[map]")], *text[text.index("[map]") :].split("[sea]")
    (tmp_path / "maps").mkdir()
    shared = own.replace("[map]\n", "").replace("[map.areas]", "[areas]").replace("[[map.places", "[[places")
    (tmp_path / "maps" / "cape.toml").write_text(shared, encoding="utf-8")
    path = tmp_path / "cape-bon.toml"
    path.write_text(f'map = "cape"\n{before}[sea]{after}', encoding="utf-8")
    assert read_file(path, tmp_path / "maps") == read_file(LIBRARY / "cape-bon.toml")


# --- loading -------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the library that may be changed."""
    return Path(shutil.copytree(LIBRARY, tmp_path / "library"))


@pytest.mark.django_db
def test_loading_twice_publishes_once() -> None:
    keys = [path.stem for path in FILES]
    assert load() == [(key, True) for key in keys]
    assert load() == [(key, False) for key in keys]
    assert list(Scenario.objects.values_list("key", flat=True)) == keys
    assert Revision.objects.count() == len(keys)
    assert {revision.origin for revision in Revision.objects.all()} == {"library"}


@pytest.mark.django_db
def test_loaded_revision_holds_the_file(folder: Path) -> None:
    load(folder)
    revision = Scenario.objects.get(key="savo-island").current
    assert revision is not None
    assert json.loads(bytes(revision.spec)) == write(read_file(LIBRARY / "savo-island.toml"))


@pytest.mark.django_db
def test_changed_file_becomes_the_next_revision(folder: Path) -> None:
    load(folder)
    path = folder / "cape-bon.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("turn_limit = 6", "turn_limit = 7"))
    assert dict(load(folder)) == {path.stem: path.stem == "cape-bon" for path in FILES}
    scenario = Scenario.objects.get(key="cape-bon")
    assert [revision.number for revision in scenario.revisions.all()] == [1, 2]
    assert scenario.current is not None
    assert scenario.current.number == 2


@pytest.mark.django_db
def test_one_bad_file_stops_the_whole_load(folder: Path) -> None:
    path = folder / "savo-island.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("visibility = 1", 'visibility = "one"'))
    with pytest.raises(BadScenario) as refused:
        load(folder)
    assert refused.value.findings[0].where == "savo-island.toml: sea.conditions.0.visibility"
    assert Scenario.objects.count() == 0


@pytest.mark.django_db
def test_command_says_what_is_new() -> None:
    first, second, silent = StringIO(), StringIO(), StringIO()
    call_command("load_library", stdout=first)
    call_command("load_library", stdout=second)
    call_command("load_library", stdout=silent, verbosity=0)
    assert first.getvalue().splitlines() == [f"{path.stem}: new revision" for path in FILES]
    assert second.getvalue().splitlines() == [f"{path.stem}: known" for path in FILES]
    assert silent.getvalue() == ""


@pytest.mark.django_db
def test_command_lists_the_findings(folder: Path) -> None:
    (folder / "cape-bon.toml").write_text("keys = 1")
    with pytest.raises(CommandError, match=r"cape-bon\.toml: keys: is not a field"):
        call_command("load_library", folder=folder)
