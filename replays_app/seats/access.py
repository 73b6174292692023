"""Who may see a battle: asked here by pages and API alike.

A battle is as open as its scenario, to a club too; who holds or held a seat of it may always watch. One
whose scenario was taken down stays open to whoever has its address: what was fought stays fought. A trial
between captains is for those who write the scenario.
"""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Seat
from scenarios_app.access import MODERATE, Person
from scenarios_app.models import Scenario, Visibility
from scenarios_app.visibility import granted_scenarios

from .holders import Holder
from .tokens import token_hash

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


def against_a_bot() -> Q:
    """Return the condition that a battle against a bot has come to no end, and perhaps never will."""
    bots = Holding.objects.filter(to_entry=None).exclude(bot="")
    return Q(status__in=ENDLESS, pk__in=bots.values("seat__battle"))


def of_nobody() -> Q:
    """Return the condition that no person ever sat in a battle that has come to no end, and a seat is free.

    Such are begun over the API, by whoever likes: only tokens of their seats were handed out.
    """
    people = Holding.objects.filter(bot="", seat__battle=OuterRef("pk"))
    unheld = Seat.objects.filter(battle=OuterRef("pk"), holdings=None).exclude(side=UMPIRE)
    return Q(status__in=ENDLESS, origin="site") & Exists(unheld) & ~Exists(people)


def is_open_to_all(battle_id: UUID) -> bool:
    """Whether everybody may watch a battle; what was closed is closed within REMEMBERED_S."""
    key = f"open-to-all:{battle_id.hex}"
    if cache.get(key):
        return True
    may_all = visible(AnonymousUser()).filter(pk=battle_id).exists()
    if may_all:
        cache.set(key, True, REMEMBERED_S)
    return may_all


def _granted(person: Person) -> Q:
    """Return the condition that a battle's scenario is shown to somebody through a club of theirs."""
    granted = Scenario.objects.filter(granted_scenarios(person))
    return Q(revision__scenario__in=granted.values("pk"))


def _own(person: Person) -> Q:
    written = Scenario.objects.filter(Q(owner=person.pk) | Q(draft__authors=person.pk))
    return Q(revision__scenario__in=written.values("pk"))
