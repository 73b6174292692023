"""The API of ships: what fits a question, with ratings and radar of a date; a class with its workings."""

from typing import Any
from urllib.parse import urlencode

from django.test import Client

from darkseas.engine.serialization.codec import read
from darkseas.rules.dark_seas.model.scenario import Ratings
from tests.support.builders import register_toy
from tests.support.every_case import every_case

SHIPS = "/api/v1/ships/"


def json_of(client: Client, address: str) -> dict[str, Any]:
    """The JSON of an answer that is none of a problem."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "application/json"
    body: dict[str, Any] = answer.json()
    return body


def test_a_ship_comes_with_class_ratings_radar_and_origin(client: Client) -> None:
    (helena,) = json_of(client, f"{SHIPS}?q=helena&date=1942-11-13&system=dark_seas")["ships"]
    assert helena == {
        "name": "Helena",
        "is_named": True,
        "class_key": "usn-stlouis",
        "class_name": "St. Louis class",
        "navy": "USN",
        "kind": "CL",
        "ratings": {
            "batteries": [{"weapon": "D", "factors": [13, 6, 2, 1]}],
            "defence": 3, "defence_class": "C", "speed": 3, "points": "57", "radar": 3,
        },
        "origin": "derived",
        "cost": None,
        "radar_sets": "SC, FC, SG",
        "service": "in service from September 1939, lost 6 July 1943",
        "is_there": True,
        "absence": None,
        "unconfirmed": False,
    }  # fmt: skip
    (before,) = json_of(client, f"{SHIPS}?q=helena&date=1942-08")["ships"]
    assert before["ratings"]["radar"] == 1
    assert before["radar_sets"] == "SC, FC"


#: Classes of ships named after one that was lost: the second Vincennes is a Cleveland.
NAMESAKES = {"usn-cleveland"}


@every_case(
    ("name", "absence"),
    [
        ("houston", {"reason": "lost", "date": "1942-03-01"}),
        ("astoria", {"reason": "lost", "date": "1942-08-09"}),
        ("quincy", {"reason": "lost", "date": "1942-08-09"}),
        ("vincennes", {"reason": "lost", "date": "1942-08-09"}),
        ("atlanta", {"reason": "lost", "date": "1942-11-13"}),
        ("juneau", {"reason": "lost", "date": "1942-11-13"}),
        ("fujinami", {"reason": "not yet", "date": "1943-07"}),
        ("hayanami", {"reason": "not yet", "date": "1943-07"}),
        ("san francisco", None),
    ],
)
def test_a_ship_that_is_not_there_says_why(client: Client, name: str, absence: Any) -> None:
    (ship,) = [
        one
        for one in json_of(client, f"{SHIPS}?q={name}&date=1943-02-01")["ships"]
        if one["name"].lower() == name and one["class_key"] not in NAMESAKES
    ]
    assert (ship["absence"], ship["is_there"]) == (absence, absence is None)


def test_a_ship_that_was_renamed_says_what_she_was_called_then(client: Client) -> None:
    found = json_of(client, f"{SHIPS}?q=deutschland&date=1940-12-31")["ships"]
    (deutschland,) = [one for one in found if one["name"] == "Deutschland"]
    assert deutschland["absence"] == {"reason": "renamed", "date": "1940-01", "renamed": "Lützow"}
    first = json_of(client, f"{SHIPS}?q=deutschland&date=1939-10-05")["ships"][0]
    assert (first["name"], first["is_there"]) == ("Deutschland", True)


@every_case(("date", "navy"), [("1939-12-13", "RN"), ("1943-01-05", "RNZN")])
def test_a_ship_is_of_the_navy_of_the_day(client: Client, date: str, navy: str) -> None:
    (achilles,) = json_of(client, f"{SHIPS}?q=achilles&date={date}")["ships"]
    assert achilles["navy"] == navy


def test_pages_hold_fifty_and_together_all_ships_once(client: Client) -> None:
    first = json_of(client, f"{SHIPS}?date=1945-01")
    assert (first["count"], first["page"], first["pages"]) == (1022, 1, 21)
    found = [
        (ship["class_key"], ship["name"])
        for page in range(1, first["pages"] + 1)
        for ship in json_of(client, f"{SHIPS}?date=1945-01&page={page}")["ships"]
    ]
    assert len(first["ships"]) == 50
    assert len(set(found)) == len(found) == 1022
    assert json_of(client, f"{SHIPS}?page=900")["ships"] == []


def test_every_rating_of_the_list_can_be_put_into_a_scenario(client: Client) -> None:
    unrated = set()
    for page in range(1, 22):
        for ship in json_of(client, f"{SHIPS}?date=1945-01&page={page}")["ships"]:
            if ship["ratings"] is None:
                unrated.add(ship["kind"])
            else:
                read(Ratings, ship["ratings"])
    assert unrated == {"AC", "PDN", "SS"}


def test_navy_kind_and_date_narrow_the_list(client: Client) -> None:
    ships = json_of(client, f"{SHIPS}?navy=RAN&kind=CL")["ships"]
    assert {(ship["navy"], ship["kind"]) for ship in ships} == {("RAN", "CL")}
    assert json_of(client, f"{SHIPS}?q=fletcher&date=1941-05")["count"] == 0
    assert json_of(client, f"{SHIPS}?q=fletcher&date=1942-05")["count"] == 60


def test_a_class_without_named_ships_can_be_chosen(client: Client) -> None:
    (barge,) = json_of(client, f"{SHIPS}?q=daihatsu")["ships"]
    assert (barge["is_named"], barge["class_key"]) == (False, "ijn-barge")


def test_another_system_gives_its_own_ratings_or_none(client: Client) -> None:
    (hood,) = json_of(client, f"{SHIPS}?q=hood&navy=RN&system=fleet_battle")["ships"]
    assert hood["ratings"]["card"] == "battle cruiser"
    assert hood["origin"] == "house"
    (barge,) = json_of(client, f"{SHIPS}?q=daihatsu&system=fleet_battle")["ships"]
    assert (barge["ratings"], barge["origin"]) == (None, "")


def test_a_system_that_derives_nothing_says_so(client: Client) -> None:
    register_toy()
    answer = json_of(client, f"{SHIPS}classes/rn-hood/?system=toy")
    assert answer["ratings"] is None
    assert "derives no ratings" in answer["refusal"]
    assert json_of(client, f"{SHIPS}?q=hood&navy=RN&system=toy")["ships"][0]["ratings"] is None


def test_a_class_tells_facts_ships_and_workings(client: Client) -> None:
    answer = json_of(client, f"{SHIPS}classes/ijn-furutaka/?date=1942-08-09&system=dark_seas")
    assert answer["facts"]["tons"] == 8700
    assert answer["facts"]["unconfirmed"] is False
    assert answer["ships"] == ["Furutaka", "Kako"]
    steps = {step["path"]: step for step in answer["workings"]}
    assert steps["defence"]["result"] == "2"
    assert {"name": "belt", "value": "3 in", "origin": "published"} in steps["defence"]["inputs"]


def test_a_class_can_be_asked_for_one_of_its_ships(client: Client) -> None:
    address = f"{SHIPS}classes/usn-stlouis/?date=1942-10"
    assert json_of(client, address)["ratings"]["radar"] == 1
    for name in ("Helena", "helena"):
        answer = json_of(client, f"{address}&ship={name}")
        assert (answer["ship"], answer["ratings"]["radar"]) == ("Helena", 3)


@every_case(
    ("query", "field"),
    [
        ("date=soon", "date"),
        ("date=1942-02-40", "date"),
        ("system=chess", "system"),
        ("navy=XX", "navy"),
        ("kind=canoe", "kind"),
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=99999", "page"),
        ("page=²", "page"),
        ("q=" + "x" * 101, "q"),
    ],
)
def test_a_wrong_field_is_named(client: Client, query: str, field: str) -> None:
    answer = client.get(f"{SHIPS}?{query}")
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert [place["pointer"] for place in answer.json()["errors"]] == [f"#/{field}"]


def test_an_unknown_class_and_an_unknown_ship_are_problems(client: Client) -> None:
    assert client.get(f"{SHIPS}classes/no-such/").json()["type"] == "urn:darkseas:problem:not-found"
    answer = client.get(f"{SHIPS}classes/rn-hood/?ship=Yamato")
    assert answer.json()["errors"][0]["pointer"] == "#/ship"


def test_answers_may_be_kept_and_asked_for_again(client: Client) -> None:
    answer = client.get(f"{SHIPS}?q=hood")
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert client.get(f"{SHIPS}?q=hood").headers["ETag"] == answer.headers["ETag"]
    again = client.get(f"{SHIPS}?q=hood", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == "public, max-age=300"


def test_only_reading_is_answered(client: Client) -> None:
    answer = client.post(SHIPS)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_a_question_without_an_answer_says_what_may_be_meant(client: Client) -> None:
    nothing = client.get("/api/v1/ships/", {"q": "HMS Hod"}).json()
    assert (nothing["count"], nothing["instead"][0]) == (0, "Hood")
    found = client.get("/api/v1/ships/", {"q": "HMS Hood"}).json()
    assert ([ship["name"] for ship in found["ships"]], found["instead"]) == (["Hood"], [])


@every_case("question", ["鳥海", "Ахиллес", "!!!", "—", "%", "🚢", "Chokai 鳥海"])
def test_what_no_ship_is_called_finds_none_and_not_all(client: Client, question: str) -> None:
    address = f"?{urlencode({'q': question})}"
    found = json_of(client, f"{SHIPS}{address}")
    assert (found["count"], found["ships"]) == (0, [])
    assert client.get(f"/ships/{address}").context["ships"] == 0


@every_case("question", ["U99", "u99", "U-99", "U 99", "U–99", "u.99", "(U 99)"])
def test_a_submarine_is_found_however_her_number_is_joined(client: Client, question: str) -> None:
    address = f"?{urlencode({'q': question})}"
    assert [one["name"] for one in json_of(client, f"{SHIPS}{address}")["ships"]] == ["U 99"]
    assert client.get(f"/ships/{address}").context["ships"] == 1


@every_case(
    "question", ["Błyskawica", "blyskawica", "BŁYSKAWICA", "ORP Blyskawica!", "Chōkai", "Cho\u0304kai"]
)
def test_a_ship_is_found_with_and_without_accents(client: Client, question: str) -> None:
    assert json_of(client, f"{SHIPS}?{urlencode({'q': question})}")["count"] == 1
