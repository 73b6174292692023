"""Ship data: it can be read, every ship has an address, and people find what they look for."""

import re
from collections import Counter
from dataclasses import replace
from urllib.parse import urlsplit

from darkseas.engine.scenario.ship_facts import (
    Absence,
    absence_at,
    facts_at,
    fits_at,
    is_before,
    navy_at,
    sets_at,
)
from scenarios_app.library.loader import LIBRARY, read_file, scenario_files
from scenarios_app.ships.data import (
    KINDS,
    absence_of,
    battles_of,
    class_of,
    classes,
    navies,
    past_battles,
    ship_of,
    ships_of,
)
from scenarios_app.ships.facts_text import (
    facts_of,
    guns_in_words,
    radar_in_words,
    refit_in_words,
    service_in_words,
    tubes_in_words,
)
from scenarios_app.ships.search import find_classes, find_ships, meant_instead
from tests.support.every_case import every_case

#: Copies of Wikipedia in English or another language, and wikis of fans: no source of ours.
COPIES = (
    "piglix.com", "wikimili.com", "wikisum.wiki", "findatwiki.com", "askwikinow.com", "clateway.com",
    "iiab.me", "ipfs.io", "cryer.org.uk", "plwiki.pl", "dewiki.de", "myownonpmirror.com", "fandom.com",
    "koumakan.jp", "zxc.wiki",
)  # fmt: skip


def keys_found(question: str, *, navy: str = "", kind: str = "", year: int = 0) -> list[str]:
    """The keys of the classes that answer a question."""
    return [found.facts.key for found in find_classes(question, navy, kind, year)]


def test_all_of_it_is_there() -> None:
    assert len(classes()) == 214
    assert sum(len(facts.ships) for facts in classes()) == 957
    assert len([ship for ship in find_ships() if ship.slug]) == 1019
    assert len(past_battles()) == 49
    assert sum(facts.is_unconfirmed for facts in classes()) == 156


def test_every_class_has_a_known_navy_and_type_and_says_what_is_confirmed() -> None:
    for facts in classes():
        assert facts.navy in navies()
        assert facts.kind in KINDS
        assert bool(facts.sources) == bool(facts.confirmed)


def test_no_class_rests_on_a_copy_of_a_page_that_can_be_named_itself() -> None:
    hosts = {facts.key: {urlsplit(source).hostname or "" for source in facts.sources} for facts in classes()}
    assert [key for key, named in hosts.items() if any(host.endswith(COPIES) for host in named)] == []


def test_keys_and_addresses_are_told_apart() -> None:
    assert max(Counter(facts.key for facts in classes()).values()) == 1
    for facts in classes():
        slugs = [ship.slug for ship in ships_of(facts.key)]
        assert all(slugs)
        assert len(set(slugs)) == len(slugs)
        assert [ship_of(facts.key, slug) for slug in slugs] == list(ships_of(facts.key))


def test_radar_of_single_ships_names_ships_of_the_class_and_dates_that_can_be_read() -> None:
    for facts in classes():
        names = {ship.name for ship in facts.ships}
        assert {name for fit in facts.radar for name in fit.ships} <= names
        whole = [fit for fit in facts.radar if not fit.some and not fit.ships]
        assert list(fits_at(facts, "1945-12")) == whole


def test_refits_name_ships_of_the_class_and_change_something() -> None:
    for facts in classes():
        names = {ship.name for ship in facts.ships}
        for refit in facts.refits:
            assert set(refit.ships) <= names
            changed = facts_at(facts, "1945-12", refit.ships[0] if refit.ships else "")
            assert replace(changed, refits=()) != replace(facts, refits=())


def test_ships_were_there_from_a_date_to_a_later_one() -> None:
    named = [ship for facts in classes() for ship in facts.ships]
    for ship in named:
        assert (ship.end != "") == (ship.until != "")
        assert all(
            re.fullmatch(r"[0-9]{4}(-[0-9]{2}){1,2}", date) for date in (ship.since, ship.until) if date
        )
        assert not (ship.until and ship.since and is_before(ship.until, ship.since))
    assert sum(ship.end == "lost" for ship in named) > 300


