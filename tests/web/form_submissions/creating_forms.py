"""Every address whose form creates something, with a filled form; and all others that take a form."""

from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.utils import timezone

from darkseas.club import models as club_rows
from darkseas.club.membership import invitations
from darkseas.club.models import Club, Player, Right, Tournament
from darkseas.club.tournaments import create_and_change, rounds, tournament_states
from darkseas.club.tournaments.create_and_change import Plan
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.regulations import Terms
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.members.models import Member, PersonalToken
from replays_app import models as battle_rows
from replays_app.recording.dice_schemes import FAIR
from replays_app.seats import handovers
from scenarios_app import models as scenario_rows
from scenarios_app.drafts import store as drafts
from scenarios_app.file_format.files import to_file
from scenarios_app.library.loader import read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of
from tests.support.builders import toy_file
from tests.web.routes.world import SCENARIO, World

Kind, State = Tournament.Kind, Tournament.State
DAY = timezone.now().date() + timedelta(days=30)
SETTING = {"scenario": "The coves", "first_side": "Red", "second_side": "Blue"}
MOMENTS = {"begins_at": f"{DAY}T19:00", "ends_at": f"{DAY}T22:00"}


@dataclass(frozen=True)
class CreatingForm:
    """A filled form: who sends it, what it creates (rows, or e-mails), and the rest of its address."""

    creates: type[Model] | str
    body: dict[str, Any] = field(default_factory=dict)
    by: str = "holder"
    values: dict[str, Any] = field(default_factory=dict)
    query: str = ""

    def number(self) -> int:
        """How many there are now of what it creates."""
        return len(mail.outbox) if isinstance(self.creates, str) else self.creates._default_manager.count()


def tournament(
    title: str, kind: str = Kind.SWISS, *, state: str = State.RUNNING, entered: int = 0, **terms: Any
) -> str:
    """A tournament of the club's two members beside three guests, without a round."""
    club = Club.objects.get()
    owner, other = Player.objects.filter(club=club, member__isnull=False).order_by("id")[:2]
    wanted = Terms(**{"rounds": 3, "tie_breaks": ("points",), **terms})
    held = create_and_change.plan(club, owner, Plan(title, kind, "fleet_battle", wanted))
    tournament_states.move(owner, held, State.OPEN)
    if state == State.OPEN:
        for number in range(entered):
            entries.enter(owner, held, [Player.objects.create(club=club, name=f"{title} {number}")])
        return str(held.slug)
    for player in (owner, other, *(Player.objects.create(club=club, name=f"{title} {n}") for n in range(2))):
        entries.enter(owner, held, [player])
    tournament_states.move(owner, held, state)
    return str(held.slug)


def round_of_guests() -> str:
    """A tournament with a round that only guests play."""
    club = Club.objects.get()
    owner = Player.objects.get(club=club, member__username="holder")
    slug = tournament("Guests", state=State.OPEN, entered=2)
    held = Tournament.objects.get(slug=slug)
    tournament_states.move(owner, held, State.RUNNING)
    rounds.begin(owner, rounds.draw(owner, held, Setting(text="The coves")))
    return slug


def pairs_of(event: str) -> dict[str, list[str]]:
    """Two tables of a tournament of four, as the form sends them."""
    one, two, three, four = map(str, Tournament.objects.get(slug=event).entrants.values_list("pk", flat=True))
    return {"first": [one, three], "second": [two, four]}


def table_here(title: str) -> dict[str, Any]:
    """A table of two members whose round is fought on the scenario of the site."""
    club = Club.objects.get()
    owner, other = Player.objects.filter(club=club, member__isnull=False).order_by("id")[:2]
    held = create_and_change.plan(
        club, owner, Plan(title, Kind.SWISS, "fleet_battle", Terms(rounds=1, tie_breaks=("points",)))
    )
    for player in (owner, other):
        entries.enter(owner, held, [player])
    for state in (State.OPEN, State.RUNNING):
        tournament_states.move(owner, held, state)
    first, second = (side.key for side in read_file(SCENARIO).sides)
    found = rounds.draw(
        owner,
        held,
        Setting(scenario=Scenario.objects.get(key="salvoes"), first_side=first, second_side=second),
    )
    rounds.begin(owner, found)
    return {"event": held.slug, "number": found.pairings.get().pk}


