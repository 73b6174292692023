"""Access to battles: the conditions that pages and API share.

A battle is as public as its scenario, including scenarios shared with a club. Current and former seat holders
may always watch. A battle of a withdrawn scenario stays open to people who have its address. Only the
scenario's authors can see a playtest between bots.
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
#: Battles of the demonstration club. Its pages link to them; lists of battles leave them out.
DEMONSTRATION = "demonstration"
NOBODY = Holder()
ENDLESS = (Battle.Status.RUNNING, Battle.Status.BROKEN_OFF)
#: Seconds for which the site remembers that a battle is public. The query costs as much as serving a cached
#: step, and other caches may keep public answers longer anyway.
REMEMBERED_S = 10
_STANDS = Q(
    revision__scenario__visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED),
    revision__scenario__current__isnull=False,
)
#: A scenario open to everybody who has its address.
_OPEN_SCENARIO = {
    "revision__scenario__visibility__in": (Visibility.PUBLIC, Visibility.UNLISTED),
    "revision__scenario__current__isnull": False,
    "revision__scenario__taken_down_at": None,
}
#: Written as IN, because SQLite uses no index for a bare boolean of Django.
_PUBLIC, _HIDDEN = Q(is_public__in=[True]), Q(is_public__in=[False])
_LISTED = Q(
    revision__scenario__visibility=Visibility.PUBLIC,
    revision__scenario__current__isnull=False,
    revision__scenario__taken_down_at=None,
)


def visible(person: Person, holder: Holder = NOBODY) -> QuerySet[Battle]:
    """Return the battles that a person may watch if they have the address; ``holder`` is the person's
    identity.
    """
    return Battle.objects.filter(watched_by(person) | with_seat_of(holder))


def watched_by(person: Person) -> Q:
    """Return the condition that a person may watch a battle."""
    if not person.is_authenticated:
        return _STANDS & ~Q(origin=TRIAL)
    stands = Q(pk__isnull=False) if person.has_perm(MODERATE) else _STANDS | _granted(person)
    return (stands & ~Q(origin=TRIAL)) | _own(person)


def with_seat_of(holder: Holder) -> Q:
    """Return the condition that a person holds or has held a seat of a battle."""
    if not holder.is_somebody:
        return Q(pk=None)
    return Q(pk__in=holder.holdings().values("seat__battle"))


def seated(token: str | None) -> Q:
    """Return the condition that a seat's token gives access to a battle."""
    seats = Seat.objects.filter(token_hash=token_hash(token)) if token else Seat.objects.none()
    return Q(pk__in=seats.values("battle"))


def listed(person: Person, holder: Holder = NOBODY) -> QuerySet[Battle]:
    """Return the battles that lists show to a person: those on public scenarios, and the person's own.

    Lists leave out playtests and demonstration battles. Battles against a bot, and battles that no person
    joined, are listed for others only after they have finished. An archived battle is listed only for people
    who held a seat in it.
    """
    is_shown = ~against_a_bot() & ~of_nobody() & Q(put_away_at=None)
    shown = (_LISTED & is_shown) | with_seat_of(holder)
    if person.is_authenticated:
        shown |= (_own(person) & Q(put_away_at=None)) | (_granted(person) & is_shown)
    return Battle.objects.filter(shown).exclude(origin__in=(TRIAL, DEMONSTRATION))


def listings(person: Person, holder: Holder = NOBODY) -> list[QuerySet[Listing]]:
    """Return the rows of listed battles: one query for public battles, and others for battles that only some
    may see.

    Each query has its own order, and checks that its battles are visible.
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
    """Return whether a person may see the scenario of a revision now; a bot always may."""
    if person.bot:
        return True
    known = visible_scenarios(person.member or AnonymousUser())
    return known.filter(pk=revision.scenario_id).exists()


def refresh_listings(changed: Q) -> None:
    """Update the visibility and title of the listings in ``changed``."""
    Listing.objects.filter(changed).update(**_found_by())


@functools.cache
def _found_by() -> dict[str, Exists | Coalesce]:
    """Return the values of a listing's columns: whether it is public, and the title of the battle itself.

    Built once, because it is constant and needed after every order.
    """
    public = listed(AnonymousUser()).filter(pk=OuterRef("pk"))
    found_by_scenario = {**_OPEN_SCENARIO, "title": F("revision__scenario__title")}
    own = Battle.objects.filter(pk=OuterRef("pk")).exclude(**found_by_scenario).values("title")
    return {"is_public": Exists(public), "own_title": Coalesce(Subquery(own), Value(""))}


def scenario_changed(thing: Scenario | HexMap) -> None:
    """Update listings after a scenario's visibility or title has changed."""
    if isinstance(thing, Scenario):
        refresh_listings(Q(scenario=thing.pk))


def stands_in_lists(battle_id: UUID) -> bool:
    """Return whether lists show a battle to everybody."""
    return listed(AnonymousUser()).filter(pk=battle_id).exists()


def against_a_bot() -> Q:
    """Return the condition that a battle against a bot is unfinished, or was abandoned."""
    bots = Holding.objects.filter(to_entry=None, seat__battle=OuterRef("pk")).exclude(bot="")
    return Q(Exists(bots), status__in=ENDLESS)


def of_nobody() -> Q:
    """Return the condition that no person ever held a seat in an unfinished battle with a free seat.

    Anybody can start such battles through the API, which only returns tokens of seats.
    """
    people = Holding.objects.filter(bot="", seat__battle=OuterRef("pk"))
    unheld = Seat.objects.filter(battle=OuterRef("pk"), holdings=None).exclude(side=UMPIRE)
    return Q(status__in=ENDLESS, origin="site") & Exists(unheld) & ~Exists(people)


def is_open_to_all(battle_id: UUID) -> bool:
    """Return whether everybody may watch a battle. A change takes effect within REMEMBERED_S seconds."""
    return openness(battle_id) is not None


@dataclass(frozen=True, slots=True)
class Openness:
    """How public a battle is, and whether it has ended.

    ``is_public`` is False for battles open only to people with the address. ``stamp`` changes whenever this
    is queried again, so a process can use it as part of a cache key.
    """

    is_public: bool
    is_over: bool
    stamp: str


def openness(battle_id: UUID) -> Openness | None:
    """Return how public a battle is, None if it is not open to everybody. Cached for REMEMBERED_S seconds."""
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
    """Return the condition that a battle's scenario is shared with one of the person's clubs."""
    granted = Scenario.objects.filter(granted_scenarios(person))
    return Q(revision__scenario__in=granted.values("pk"))


def _own(person: Person) -> Q:
    written = Scenario.objects.filter(_written(person))
    return Q(revision__scenario__in=written.values("pk"))


def _written(person: Person) -> Q:
    """Return the condition that a person is an author of a scenario."""
    return Q(owner=person.pk) | Q(draft__authors=person.pk)