def test_a_ship_is_there_on_the_day_of_her_loss_and_not_after() -> None:
    chokai = ship_of("ijn-takao-early", "chokai")
    assert chokai is not None
    assert absence_of(chokai, "1944-10-25") is None
    assert absence_of(chokai, "1944-10") is None
    assert absence_of(chokai, "1944-10-26") == Absence("lost", "1944-10-25")
    johnston = ship_of("usn-fletcher", "johnston")
    assert johnston is not None
    assert absence_of(johnston, "1942-11") == Absence("not yet", "1943-10")


def test_a_ship_that_was_renamed_stands_in_her_class_under_her_next_name_too() -> None:
    for facts in classes():
        by_name = {ship.name: ship for ship in facts.ships}
        for ship in facts.ships:
            assert (ship.end == "renamed") == (ship.renamed != "")
            assert not ship.renamed or by_name[ship.renamed].since == ship.until
            assert bool(ship.navy_since) <= bool(ship.navy)


def test_deutschland_was_called_so_until_january_1940() -> None:
    first = find_ships("Deutschland", year=1939)[0]
    assert (first.name, absence_of(first, "1939-10-05")) == ("Deutschland", None)
    assert absence_of(first, "1940-04-09") == Absence("renamed", "1940-01", "Lützow")
    luetzow = ship_of("km-panzerschiff", "lutzow")
    assert luetzow is not None
    assert absence_of(luetzow, "1939-10-05") == Absence("not yet", "1940-01")
    assert absence_of(luetzow, "1940-04-09") is None
    assert service_in_words(first.facts, "Deutschland") == (
        "in service from April 1933, renamed Lützow January 1940"
    )
    assert service_in_words(first.facts, "Lützow") == (
        "in service from January 1940, before as Deutschland, lost 16 April 1945"
    )


def test_tartar_and_ashanti_fought_as_they_were_completed_before_they_were_rebuilt() -> None:
    for slug in ("tartar", "ashanti"):
        early, late = ship_of("rn-tribal", slug), ship_of("rn-tribal-late", slug)
        assert early is not None
        assert late is not None
        assert absence_of(early, "1941-05-27") is None
        assert absence_of(late, "1941-05-27") == Absence("not yet", "1943-01")
        assert absence_of(early, "1944-06-09") == Absence("rebuilt", "1942-12")
        assert absence_of(late, "1944-06-09") is None


def test_sydney_kept_single_four_inch_guns() -> None:
    facts = class_of("rn-perth")
    assert facts is not None
    singles, twins = (facts_at(facts, "1941-11", name).secondary[0] for name in ("Sydney", "Hobart"))
    assert (singles.count, twins.count) == (4, 8)
    assert singles.mounts[0].barrels == 1


def test_achilles_was_of_the_royal_navy_until_new_zealand_had_one_of_its_own() -> None:
    facts = class_of("rn-leander")
    assert facts is not None
    navies_by_day = [navy_at(facts, "Achilles", day) for day in ("1939-12-13", "1941-09-30", "1941-10-01")]
    assert navies_by_day == ["RN", "RN", "RNZN"]
    assert (navy_at(facts, "Ajax", "1944-06"), navy_at(facts, "", "1944-06")) == ("RN", "RN")
    assert service_in_words(facts, "Achilles") == "RNZN from 1 October 1941, RN before"


def test_every_ship_of_a_battle_is_in_the_data_and_was_in_service() -> None:
    for battle in past_battles():
        for there in battle.ships:
            (ship,) = [one for one in ships_of(there.class_key) if one.name == there.name]
            assert absence_of(ship, battle.date) is None, (battle.key, there.name)
            assert there.fate in ("", "sunk", "damaged")


def test_ships_of_the_library_that_name_their_class_are_in_the_data() -> None:
    for path in scenario_files(LIBRARY):
        for side in read_file(path).sides:
            assert [
                ship.class_key for ship in side.ships if ship.class_key and not class_of(ship.class_key)
            ] == []


def test_battles_of_a_ship_stand_in_order_with_her_radar_of_the_day() -> None:
    helena = ship_of("usn-stlouis", "helena")
    assert helena is not None
    told = [(battle.key, there.radar, there.fate) for battle, there in battles_of(helena)]
    assert [key for key, _, _ in told] == ["cape-esperance", "guadalcanal-1", "kula-gulf"]
    assert told[0][1] == "SC, FC, SG"
    assert told[-1][2] == "sunk"