def creating_forms(site: World) -> dict[str, CreatingForm]:
    """The forms by the name of their address, on a site that has what they need."""
    club = Club.objects.get()
    owner = Player.objects.get(club=club, member__username="holder")
    Right.objects.create(player=owner, kind=Right.Kind.DIRECTOR)
    guest = Player.objects.create(club=club, name="Old salt")
    battle = battle_rows.Battle.objects.get(pk=site.values["battle_id"])
    hers = battle.seats.get(holdings__member__username="other").holdings.get()
    offer = handovers.offer(hers)
    handovers.agree(offer, battle.seats.get(holdings__member__username="holder"))
    handovers.withdraw(battle_rows.Handover.objects.get(token=site.by_route["handover"]["token"]))
    alone = site.visitors_battle
    battle_rows.Battle.objects.filter(pk=alone).update(status=battle_rows.Battle.Status.FINISHED)
    a_file = partial(SimpleUploadedFile, content_type="application/json")
    scenario = Scenario.objects.get(key="salvoes")
    assert scenario.current is not None
    by_hand = tournament("By hand")
    draft = drafts.start(Member.objects.get(username="holder"), spec_of(scenario.current))
    in_swiss = {"event": tournament("Swiss")}
    return {
        "fight": CreatingForm(battle_rows.Battle),
        "fight-chosen": CreatingForm(battle_rows.Battle, {"scenario": "salvoes"}, by="anonymous"),
        "let-bots-fight": CreatingForm(battle_rows.Battle),
        "record-from-table": CreatingForm(battle_rows.Battle, {"recorder": "both"}),
        "rematch": CreatingForm(battle_rows.Battle, by="visitor"),
        "challenge-make": CreatingForm(battle_rows.Challenge, {"scenario": "salvoes"}),
        "challenge-accept": CreatingForm(battle_rows.Battle, by="anonymous"),
        "handover": CreatingForm(battle_rows.Holding, by="member", values={"token": offer.token}),
        "seat-offer": CreatingForm(battle_rows.Handover),
        "holidays": CreatingForm(battle_rows.Holiday, {"first": DAY, "last": DAY}),
        "club-meeting-new": CreatingForm(club_rows.Meeting, {"title": "Thursday", **MOMENTS}),
        "club-season-new": CreatingForm(
            club_rows.Season, {"name": "Next year", "first_day": "2031-01-01", "last_day": "2031-12-31"}
        ),
        "club-new": CreatingForm(
            Club,
            {
                "name": "Monitors", "charge": "battleship", "field": "waves", "first": "white",
                "second": "navy", "seen_by": "all", "language": "de", "time_zone": "Europe/Berlin",
                "silence": "director", "silence_days": "10", "rated_from": "3",
            },
        ),
        "club-apply": CreatingForm(club_rows.Application, {"text": "May I?"}, by="other"),
        "club-invite": CreatingForm(club_rows.Invitation, {"days": 3, "uses": 3}),
        "club-join": CreatingForm(Player, by="umpire", values={"token": invitations.make(owner, 3, 3)}),
        "club-guest": CreatingForm(Player, {"name": "Nelson"}),
        "club-claim": CreatingForm(club_rows.ClaimOfGuest, by="member", values={"number": guest.pk}),
        "club-result-new": CreatingForm(
            club_rows.Result,
            {
                "scenario": "The coves", "system": "Fleet Battle", "winner": "0",
                "day": timezone.now().date(), "side_0": "Red", "players_0": ["holder"],
                "side_1": "Blue", "players_1": ["member"],
            },
        ),
        "club-result-battle": CreatingForm(
            battle_rows.Battle, {"file": a_file("old.battle.json", b"".join(toy_file()))}
        ),
        "club-import-keep": CreatingForm(
            club_rows.ImportBatch,
            {
                "name": "old.csv", "source": "The book",
                "text": "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2\n"
                "2020-02-03,The coves,Fleet Battle,Red,holder,won,Blue,member,lost\n",
            },
        ),
        "club-tournament-new": CreatingForm(
            Tournament, {"title": "Cup", "kind": "swiss", "system": "Fleet Battle", "rounds": 3, "points": 1}
        ),
        "club-tournament-enter": CreatingForm(
            club_rows.Entrant, by="member", values={"event": tournament("Open", state=State.OPEN)}
        ),
        "club-tournament-draw": CreatingForm(club_rows.Round, SETTING, values=in_swiss),
        "club-tournament-by-hand": CreatingForm(
            club_rows.Round, {**SETTING, **pairs_of(by_hand), "reason": "Revenge."}, values={"event": by_hand}
        ),
        "club-round-bring": CreatingForm(
            club_rows.Result,
            {"text": "table,winner\n1,draw", "keep": "1"},
            values={"event": round_of_guests(), "number": 1},
        ),
        "club-event-alternates": CreatingForm(
            club_rows.Alternate,
            by="member",
            values={"event": tournament("Full", state=State.OPEN, places=2, entered=2)},
        ),
        "club-choice-new": CreatingForm(
            club_rows.ScenarioChoice,
            {"way": "voted", "candidates": "The coves | Red | Blue\nThe roads | Red | Blue", "minutes": "60"},
            values={"event": tournament("Votes")},
        ),
        "club-ladder-challenge": CreatingForm(
            club_rows.Round,
            {**SETTING, "by": 2, "whom": 1},
            by="member",
            values={"event": tournament("Ladder", Kind.LADDER)},
        ),
        "club-table-times": CreatingForm(
            club_rows.TimeProposal, {"deed": "propose", "at": f"{DAY}T19:00", "zone": "Europe/Berlin"}
        ),
        "club-tournament-table": CreatingForm(club_rows.Result, {"winner": "first"}, by="member"),
        "club-table-battle": CreatingForm(battle_rows.Battle, {"dice": FAIR}, values=table_here("Here")),
        "club-webhooks": CreatingForm(club_rows.ClubWebhook, {"url": "https://other.example/"}),
        "source-new": CreatingForm(
            scenario_rows.SourceNote, {"work": "A book"}, query="?about=scenario/salvoes"
        ),
        "report-scenario": CreatingForm(scenario_rows.Report, {"reason": "other", "text": "Why"}),
        "report-map": CreatingForm(scenario_rows.Report, {"reason": "other"}, by="anonymous"),
        "draft-new": CreatingForm(
            scenario_rows.Draft,
            {"from": "file", "file-file": a_file("mine.json", to_file(spec_of(scenario.current)))},
        ),
        "draft-difference": CreatingForm(
            scenario_rows.Revision,
            {"version": 1, "note": "More", "visibility": "private", "licence": "CC0 1.0"},
            values={"draft_id": draft.pk},
        ),
        "draft-sharing": CreatingForm(scenario_rows.Invitation, {"names": "umpire"}),
        "fork": CreatingForm(scenario_rows.Draft),
        "map-use": CreatingForm(scenario_rows.Draft, {"title": "On the sound", "system": "dark_seas"}),
        "register": CreatingForm(
            Member,
            {
                "username": "newcomer", "email": "new@example.org",
                "password1": "a good long password", "password2": "a good long password",
            },
            by="anonymous",
        ),
        "password_reset": CreatingForm("an e-mail", {"email": "holder@example.org"}, by="anonymous"),
        "email_change": CreatingForm(
            "an e-mail", {"email": "another@example.org", "password": "a good long password"}
        ),
        "token_make": CreatingForm(PersonalToken, {"name": "robot two"}),
    }  # fmt: skip


