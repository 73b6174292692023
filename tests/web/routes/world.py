"""A site with one of each thing, and one person for each role that they may be asked for in."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from darkseas.club.feeds.webhooks import store as webhooks
from darkseas.club.models import Club, ClubWebhook, ImportBatch, Player, Right, ScenarioChoice, Tournament
from darkseas.club.results import store as results
from darkseas.club.results.facts import ResultFacts, SideFacts
from darkseas.club.tournaments import create_and_change, rounds, tournament_states
from darkseas.club.tournaments.create_and_change import Plan
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.regulations import Terms
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.votes_and_bids import scenario_votes
from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec
from darkseas.members.models import Member, PersonalToken
from darkseas.members.personal_tokens import store as tokens
from replays_app.lobby import challenges
from replays_app.models import Battle, Clock, Holiday, Job
from replays_app.recording.start import start
from replays_app.seats import handovers, taking_seats
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import CAPTAIN, Holder
from scenarios_app.drafts import store as drafts
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.maps.store import MapPublishing, publish_new
from scenarios_app.models import Invitation, Report, Revision, SourceNote, Visibility
from scenarios_app.revisions.store import publish, spec_of
from scenarios_app.ships.search import find_ships
from tests.support.members import logged_in, member, moderator

from .site_routes import LOOKING, SiteRoute, site_routes

#: Who asks. The holder has the draft, the map, the scenario, the job and the challenge as well; the visitor's
#: seat is in a battle of their own, which is asked for in their place; the token is the holder's, to read.
ROLES = ("anonymous", "visitor", "member", "holder", "other", "umpire", "moderator", "token")
KEY = "v" * 43
SCENARIO = LIBRARY / "first-salvoes.toml"


@dataclass(frozen=True, slots=True)
class World:
    """The clients of each role, and what stands in addresses."""

    clients: dict[str, Client]
    cookies: dict[str, dict[str, str]]
    values: dict[str, Any]
    by_route: dict[str, dict[str, Any]]
    visitors_battle: Any

    def address(self, route: SiteRoute, role: str = "") -> str:
        """The address of a route as somebody of this role would ask for it."""
        values = {**self.values, **self.by_route.get(route.name, {})}
        if role == "visitor":
            values["battle_id"] = self.visitors_battle
        return route.address(values)

    def ask(self, role: str, method: str, address: str) -> HttpResponseBase:
        """The answer to somebody; what it changes is taken back."""
        client = self.clients[role]
        client.raise_request_exception = False
        client.cookies = SimpleCookie(self.cookies[role])
        is_api = address.startswith("/api/")
        body = {"content_type": "application/json", "data": "{}"} if is_api and method != LOOKING else {}
        with transaction.atomic():
            answer: HttpResponseBase = getattr(client, method.lower())(address, **body)
            transaction.set_rollback(True)
        cache.clear()
        return answer


def same(spec: ScenarioSpec) -> ScenarioSpec:
    """The scenario as it is."""
    return spec


def world(
    visibility: str = Visibility.PUBLIC, change: Callable[[ScenarioSpec], ScenarioSpec] = same
) -> World:
    """Make the site; the scenario that battles are fought on is for everybody, or for its holder alone.

    ``change`` makes another scenario of it before it is published.
    """
    ada = member("holder")
    revision = scenario_of(ada, visibility, change)
    guest = Holder(visitor=token_hash(KEY))
    first, second = (side.key for side in read_file(SCENARIO).sides)
    ours = battle_of(revision, {first: Holder(member=ada), second: Holder(member=member("other"))})
    theirs = battle_of(revision, {first: guest, second: Holder(bot=CAPTAIN)})
    Clock.objects.create(battle=ours, kind="each", allowance_s=86_400, at_zero="captain")
    taking_seats.sit(ours.seats.get(side=UMPIRE), Holder(member=member("umpire")), 0)
    challenge = challenges.make(revision, Holder(member=ada), challenges.Wanted(has_umpire=True))
    invited = Invitation.objects.create(scenario=revision.scenario, member=member("member"), kind="help")
    offer = handovers.offer(ours.seats.get(side=first).holdings.get())
    people = clients(tokens.make(ada, "robot", []))
    cookies = {
        role: {name: morsel.value for name, morsel in client.cookies.items()}
        for role, client in people.items()
    }
    values = {
        **values_of(revision, ada),
        "battle_id": ours.pk,
        "token": challenge.token,
        "offer_id": offer.pk,
        "slug": club_of(ada, member("member"), visibility).slug,
    }
    by_route = {
        **by_route_of(ada),
        **of_club_results(Club.objects.get()),
        **of_tournaments(Club.objects.get()),
        "club-webhook": {"number": webhook_of(Club.objects.get()).pk},
        **of_people(Club.objects.get()),
        "challenge-umpire": {"token": challenge.umpire_token},
        "handover": {"token": offer.token},
        "draft-invitation": {"number": invited.pk},
        "token_revoke": {"number": PersonalToken.objects.get().pk},
    }
    return World(people, cookies, values, by_route, theirs.pk)


def scenario_of(owner: Member, visibility: str, change: Callable[[ScenarioSpec], ScenarioSpec]) -> Revision:
    """The scenario that battles are fought on."""
    revision = publish(change(replace(read_file(SCENARIO), key="salvoes")))
    revision.scenario.owner, revision.scenario.visibility = owner, visibility
    revision.scenario.save()
    return revision


def values_of(revision: Revision, owner: Member) -> dict[str, Any]:
    """What stands in addresses, whatever they lead to: keys and numbers of one of each thing."""
    now = timezone.now()
    draft = drafts.start(owner, replace(spec_of(revision), title="A draft"))
    holiday = Holiday.objects.create(member=owner, begins_at=now, ends_at=now + timedelta(days=1))
    report = Report.objects.create(scenario=revision.scenario, reason="other", text="Why")
    note = SourceNote.objects.create(about="scenario/salvoes", work="A book", teller=owner)
    return {
        "key": "salvoes", "note_id": note.pk, "name": owner.username, "number": 1, "draft_id": draft.pk,
        "version": 1, "holiday_id": holiday.pk,
        "job_id": Job.objects.create(kind="trial", input_hash="1", owner=owner).pk, "report_id": report.pk,
        "system": "fleet_battle", "rule": "fb-1", "digest": "0" * 12, "sheet": "card", "uidb64": "eA",
        "device": "anchor.plain.navy.white", "paper": "slips",
    }  # fmt: skip


def by_route_of(owner: Member) -> dict[str, dict[str, Any]]:
    """What stands in addresses of maps, ships and others whose parts have a name of their own meaning."""
    sea = publish_new(MapSpec("", "A sound", 4, 3), owner, MapPublishing("", ""))
    on_maps = ("map", "map-edit", "map-file", "map-tiled", "map-use", "maps-api:map", "report-map")
    ship = next(ship for ship in find_ships("", "", "", 0) if ship.slug)
    return {
        **{name: {"key": sea.hex_map.key} for name in on_maps},
        **{name: {"key": ship.class_key} for name in ("ship-class", "api-ship-class")},
        "ship": {"key": ship.class_key, "slug": ship.slug},
        "api-form": {"key": "fleet_battle"},
        "battles-api:step": {"number": 0},
        "battles-api:counterpart": {"number": 0},
        "battles-api:reel": {"mark": "0" * 32, "perspective": "all"},
    }


def club_of(owner: Member, other: Member, visibility: str) -> Club:
    """A club with an owner and a member; closed where the scenario is its holder's alone."""
    club = Club.objects.create(
        slug="ironclads",
        name="Ironclads",
        device="anchor.plain.navy.white",
        is_closed=visibility == Visibility.PRIVATE,
    )
    for person, kind in ((owner, Right.Kind.OWNER), (other, Right.Kind.MEMBER)):
        Right.objects.create(player=Player.objects.create(club=club, member=person), kind=kind)
    return club


