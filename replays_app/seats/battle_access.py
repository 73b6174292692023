"""Who may see a battle: asked here by pages and API alike.

A battle is as open as its scenario, to a club too; who holds or held a seat of it may always watch. One
whose scenario was taken down stays open to whoever has its address: what was fought stays fought. A trial
between captains is for those who write the scenario.
"""

import functools
import secrets
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Listing, Seat
from scenarios_app.access import MODERATE, Person
from scenarios_app.access import visible as visible_scenarios
from scenarios_app.models import HexMap, Revision, Scenario, Visibility
from scenarios_app.visibility import granted_scenarios

from .tokens import token_hash
from .viewer_seat import Holder

TRIAL = "trial"
#: Battles of the club that shows newcomers round: its pages lead to them, lists of battles do not.
DEMONSTRATION = "demonstration"
NOBODY = Holder()
ENDLESS = (Battle.Status.RUNNING, Battle.Status.BROKEN_OFF)
#: How long it is remembered that everybody may watch a battle, in seconds: asking costs as much as
#: answering with a step that is kept, and answers to everybody may be kept elsewhere for longer anyway.
REMEMBERED_S = 10
_STANDS = Q(
    revision__scenario__visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED),
    revision__scenario__current__isnull=False,
)
#: A scenario that everybody may open who has its address.
_OPEN_SCENARIO = {
    "revision__scenario__visibility__in": (Visibility.PUBLIC, Visibility.UNLISTED),
    "revision__scenario__current__isnull": False,
    "revision__scenario__taken_down_at": None,
}
#: A comparison, as an index of SQLite needs: Django writes a plain truth without one.
_PUBLIC, _HIDDEN = Q(is_public__in=[True]), Q(is_public__in=[False])
_LISTED = Q(
    revision__scenario__visibility=Visibility.PUBLIC,
    revision__scenario__current__isnull=False,
    revision__scenario__taken_down_at=None,
)


def visible(person: Person, holder: Holder = NOBODY) -> QuerySet[Battle]:
    """Return the battles that somebody may watch who has the address; ``holder`` is who they sit as."""
    return Battle.objects.filter(watched_by(person) | with_seat_of(holder))


def watched_by(person: Person) -> Q:
    """Return the condition that somebody may watch a battle."""
    if not person.is_authenticated:
        return _STANDS & ~Q(origin=TRIAL)
    stands = Q(pk__isnull=False) if person.has_perm(MODERATE) else _STANDS | _granted(person)
    return (stands & ~Q(origin=TRIAL)) | _own(person)


def with_seat_of(holder: Holder) -> Q:
    """Return the condition that somebody holds or has held a seat of a battle."""
    if not holder.is_somebody:
        return Q(pk=None)
    return Q(pk__in=holder.holdings().values("seat__battle"))


def seated(token: str | None) -> Q:
    """Return the condition that the token of a seat opens a battle."""
    seats = Seat.objects.filter(token_hash=token_hash(token)) if token else Seat.objects.none()
    return Q(pk__in=seats.values("battle"))


def listed(person: Person, holder: Holder = NOBODY) -> QuerySet[Battle]:
    """Return the battles that lists show somebody: on public scenarios, and on their own; no trials,
    and none of the demonstration.

    What a person fights against a bot, and what nobody has sat down to, is in the lists of others when it
    is over, and was not broken off; what an operator has put away is in none but those of who sat in it.
    """
    is_shown = ~against_a_bot() & ~of_nobody() & Q(put_away_at=None)
    shown = (_LISTED & is_shown) | with_seat_of(holder)
    if person.is_authenticated:
        shown |= (_own(person) & Q(put_away_at=None)) | (_granted(person) & is_shown)
    return Battle.objects.filter(shown).exclude(origin__in=(TRIAL, DEMONSTRATION))


def listings(person: Person, holder: Holder = NOBODY) -> list[QuerySet[Listing]]:
    """Return the same battles as lists look for them: each query has its own order.

    One is of what everybody finds, the others of what may be shown to a person beside; each asks of every
    battle whether it may be.
    """
    same = listed(person, holder).filter(pk=OuterRef("pk"))
    rows = Listing.objects.filter(Exists(same))
    found = [rows.filter(_PUBLIC)]
    if holder.is_somebody:
        found.append(rows.filter(pk__in=holder.holdings().values("seat__battle")))
    if person.is_authenticated:
        shown = Scenario.objects.filter(_written(person) | granted_scenarios(person))
        found.append(rows.filter(_HIDDEN, scenario__in=shown.values("pk")))
    return found