@every_case(
    ("question", "some", "others"),
    [
        (
            "8in cruiser japan",
            ["ijn-takao", "ijn-aoba", "ijn-tone"],
            ["ijn-kuma", "usn-portland", "ijn-kongo"],
        ),
        ("8-inch heavy american", ["usn-neworleans"], ["ijn-takao", "usn-brooklyn"]),
        ('5.25"', ["rn-dido", "rn-kgv"], ["usn-fletcher"]),
        ("24in destroyer", ["ijn-kagero"], ["usn-fletcher"]),
        ("HOBART", ["rn-perth"], ["rn-leander"]),
        ("australian", ["rn-perth", "rn-canberra"], ["rn-kgv"]),
        ("dutch", ["rnn-java"], ["km-z36"]),
        ("kunne", ["km-z36"], ["km-z34"]),
        ("Kuenne", ["km-z36"], ["km-z34"]),
        ("blyskawica", ["pol-grom"], ["rn-tribal"]),
        ("fletcher", ["usn-fletcher"], ["usn-benson"]),
        ("tanker italian", ["rm-ap"], ["km-ap"]),
    ],
)
def test_words_find_ship_class_navy_type_and_calibre(
    question: str, some: list[str], others: list[str]
) -> None:
    found = keys_found(question)
    assert set(some) <= set(found)
    assert not set(others) & set(found)


def test_a_search_for_one_ship_shows_her_alone() -> None:
    (found,) = find_classes("chokai")
    assert [ship.name for ship in found.ships] == ["Chokai"]
    assert not found.is_whole
    (whole,) = find_classes("takao unmodernised")
    assert whole.is_whole


def test_a_search_can_be_narrowed_to_navy_type_and_year() -> None:
    assert {ship.navy for ship in find_ships(navy="RNZN")} == {"RNZN"}
    assert {ship.facts.kind for ship in find_ships(kind="CLAA")} == {"CLAA"}
    assert "usn-fletcher" not in keys_found("", year=1941)
    assert "usn-fletcher" in keys_found("", year=1942)
    assert "usn-tennessee" not in keys_found("", year=1942)
    assert find_ships("no such ship anywhere") == ()


@every_case(
    ("question", "ship"),
    [
        ("USS Chicago", "Chicago"), ("chicago uss", "Chicago"), ("HMS Hood", "Hood"), ("H.M.S. hood", "Hood"),
        ("HMS Canberra", "Canberra"), ("HMAS Canberra", "Canberra"), ("IJN Chōkai", "Chokai"),
        ("KMS Bismarck", "Bismarck"), ("HNLMS Java", "Java"), ("Hr.Ms. Java", "Java"),
        ("ORP Blyskawica", "Błyskawica"), ("RN Pola", "Pola"),
    ],
)  # fmt: skip
def test_prefixes_stand_before_names_as_people_write_them(question: str, ship: str) -> None:
    assert ship in {found.name for found in find_ships(question)}


def test_a_prefix_says_whose_ship_is_meant_where_two_answer() -> None:
    assert {ship.navy for ship in find_ships("enterprise hms")} == {"RN"}
    assert {ship.navy for ship in find_ships("HMS")} == {"RN"}
    assert {ship.navy for ship in find_ships("USS cruiser")} == {"USN"}


@every_case(
    ("question", "meant"),
    [
        ("Bismark", "Bismarck"), ("USS Chicgo", "Chicago"), ("Yamoto class", "Yamato class"), ("Hod", "Hood"),
        ("chocai", "Chokai"), ("scharnhosrt", "Scharnhorst"),
        ("Graf Speed", "Graf Spee"),
    ],
)  # fmt: skip
def test_a_slip_is_asked_about(question: str, meant: str) -> None:
    assert find_ships(question) == ()
    assert meant in meant_instead(question)
    assert find_ships(meant)


@every_case("question", ["Bismarck zeppelin", "Fletcher", "xx", "", "HMS"])
def test_nothing_is_asked_where_no_word_is_a_slip(question: str) -> None:
    assert meant_instead(question) == ()