#: Forms whose things are unique by their nature: their tests are in the folders of their views.
UNIQUE = {
    "battle-analysis-start", "club-league-next", "club-table-captains", "draft-states", "pause-ask",
}  # fmt: skip
#: Addresses that take a form, but change, answer or end what is there.
CHANGING = {
    "battle-analysis-cancel", "challenge-umpire", "challenge-withdraw", "claim", "club-address-renew",
    "club-answer", "club-change", "club-choice", "club-claim-decide", "club-event-check-in",
    "club-event-there", "club-guest-merge", "club-guest-split", "club-import-take-back", "club-imports",
    "club-leave", "club-link-end", "club-meeting", "club-meeting-cancel", "club-opinion", "club-remove",
    "club-result-confirm", "club-result-correct", "club-result-decide", "club-result-dispute",
    "club-result-void", "club-right", "club-season-change", "club-season-rule", "club-table-bid",
    "club-take-out", "club-tournament-change", "club-tournament-decide", "club-tournament-entrant",
    "club-tournament-move", "club-tournament-round", "club-webhook", "club-weekly", "club-weekly-stop",
    "draft", "draft-delete", "draft-invitation", "draft-leave", "drafts", "email_confirm", "favicon",
    "holiday-end", "login", "logout", "map-edit", "map-new", "me", "member-page-choose", "member_data",
    "member_delete", "notices", "notices-stop", "orders", "password_change", "password_reset_confirm",
    "pause-agree", "pause-decline", "play", "report-decide", "report-put-back", "reports", "rule-notes",
    "seat-agree", "seat-umpire", "seat-withdraw", "sign", "sign-by-link", "source-decide", "sources",
    "sources-file", "token_revoke",
}  # fmt: skip
#: Pages that only show something, whatever is sent to them.
SHOWING = {
    "about", "battle-dice", "battles", "difference", "embed", "fairness", "fairness-register", "home",
    "library", "map", "map-file", "map-tiled", "maps", "prose", "replay", "report-of-battle", "revision",
    "revision-file", "rule", "rules", "rules-of", "scenario", "scenario-file", "ship", "ship-class",
    "ships", "words",
}  # fmt: skip