def sees_scenario(person: Holder, revision: Revision) -> bool:
    """Return whether somebody may see the scenario of a revision as things are now; a bot needs not ask."""
    if person.bot:
        return True
    known = visible_scenarios(person.member or AnonymousUser())
    return known.filter(pk=revision.scenario_id).exists()


def refresh_listings(changed: Q) -> None:
    """Find out anew which of the listings everybody finds, and which are found by a title of their own.

    ``changed`` says of which.
    """
    Listing.objects.filter(changed).update(**_found_by())


@functools.cache
def _found_by() -> dict[str, Exists | Coalesce]:
    """Return who finds a battle, as columns of its listing: everybody, and by which title of its own.

    It is the same for ever, and is asked after every order: Django builds it once.
    """
    public = listed(AnonymousUser()).filter(pk=OuterRef("pk"))
    found_by_scenario = {**_OPEN_SCENARIO, "title": F("revision__scenario__title")}
    own = Battle.objects.filter(pk=OuterRef("pk")).exclude(**found_by_scenario).values("title")
    return {"is_public": Exists(public), "own_title": Coalesce(Subquery(own), Value(""))}


def scenario_changed(thing: Scenario | HexMap) -> None:
    """Follow a scenario that is shown to others than before, or called otherwise."""
    if isinstance(thing, Scenario):
        refresh_listings(Q(scenario=thing.pk))


def stands_in_lists(battle_id: UUID) -> bool:
    """Return whether lists show a battle to everybody."""
    return listed(AnonymousUser()).filter(pk=battle_id).exists()


def against_a_bot() -> Q:
    """Return the condition that a battle against a bot has come to no end, and perhaps never will."""
    bots = Holding.objects.filter(to_entry=None, seat__battle=OuterRef("pk")).exclude(bot="")
    return Q(Exists(bots), status__in=ENDLESS)


def of_nobody() -> Q:
    """Return the condition that no person ever sat in a battle that has come to no end, and a seat is free.

    Such are begun over the API, by whoever likes: only tokens of their seats were handed out.
    """
    people = Holding.objects.filter(bot="", seat__battle=OuterRef("pk"))
    unheld = Seat.objects.filter(battle=OuterRef("pk"), holdings=None).exclude(side=UMPIRE)
    return Q(status__in=ENDLESS, origin="site") & Exists(unheld) & ~Exists(people)


def is_open_to_all(battle_id: UUID) -> bool:
    """Whether everybody may watch a battle; what was closed is closed within REMEMBERED_S."""
    return openness(battle_id) is not None


@dataclass(frozen=True, slots=True)
class Openness:
    """That a battle is open to everybody: ``is_public``, or to who has its address alone; and is over or not.

    ``stamp`` is another one whenever it was found out anew: what a process remembers under it is no older.
    """

    is_public: bool
    is_over: bool
    stamp: str


def openness(battle_id: UUID) -> Openness | None:
    """Return how a battle is open to everybody, None where it is not; it is remembered for REMEMBERED_S."""
    key = f"open-to-all:{battle_id.hex}"
    known: Openness | None = cache.get(key)
    if known:
        return known
    columns = "revision__scenario__visibility", "revision__scenario__taken_down_at", "status"
    found = visible(AnonymousUser()).filter(pk=battle_id).values_list(*columns).first()
    if found is None:
        return None
    visibility, taken_down_at, status = found
    how = Openness(
        is_public=visibility == Visibility.PUBLIC and taken_down_at is None,
        is_over=status != Battle.Status.RUNNING,
        stamp=secrets.token_hex(8),
    )
    cache.set(key, how, REMEMBERED_S)
    return how


def _granted(person: Person) -> Q:
    """Return the condition that a battle's scenario is shown to somebody through a club of theirs."""
    granted = Scenario.objects.filter(granted_scenarios(person))
    return Q(revision__scenario__in=granted.values("pk"))


def _own(person: Person) -> Q:
    written = Scenario.objects.filter(_written(person))
    return Q(revision__scenario__in=written.values("pk"))


def _written(person: Person) -> Q:
    """Return the condition that somebody writes a scenario."""
    return Q(owner=person.pk) | Q(draft__authors=person.pk)