def test_a_class_without_named_ships_stands_for_itself() -> None:
    (barge,) = find_ships("daihatsu")
    assert (barge.slug, barge.class_key) == ("", "ijn-barge")
    assert find_classes("daihatsu")[0].ships == ()


def test_a_merchantman_has_her_own_tonnage_or_that_of_her_type() -> None:
    duisburg, asahi = ship_of("km-ap", "duisburg"), ship_of("ijn-ap", "asahi-maru")
    typical = class_of("ijn-ap")
    assert duisburg is not None
    assert asahi is not None
    assert typical is not None
    assert (duisburg.facts.tons, duisburg.facts.is_gross, duisburg.role) == (7889, True, "cargo")
    assert (asahi.facts.tons, asahi.facts.is_gross) == (typical.tons, False)


def test_facts_are_written_as_wargamers_write_them() -> None:
    takao = class_of("ijn-takao")
    assert takao is not None
    assert guns_in_words(takao.main[0]).replace("\N{NO-BREAK SPACE}", " ") == "10 × 8 in (5 × 2)"
    assert tubes_in_words(takao.tubes).replace("\N{NO-BREAK SPACE}", " ") == "16 × 24 in (4 × 4)"
    assert tubes_in_words(None) == "none"
    lines = {line.title: line for line in facts_of(takao)}
    assert (lines["Main guns"].other, lines["Speed"].other) == ("203 mm", "63 km/h")
    assert lines["Displacement"].other == "13,615 t"
    assert lines["Torpedo tubes"].note == "8 reloads; 8 bear on a side"
    assert lines["Belt"].origin == "unconfirmed"


def test_only_confirmed_facts_are_published() -> None:
    furutaka = class_of("ijn-furutaka")
    assert furutaka is not None
    origins = {line.title: line.origin for line in facts_of(furutaka)}
    assert origins["Main guns"] == "published"
    assert origins["Secondary guns"] == "unconfirmed"


def test_a_refit_and_a_time_of_service_are_told_in_words() -> None:
    facts = class_of("km-scharnhorst")
    assert facts is not None
    assert refit_in_words(facts.refits[0]).startswith(
        "tubes 6\xa0×\xa021\xa0in (2\xa0×\xa03). Six torpedo tubes"
    )
    assert service_in_words(facts, "Gneisenau") == "in service from May 1938, laid up 26 February 1942"
    assert service_in_words(facts, "Nobody") == ""


def test_what_is_told_of_a_month_is_what_each_ship_carried_then() -> None:
    for facts in classes():
        for when in ("1940-01", "1941-05", "1942-10", "1943-07", "1944-12"):
            told = radar_in_words(facts, when)
            there = [one.name for one in facts.ships if absence_at(one, when) is None]
            carried = {sets_at(facts, when, name) for name in there or [""]}
            assert not there or all(sets in told for sets in carried), (facts.key, when, told)
            assert ("no radar" in told) <= ("" in carried), (
                facts.key,
                when,
            )


def test_the_radar_of_a_class_is_told_by_ship_where_ships_differ() -> None:
    northampton, g_class = class_of("usn-northampton"), class_of("rn-g")
    assert northampton is not None
    assert g_class is not None
    both = "CXAM, SC, FC in Northampton, Chester and Chicago; SC, FC in Louisville and Augusta"
    assert radar_in_words(northampton, "1942-10") == both
    assert radar_in_words(northampton, "1942-10", "Augusta") == "SC, FC"
    assert radar_in_words(northampton, "1942-10", "Houston") == "she was not in service"
    assert radar_in_words(g_class, "1942-10") == "286 in some ships (not known which)"


def test_of_a_year_ships_stand_first_that_were_in_service_in_it() -> None:
    early = find_ships(year=1905)
    assert early[0].facts.service_from <= 1905
    first, last = keys_found("", year=1905), keys_found("dreadnought", year=1912)
    assert {"ijn-mikasa", "irn-borodino"} <= set(first[:40])
    assert not any(key.startswith(("usn-", "km-")) for key in first[:10])
    assert last[-1].startswith("irn-")


def test_a_class_counts_from_its_first_ship_on() -> None:
    assert "ijn-furutaka" in keys_found("Kako", year=1938)
    assert "ijn-furutaka" not in keys_found("Kako", year=1936)
