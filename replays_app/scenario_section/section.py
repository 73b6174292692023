"""The battle sections on scenario pages: a battle to watch, all battles, and the balance."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.urls import reverse

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.rules.registry import RELEASE
from replays_app.models import Battle, Holding
from replays_app.seats.battle_access import against_a_bot, listed, of_nobody
from replays_app.simulation.balance import current as current_balance
from replays_app.simulation.draft_balances import fought_alike, fought_before, hand_on
from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Draft, Revision, Scenario
from scenarios_app.revisions.scenario_and_side_titles import own_card
from scenarios_app.sections import Column, Section

from .battles_waiting_for_member import waiting_for
from .history_compared import compared
from .outcome_distribution import spread_shown
from .same_battle_balances import same_battle
from .win_shares import shares, shares_of_card

#: Origins of battles that lists count. Playtests of a draft are only for its authors.
MOST_OF_MEMBER = 50
SHOWN = ("library", "site", "file", "bots")


# --- lists -----------------------------------------------------------------------------------------


@runtime_checkable
class WithBattles(Protocol):
    """Fields that `with_battles` adds to a scenario: the battle to watch, and the number of battles."""

    library_battle: UUID | None
    any_battle: UUID | None
    battle_count: int | None


def with_battles(scenarios: QuerySet[Scenario]) -> QuerySet[Scenario]:
    """Annotate scenarios with a battle to watch, the number of battles, and the balance."""
    fought = Revision.objects.filter(scenario=OuterRef("pk"))
    standing = {
        "battles__put_away_at": None,
        "battles__origin__in": SHOWN,
    }
    finished = {**standing, "battles__status": "finished"}
    first = fought.filter(**finished).order_by("battles__created_at")
    of_library = fought.filter(**{**finished, "battles__origin": "library"}).order_by("battles__created_at")
    number = (
        fought.filter(**finished).order_by().values("scenario").annotate(n=Count("battles", distinct=True))
    )
    return scenarios.prefetch_related(Prefetch("current__balances")).annotate(
        library_battle=Subquery(of_library.values("battles__pk")[:1]),
        any_battle=Subquery(first.values("battles__pk")[:1]),
        battle_count=Subquery(number.values("n")),
    )


def row_of(scenario: Scenario) -> dict[str, Any]:
    """Return the facts that a list shows about a scenario from `with_battles`.

    ``watch`` is the id of a battle to watch, preferably one of the library.
    """
    assert isinstance(scenario, WithBattles)  # noqa: S101 (the caller has seen to it)
    balances = scenario.current.balances.all() if scenario.current else ()
    fought = [balance for balance in balances if balance.release == RELEASE]
    sides = scenario.card.get("sides", [])
    return {
        "watch": scenario.library_battle or scenario.any_battle,
        "battles": scenario.battle_count or 0,
        "shares": shares_of_card(sides, fought[0].wins, fought[0].battles) if fought else [],
        "drawn": round(100 * fought[0].drawn / fought[0].battles) if fought else 0,
    }


def watchable(scenarios: QuerySet[Scenario]) -> QuerySet[Scenario]:
    """Return the scenarios from `with_battles` that have a battle to watch."""
    return scenarios.exclude(Q(any_battle=None))


# --- the page of a revision ------------------------------------------------------------------------


def page_of(scenario: Scenario, revision: Revision, spec: ScenarioSpec, person: Person) -> dict[str, Any]:
    """Return the data of a revision's page: play buttons, battles, balance, comparison with history."""
    is_author = isinstance(person, Member) and access.may_edit(person, scenario)
    battles = _battles(scenario, with_trials=is_author)
    balance = current_balance(revision)
    return {
        **(_fight_addresses(scenario) if revision.pk == scenario.current_id else {}),
        "sides": scenario.card.get("sides", ()),
        "battles": battles,
        "to_watch": _to_watch(battles),
        "alike": fought_alike(spec, (one.revision for one in battles if one.origin == "trial")),
        "number": revision.number,
        "balance": balance,
        "fought_before": None if balance else fought_before(revision, with_drafts=is_author),
        "shares": shares(spec, balance.wins, balance.battles, balance.losses) if balance else [],
        "spread": spread_shown(spec, balance),
        "compared": compared(spec, battles),
    }