def of_club_results(club: Club) -> dict[str, dict[str, Any]]:
    """What stands in addresses of results: one that a member reported and the owner may answer, an import."""
    owner, other = Player.objects.filter(club=club).order_by("id")
    sides = SideFacts("Red", 2, (other.pk,)), SideFacts("Blue", 0, (owner.pk,))
    facts = ResultFacts("fleet_battle", timezone.now().date(), sides, scenario_text="The coves")
    result = results.report(club, other, facts)
    batch = ImportBatch.objects.create(club=club, file_name="old.csv", source="The book", digest="0")
    names = {route.name: route for route in site_routes() if "number" in route.parts}
    return {
        name: {"number": batch.pk if name.startswith("club-import") else result.pk}
        for name in names
        if name.startswith(("club-import", "club-result"))
    }


def of_tournaments(club: Club) -> dict[str, dict[str, Any]]:
    """What stands in addresses of tournaments: of one whose first round is fought, by two."""
    owner, other = Player.objects.filter(club=club).order_by("id")
    plan = Plan("Salvo", Tournament.Kind.SWISS, "fleet_battle", Terms(rounds=1, tie_breaks=("points",)))
    held = create_and_change.plan(club, owner, plan)
    for player in (owner, other):
        entries.enter(owner, held, [player])
    for state in (Tournament.State.OPEN, Tournament.State.RUNNING):
        tournament_states.move(owner, held, state)
    offered = (Setting(text="The coves"), Setting(text="The roads"))
    choice = scenario_votes.ask(owner, held, ScenarioChoice.Way.DRAWN, offered, 1)
    found = rounds.draw(owner, held, Setting())
    rounds.begin(owner, found)
    of_tables = ("club-tournament-table", "club-tournament-decide", "club-table-")
    numbers = {"club-choice": choice.pk}
    return {
        route.name: {
            "event": held.slug,
            "number": found.pairings.get().pk
            if str(route.name).startswith(of_tables)
            else numbers.get(str(route.name), 1),
        }
        for route in site_routes()
        if "event" in route.parts
    }


def webhook_of(club: Club) -> ClubWebhook:
    """An address that hears what happens in the club."""
    return webhooks.add(Player.objects.filter(club=club).order_by("id")[0], "https://hook.example/")


def of_people(club: Club) -> dict[str, dict[str, Any]]:
    """What stands in addresses of people and records: the owner, and a ship that fought in no battle here."""
    owner = Player.objects.filter(club=club).order_by("id")[0]
    names = ("club-player", "club-right", "club-remove", "club-claim", "club-player-record")
    return {name: {"number": owner.pk} for name in names} | {"club-ship": {"name": "Hood"}}


def battle_of(revision: Revision, holders: dict[str, Holder]) -> Battle:
    """A battle that has begun, with these people in its seats and room for an umpire."""
    battle = start(revision, seats=[*holders, UMPIRE], seed=bytes(32)).battle
    for side, holder in holders.items():
        taking_seats.sit(battle.seats.get(side=side), holder, 0)
    return battle


def clients(key: str) -> dict[str, Client]:
    """One client a role."""
    guest = Client()
    guest.cookies[settings.VISITOR_COOKIE_NAME] = KEY
    named = {name: logged_in(name) for name in ("member", "holder", "other", "umpire")}
    return {
        "anonymous": Client(),
        "visitor": guest,
        **named,
        "moderator": logged_in(moderator("moderator")),
        "token": Client(headers={"Authorization": f"Bearer {key}"}),
    }
