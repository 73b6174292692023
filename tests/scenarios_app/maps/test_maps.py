"""Maps under their keys: published revision by revision, brought by the library, used by scenarios."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from darkseas.engine.scenario.spec import BadScenario, MapSpec, PlaceSpec
from darkseas.engine.serialization.codec import write
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.library.loader import load, map_files, read_map
from scenarios_app.maps.coasts import MAPS, cut_out, rasters
from scenarios_app.maps.store import (
    MapPublishing,
    MapRefused,
    faults_of,
    map_from,
    map_of,
    publish_new,
    publish_of_library,
    publish_revision,
    uses_of,
)
from scenarios_app.models import HexMap, MapRevision
from tests.support.every_case import every_case
from tests.support.library.stored_library import load_library
from tests.support.members import member

SEA = MapSpec("", "Open sea", 4, 3, land=("0101",))


@pytest.mark.django_db
def test_map_is_published_under_a_key_of_its_title() -> None:
    ada = member("ada")
    first = publish_new(SEA, ada, MapPublishing("begun", "unlisted"))
    second = publish_new(SEA, member("bob"), MapPublishing())
    assert (first.hex_map.key, first.number, first.note, first.author) == ("open-sea", 1, "begun", ada)
    assert (first.hex_map.visibility, first.hex_map.owner, second.hex_map.key) == (
        "unlisted",
        ada,
        "open-sea-2",
    )
    assert map_of(first) == replace(SEA, key="open-sea")


@pytest.mark.django_db
def test_changed_map_is_the_next_revision_and_the_same_map_is_none() -> None:
    ada = member("ada")
    first = publish_new(SEA, ada, MapPublishing())
    changed = replace(SEA, title="Less open sea", land=("0101", "0102"))
    second = publish_revision(first.hex_map, changed, ada, MapPublishing("a rock"))
    again = publish_revision(first.hex_map, SEA, ada, MapPublishing("back"))
    hex_map = HexMap.objects.get()
    assert (second.number, again.pk, hex_map.revisions.count()) == (2, first.pk, 2)
    assert (hex_map.current, hex_map.title) == (first, "Open sea")
    assert first.digest != second.digest
    assert map_of(second).key == "open-sea"


@pytest.mark.django_db
@every_case(
    ("changes", "where"),
    [
        ({"title": " "}, "title"),
        ({"cols": 0}, "cols"),
        ({"rows": 101}, "rows"),
        ({"hex_yards": 0}, "hex_yards"),
        ({"coast_row": 3}, "coast_row"),
        ({"land": ("0101", "0400", "x")}, "land.1"),
        ({"shallows": ("0003",)}, "shallows.0"),
        ({"areas": {"a": ("0000", "9999")}}, "areas.a.1"),
        ({"edges": ("0000/e", "0900/e")}, "edges.1"),
        ({"edges": ("0000/up",)}, "edges.0"),
        ({"places": (PlaceSpec("Cape", "0500"),)}, "places.0.hex"),
        ({"areas": {"not ascii ä": ()}}, "map"),
    ],
)
def test_map_that_makes_no_sense_is_not_published(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(BadScenario) as refused:
        publish_new(replace(SEA, **changes), member("ada"), MapPublishing())
    assert [finding.where for finding in refused.value.findings] == [where]
    assert MapRevision.objects.count() == HexMap.objects.count() == 0


def test_shape_of_a_map_is_refused_by_its_place() -> None:
    with pytest.raises(BadScenario, match=r"land\.0: must be text"):
        map_from({"key": "", "title": "x", "cols": 1, "rows": 1, "land": [1]})


@pytest.mark.django_db
def test_member_may_not_have_maps_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenarios_app.maps.store.MOST_MAPS", 1)
    publish_new(SEA, member("ada"), MapPublishing())
    with pytest.raises(MapRefused, match="1 maps already"):
        publish_new(SEA, member("ada"), MapPublishing())


# --- of the library --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_library_brings_its_maps_once_and_says_who_uses_them() -> None:
    load()
    load()
    keys = [path.stem for path in map_files()]
    assert sorted(HexMap.objects.values_list("key", flat=True)) == keys
    assert MapRevision.objects.count() == len(keys)
    assert all(
        one.owner is None and one.current is not None and one.current.number == 1
        for one in HexMap.objects.select_related("current")
    )
    listed = access.listed(AnonymousUser())
    savo = uses_of(HexMap.objects.get(key="savo-sound"), listed)
    assert "savo-island" in [use.scenario.key for use in savo]


@pytest.mark.django_db
def test_scenario_that_carries_a_revision_names_its_number() -> None:
    load_library()
    path = next(path for path in map_files() if path.stem == "savo-sound")
    hex_map = HexMap.objects.get(key=path.stem)
    (use,) = [
        use for use in uses_of(hex_map, access.listed(AnonymousUser())) if use.scenario.key == "savo-island"
    ]
    assert use.number == 0
    use.scenario.card["ground"]["map"] = write(read_map(path))
    use.scenario.save()
    (use,) = [
        use for use in uses_of(hex_map, access.listed(AnonymousUser())) if use.scenario.key == "savo-island"
    ]
    assert use.number == 1


@pytest.mark.django_db
def test_file_of_a_map_must_be_named_by_its_key_and_make_sense(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(MAPS, tmp_path / "maps"))
    (folder / "odd.toml").write_text('key = "even"\ntitle = "x"\ncols = 2\nrows = 2\n', encoding="utf-8")
    (folder / "off.toml").write_text(
        'key = "off"\ntitle = "x"\ncols = 2\nrows = 2\nland = ["0300"]\n', encoding="utf-8"
    )
    with pytest.raises(BadScenario) as refused:
        load(map_folder=folder)
    assert [finding.where for finding in refused.value.findings] == ["odd.toml: key", "off.toml: land.0"]
    assert not HexMap.objects.exists()


@pytest.mark.django_db
def test_library_does_not_write_over_a_members_map() -> None:
    publish_new(replace(SEA, title="Savo Sound"), member("ada"), MapPublishing())
    with pytest.raises(BadScenario, match="member's map"):
        publish_of_library(replace(SEA, key="savo-sound"))


# --- out of real places ----------------------------------------------------------------------------


def test_part_of_a_coast_has_its_land_and_places() -> None:
    whole = rasters()["ironbottom_sound"]
    part = cut_out("ironbottom_sound", 3, 4, 11, 7)
    savo = read_map(MAPS / "savo-sound.toml")
    assert (part.cols, part.rows, part.coast, part.coast_col, part.coast_row) == (11, 7, whole.coast, 3, 4)
    assert set(part.land) ^ set(savo.land) == {"0502"}  # Savo is land by hand there
    assert PlaceSpec("Savo Island", "0502", "island") in part.places
    assert list(map_from(write(replace(part, title="x"))).land) == list(part.land)


def test_whole_of_a_coast_is_its_raster() -> None:
    for name, whole in rasters().items():
        assert cut_out(name, 0, 0, whole.cols, whole.rows) == replace(whole, key="")


@every_case(
    ("given", "where"),
    [
        (("nowhere", 0, 0, 5, 5), "coast"),
        (("../../secrets", 0, 0, 5, 5), "coast"),
        (("kula_gulf", 0, 3, 5, 5), "row"),
        (("kula_gulf", -1, 0, 5, 5), "cols"),
        (("kula_gulf", 0, 0, 17, 5), "cols"),
        (("kula_gulf", 0, 0, 0, 5), "cols"),
        (("kula_gulf", 0, 10, 5, 4), "rows"),
    ],
)
def test_part_beyond_a_coast_is_refused(given: tuple[str, int, int, int, int], where: str) -> None:
    with pytest.raises(BadScenario) as refused:
        cut_out(*given)
    assert [finding.where for finding in refused.value.findings] == [where]


# --- exact bounds ----------------------------------------------------------------------------------


@every_case(
    ("changes", "where"),
    [
        ({"cols": 100, "rows": 100}, []),
        ({"cols": 1, "rows": 1, "land": ()}, []),
        ({"cols": 101}, ["cols"]),
        ({"rows": 0}, ["rows"]),
        ({"hex_yards": 1}, []),
        ({"hex_yards": 1_000_000}, []),
        ({"hex_yards": 1_000_001}, ["hex_yards"]),
        ({"ports": ("0101", "0400")}, ["ports.1"]),
        ({"excluded": ("0003",)}, ["excluded.0"]),
        ({"land": ("0302",)}, []),
    ],
)
def test_map_may_reach_every_bound_and_not_pass_it(changes: dict[str, Any], where: list[str]) -> None:
    assert [finding.where for finding in faults_of(replace(SEA, **changes))] == where


@pytest.mark.django_db
def test_only_ones_own_maps_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenarios_app.maps.store.MOST_MAPS", 2)
    for name in ("ada", "bob", "bob"):
        publish_new(SEA, member(name), MapPublishing())
    assert publish_new(SEA, member("ada"), MapPublishing()).number == 1
    with pytest.raises(MapRefused, match="2 maps already"):
        publish_new(SEA, member("bob"), MapPublishing())


@pytest.mark.django_db
def test_map_takes_no_key_that_is_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    key = publish_new(replace(SEA, title="New"), member("ada"), MapPublishing()).hex_map.key
    assert key.startswith("new-")


@pytest.mark.django_db
def test_long_title_and_note_are_cut() -> None:
    spec = replace(SEA, title="s" * 201)
    revision = publish_new(spec, member("ada"), MapPublishing("n" * 2001))
    assert (len(revision.hex_map.key), len(revision.note)) == (70, 2000)
    assert HexMap.objects.get().title == "s" * 200
    assert map_of(revision).title == spec.title


@pytest.mark.django_db
def test_next_revision_of_a_map_taken_down_stays_taken_down() -> None:
    hex_map = publish_new(SEA, member("ada"), MapPublishing()).hex_map
    HexMap.objects.update(taken_down_at=timezone.now())
    publish_revision(hex_map, replace(SEA, cols=6), member("ada"), MapPublishing())
    assert HexMap.objects.get().taken_down_at is not None


@every_case("field", ["places", "areas", "ports"])
def test_map_has_no_more_to_write_on_it_than_sheets_can_bear(field: str) -> None:
    marks: dict[str, Any] = {
        "places": tuple(PlaceSpec(f"Cape {number}", "0202", "cape") for number in range(401)),
        "areas": {f"area{number}": ("0202",) for number in range(101)},
        "ports": ("0202",) * 401,
    }
    (fault,) = faults_of(replace(SEA, **{field: marks[field]}))
    assert (fault.where, fault.text.partition(";")[0]) == (
        field,
        f"A map has at most {len(marks[field]) - 1} {field}",
    )
    one_less = dict(list(marks[field].items())[1:]) if field == "areas" else marks[field][1:]
    assert list(faults_of(replace(SEA, **{field: one_less}))) == []  # type: ignore[arg-type]


@pytest.mark.django_db
def test_no_map_is_made_for_who_leaves_the_site_this_moment() -> None:
    ada = member("ada")
    Member.objects.update(is_active=False)
    with pytest.raises(MapRefused, match="account is closed"):
        publish_new(SEA, ada, MapPublishing())
    assert not HexMap.objects.exists()