def _fight_addresses(scenario: Scenario) -> dict[str, Any]:
    """Return the URLs for playing a scenario, and the bots to choose from."""
    return {
        "opponents": Holding.Bot.choices,
        "fight": reverse("fight", args=[scenario.key]),
        "challenge": f"{reverse('challenge-new')}?scenario={scenario.key}",
        "bots": reverse("let-bots-fight", args=[scenario.key]),
        "table": reverse("record-from-table", args=[scenario.key]),
    }


def _battles(scenario: Scenario, *, with_trials: bool) -> list[Battle]:
    """Return the listed battles of all revisions, newest first.

    Playtests of a draft are only for its authors.
    """
    battles: list[Battle] = []
    for revision in scenario.revisions.defer("spec"):
        standing = revision.battles.filter(put_away_at=None)
        standing = standing.exclude(against_a_bot()).exclude(of_nobody())
        of_revision = standing.select_related("summary", "revision")
        battles += of_revision if with_trials else of_revision.exclude(origin="trial")
    return sorted(battles, key=lambda battle: battle.created_at, reverse=True)


def _to_watch(battles: Sequence[Battle]) -> Battle | None:
    """Return a finished battle of the library, else the newest finished battle, else the newest battle."""
    finished = [battle for battle in battles if battle.status == Battle.Status.FINISHED]
    of_library = (battle for battle in finished if battle.origin == "library")
    return next(of_library, next(iter(finished or battles), None))


# --- a member's page -------------------------------------------------------------------------------


def battles_of_member(member: Member, person: Person) -> dict[str, Any]:
    """Return a member's newest finished battles that lists show to a given person."""
    theirs = Holding.objects.filter(member=member).values("seat__battle")
    ended = listed(person).filter(pk__in=theirs, status=Battle.Status.FINISHED)
    battles = ended.select_related("revision__scenario", "summary").defer("revision__spec")[:MOST_OF_MEMBER]
    return {"battles": [{"battle": battle, "winner": _winner_of(battle)} for battle in battles]}


def _winner_of(battle: Battle) -> str:
    """Return the name of the winning side; empty for a draw."""
    summary = getattr(battle, "summary", None)
    if summary is None or not summary.winner:
        return ""
    names: dict[str, str] = {side["key"]: side["name"] for side in own_card(battle.revision).sides}
    winner: str = summary.winner
    return names.get(winner, winner)


# --- the editor ------------------------------------------------------------------------------------


def editor_addresses(draft: Draft) -> Mapping[str, Json]:
    """Return the URL for running bot battles with a draft."""
    return {"fight_url": reverse("battles-api:fight", args=[draft.pk])}


section = Section(
    for_list=with_battles,
    of_row=row_of,
    columns=(
        Column("Balance", "replays_app/scenario_section/balance_cell.html"),
        Column("Battles", "replays_app/scenario_section/battles_cell.html"),
    ),
    line="replays_app/scenario_section/watch_line.html",
    watchable=watchable,
    opening="replays_app/scenario_section/opening.html",
    of_page=page_of,
    page_button="replays_app/scenario_section/page_buttons.html",
    page_part="replays_app/scenario_section/page_part.html",
    contents=(("balance", "Balance"), ("battles-fought", "Battles")),
    of_same_battle=same_battle,
    same_battle_part="replays_app/scenario_section/same_battle_part.html",
    of_member=battles_of_member,
    member_part="replays_app/scenario_section/member_part.html",
    of_own_home=waiting_for,
    own_home_part="replays_app/scenario_section/own_home_part.html",
    for_editor=editor_addresses,
    on_published=hand_on,
)
