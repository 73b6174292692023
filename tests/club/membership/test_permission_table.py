"""Who may do what: every address of a club's own rooms, asked by every role, on an open and a closed club."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from darkseas.club.membership import calendar, guests, invitations, joining, merging
from darkseas.club.membership.calendar import MeetingTerms, SeasonTerms
from darkseas.club.membership.urls import urlpatterns
from darkseas.club.models import Club, Share
from scenarios_app.visibility import show_to
from tests.club.clubs import DEVICE, ROLES, a_club, a_map, client_of, guest, player
from tests.support.members import member

pytestmark = pytest.mark.django_db

EVERYBODY, OF_THE_CLUB = ROLES, ROLES[2:]
DIRECTORS, OWNERS = ("director", "owner"), ("owner",)
MEETING = {"title": "Thursday", "begins_at": "2030-01-10T19:00", "ends_at": "2030-01-10T23:00"}
SEASON = {"name": "1943", "first_day": "2030-01-01", "last_day": "2030-12-31"}
SEASON_RULE = {"places": "5, 3", "taking_part": "1", "won": "3", "drawn": "1", "lost": "0", "fewest": "0"}
DAYS = date(2030, 1, 1), date(2030, 12, 31)
MOMENTS = datetime(2030, 1, 10, 19, tzinfo=UTC), datetime(2030, 1, 10, 23, tzinfo=UTC)
CLUB = {
    "name": "Ironclads", "charge": "gull", "field": "plain", "first": "navy", "second": "white",
    "seen_by": "all", "language": "en", "time_zone": "UTC", "silence": "confirm", "silence_days": "7",
    "rated_from": "5",
}  # fmt: skip

#: Of each address: who may look, who may send, and what they send; none where that is not done there.
TABLE: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "club": (EVERYBODY, None, {}),
    "club-change": (OWNERS, OWNERS, CLUB),
    "club-apply": (None, ("outsider",), {"text": "May I?"}),
    "club-answer": (None, DIRECTORS, {"agree": "1"}),
    "club-leave": (OF_THE_CLUB, OF_THE_CLUB, {}),
    "club-invite": (None, DIRECTORS, {"days": "7", "uses": "1"}),
    "club-link-end": (None, DIRECTORS, {}),
    "club-members": (EVERYBODY, None, {}),
    "club-guest": (None, DIRECTORS, {"name": "Jack Aubrey"}),
    "club-player": (EVERYBODY, None, {}),
    "club-right": (None, OWNERS, {"grant": "umpire"}),
    "club-remove": (None, OWNERS, {"reason": "Sank our best ship."}),
    "club-claim": (None, OF_THE_CLUB, {}),
    "club-guest-merge": (DIRECTORS, DIRECTORS, {"reason": "The same hat."}),
    "club-guest-split": (None, DIRECTORS, {"reason": "Another hat."}),
    "club-claim-decide": (None, DIRECTORS, {"agree": "1"}),
    "club-calendar": (EVERYBODY, None, {}),
    "club-meeting-new": (DIRECTORS, DIRECTORS, MEETING),
    "club-meeting": (DIRECTORS, DIRECTORS, MEETING),
    "club-meeting-cancel": (None, DIRECTORS, {}),
    "club-season-new": (DIRECTORS, DIRECTORS, {**SEASON, "name": "1944"}),
    "club-season-rule": (DIRECTORS, DIRECTORS, SEASON_RULE),
    "club-season-change": (DIRECTORS, DIRECTORS, SEASON),
    "club-shared": (EVERYBODY, None, {}),
    "club-take-out": (None, ("scenario-editor", "owner"), {}),
}
#: Addresses without a club in them.
WITHOUT = {"clubs", "club-new", "club-sign", "club-join"}


def numbers_in(club: Club) -> dict[str, int]:
    """The numbers that stand in addresses of the club."""
    owner, ordinary = player(club, "owner"), player(club, "member")
    invitations.make(owner, 7, 2)
    claim = guests.claim(ordinary, guest(club))
    application = _application(club)
    show_to(a_map("member"), member("member"), f"club:{club.slug}")
    return {
        "club-answer": application,
        "club-link-end": invitations.good_in(club).get().pk,
        "club-player": ordinary.pk,
        "club-right": ordinary.pk,
        "club-remove": ordinary.pk,
        "club-claim": _second_guest(club),
        "club-claim-decide": claim.pk,
        "club-guest-merge": guests.add(owner, "Edward Pellew").pk,
        "club-guest-split": _merged(club),
        "club-meeting": calendar.plan_meeting(owner, MeetingTerms("Thursday", *MOMENTS)).pk,
        "club-meeting-cancel": calendar.plan_meeting(owner, MeetingTerms("Friday", *MOMENTS)).pk,
        "club-season-change": calendar.begin_season(owner, SeasonTerms("1942", *DAYS)).pk,
        "club-take-out": Share.objects.get().pk,
    }


def _application(club: Club) -> int:
    """The number of an application; a closed club, which takes none, keeps one from when it was open."""
    Club.objects.filter(pk=club.pk).update(is_closed=False)
    number: int = joining.apply_to(club, member("newcomer")).pk
    Club.objects.filter(pk=club.pk).update(is_closed=club.is_closed)
    return number


def _merged(club: Club) -> int:
    """The number of a guest who is another."""
    owner = player(club, "owner")
    once, into = guests.add(owner, "Horatio Hornblower"), guests.add(owner, "H. Hornblower")
    merging.merge_guests(owner, once, into, "The same hat.")
    number: int = once.pk
    return number


def _second_guest(club: Club) -> int:
    number: int = guests.add(player(club, "owner"), "Bush").pk
    return number


def is_let(client: Client, method: str, address: str, body: dict[str, Any]) -> bool:
    """Whether somebody gets what they ask for; what it changes is taken back."""
    with transaction.atomic():
        answer = getattr(client, method)(address, body)
        transaction.set_rollback(True)
    if answer.status_code == 405:
        raise AssertionError(f"{address} is not asked with {method}")
    return answer.status_code < 400 and "/login/" not in answer.headers.get("Location", "")


def test_table_has_every_address() -> None:
    assert {pattern.name for pattern in urlpatterns} - WITHOUT == set(TABLE)


@pytest.mark.parametrize(
    "is_closed", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["open", "closed"]
)
def test_every_deed_by_every_role(is_closed: bool) -> None:
    club = a_club(is_closed=is_closed)
    numbers, clients = numbers_in(club), {role: client_of(role) for role in ROLES}
    wrong = []
    for name, (lookers, senders, body) in TABLE.items():
        number = [numbers[name]] if name in numbers else []
        address = reverse(name, args=[club.slug, *number])
        for method, allowed in (("get", lookers), ("post", senders)):
            if allowed is None:
                continue
            hidden = {"anonymous", "outsider"} if is_closed else set()
            wanted = {role: role in allowed and role not in hidden for role in ROLES}
            if name == "club-apply":
                wanted |= dict.fromkeys(OF_THE_CLUB, True)  # told by a sentence that they are of it
            found = {role: is_let(clients[role], method, address, body) for role in ROLES}
            wrong += [(method, name, role) for role in ROLES if found[role] != wanted[role]]
    assert wrong == []


def test_founding_needs_an_account() -> None:
    address = reverse("club-new")
    assert client_of("anonymous").get(address).headers["Location"].startswith("/login/")
    assert client_of("outsider").get(address).status_code == 200
    assert client_of("anonymous").get(reverse("club-sign", args=[DEVICE])).status_code == 200
