"""Results from recorded battles: winner, points and losses come from the battle's summary.

A result contains no other data of the battle, and players can only report battles that they can see.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from darkseas.club.models import Club, Pairing, Player, Result
from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Signature, TableRecord
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.scenario_and_side_titles import own_card

from ..checks import ResultRefused
from ..facts import HUNDREDTH, ResultFacts, SideFacts, hundredths, scores
from ..naming.people import names_in

#: Battles offered in a form.
MOST_OFFERED = 40
#: Advice if the named players do not seem to have fought the battle.
DOUBTED = "Choose another battle, or confirm that they did."


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded battle's facts; ``fought_by`` are the club's players by side, if known.

    ``had_part`` are the club's players who sat in it, recorded it or signed it; ``of_bots`` are sides held
    only by bots.
    """

    battle: Battle
    facts: ResultFacts
    fought_by: Mapping[str, frozenset[int]]
    had_part: frozenset[int] = frozenset()
    of_bots: frozenset[str] = frozenset()


def for_reports(player: Player | None) -> QuerySet[Battle]:
    """Return the finished battles that a player may see.

    None means the site itself, which sees only public battles.
    """
    finished = Q(status=Battle.Status.FINISHED, broken_at=None, summary__isnull=False)
    if player is None:
        return Battle.objects.filter(finished)
    if player.member is None:
        return battle_access.visible(AnonymousUser()).filter(finished)
    return battle_access.visible(player.member, Holder(member=player.member)).filter(finished)


def offered(club: Club, player: Player, fighters: Iterable[int] | None = None) -> QuerySet[Battle]:
    """Return the newest battles of these fighters without a result in the club.

    ``fighters`` are player ids; by default the player alone, without tournament battles. The player may see
    each battle.
    """
    kept = Result.objects.filter(club=club, battle__isnull=False).exclude(state=Result.State.VOID)
    members = Player.objects.filter(club=club, pk__in=[player.pk] if fighters is None else fighters)
    fought = Holding.objects.filter(member__in=members.values("member")).exclude(seat__side=UMPIRE)
    theirs = for_reports(player).filter(pk__in=fought.values("seat__battle"))
    if fighters is None:  # table battles are reported at their table
        at_tables = Pairing.objects.filter(round__tournament__club=club, battle__isnull=False)
        theirs = theirs.exclude(pk__in=at_tables.values("battle"))
    return theirs.exclude(pk__in=kept.values("battle")).select_related("revision__scenario", "summary")[
        :MOST_OFFERED
    ]


def recorded(club: Club, player: Player | None, battle: UUID) -> Recorded:
    """Return a battle's facts. Raises ResultRefused if the player may not report it."""
    found = for_reports(player).select_related("revision__scenario", "summary").filter(pk=battle).first()
    if found is None:
        raise ResultRefused("battle", "This address leads to no finished battle that you can see.")
    fought_by = _fought_by(club, found)
    return Recorded(found, _facts(club, found, fought_by), fought_by, had_part(club, found), _of_bots(found))


def named_by_word(club: Club, battle: Battle, players: Iterable[int]) -> frozenset[int]:
    """Return the named players who do not appear in the battle."""
    return frozenset(players) - had_part(club, battle)


def had_part(club: Club, battle: Battle) -> frozenset[int]:
    """Return the club's players who sat in a battle, signed it, or are named at its table."""
    sat = _sat_by_members().filter(seat__battle=battle)
    signed = Signature.objects.filter(battle=battle)
    theirs = Q(member__in=sat.values("member")) | Q(member__in=signed.values("member"))
    known = set(Player.objects.filter(theirs, club=club).values_list("pk", flat=True))
    table = TableRecord.objects.filter(battle=battle).first()
    written = [*signed.values_list("name", flat=True), *(table.names.values() if table else ())]
    names = names_in(club) if written else None
    return frozenset(known | {player for name in written if names and (player := names.find(str(name)))})


def beside_at_tables(player: Player) -> QuerySet[Battle]:
    """Return table battles with real dice in which a player sat or which they signed here."""
    sat = _sat_by_members().filter(member=player.member_id)
    signed = Signature.objects.filter(member__isnull=False, member=player.member_id)
    theirs = Q(pk__in=sat.values("seat__battle")) | Q(pk__in=signed.values("battle"))
    return Battle.objects.filter(theirs, dice_scheme=TABLE)


def _sat_by_members() -> QuerySet[Holding]:
    return Holding.objects.filter(member__isnull=False).exclude(seat__side=UMPIRE)


def doubt(recorded: Recorded, facts: ResultFacts) -> str:
    """Return the question to ask if nothing proves that the named players fought a battle; "" if it is known.

    A player who took part vouches for the opponent too, except for a side of bots.
    """
    people = {player.pk: str(player) for player in Player.objects.filter(pk__in=facts.players)}
    if not recorded.had_part.intersection(people):
        named = [people[player] for player in facts.players if player in people]
        names = " or ".join(named) or "a new guest"
        by_whom = (
            "bots held all its sides"
            if _is_of_bots(recorded)
            else "its seats were held by others, or by unknown players"
        )
        return f"This battle does not show that {names} fought it: {by_whom}. {DOUBTED}"
    for side in facts.sides:
        if side.side in recorded.of_bots:
            named = [people[player] for player in side.players if player in people]
            names = " and ".join(named) or "a new guest"
            return f"A bot fought on the side that you enter for {names}. {DOUBTED}"
    return ""


def taken_from(recorded: Recorded, facts: ResultFacts) -> ResultFacts:
    """Replace the typed facts by those of the battle.

    Raises ResultRefused if the named players are not those who fought the battle.
    """
    typed = {side.side: side for side in facts.sides}
    sides = []
    for place, side in enumerate(recorded.facts.sides):
        named = typed.get(side.side, side)
        players = named.players or side.players
        if _are_others(recorded, side.side, players):
            raise ResultRefused(f"side.{place}.players", "Another player fought on this side.")
        sides.append(replace(side, players=players, bid=named.bid))
    of_battle = recorded.facts
    return replace(
        facts,
        sides=tuple(sides),
        battle=of_battle.battle,
        scenario=of_battle.scenario,
        scenario_text=of_battle.scenario_text,
        system=of_battle.system,
    )


def with_battle(recorded: Recorded, before: ResultFacts) -> ResultFacts:
    """Add a battle to an existing result, keeping all facts that the battle does not record.

    Each side gets the players who sat on it, or else those on the side with that name or position.
    """
    named = {side.side: side for side in before.sides}
    sides = []
    for place, side in enumerate(recorded.facts.sides):
        stood = named.get(side.side) or (before.sides[place] if place < len(before.sides) else side)
        sides.append(replace(side, players=side.players or stood.players, bid=stood.bid))
    return replace(
        recorded.facts, sides=tuple(sides), day=before.day, place=before.place or recorded.facts.place,
        remarks=before.remarks, source=before.source,
    )  # fmt: skip


def _are_others(recorded: Recorded, side: str, players: tuple[int, ...]) -> bool:
    """Whether the named players differ from those who sat there.

    If no club player sat there, members of the club cannot have fought it.
    """
    fought = recorded.fought_by.get(side)
    if not fought:
        named = Player.objects.filter(pk__in=players, member__isnull=False)
        return fought is not None and named.exists()
    return not fought.issuperset(players)


def _is_of_bots(recorded: Recorded) -> bool:
    return recorded.of_bots.issuperset(side.side for side in recorded.facts.sides)


def _of_bots(battle: Battle) -> frozenset[str]:
    """Return the sides held only by bots, without sides whose seat was never held."""
    held = Holding.objects.filter(seat__battle=battle).exclude(seat__side=UMPIRE)
    people = set(held.filter(bot="").values_list("seat__side", flat=True))
    return frozenset(held.exclude(bot="").values_list("seat__side", flat=True)) - people


def _facts(club: Club, battle: Battle, fought_by: Mapping[str, frozenset[int]]) -> ResultFacts:
    summary = battle.summary
    keys = list(summary.losses)
    if summary.winner is not None and summary.winner not in keys:
        raise ResultRefused(
            "battle", "The winner in this log is none of its sides. Report the result without the log."
        )
    winner = None if summary.winner is None else keys.index(summary.winner)
    sides = tuple(
        SideFacts(
            side=key,
            score=score,
            players=tuple(sorted(fought_by.get(key, ()))),
            points=_points(summary.scores.get(key)),
            losses=summary.losses[key],
        )
        for key, score in zip(keys, scores(len(keys), winner), strict=True)
    )
    table = TableRecord.objects.filter(battle=battle).first()
    return ResultFacts(
        system=battle.system,
        day=min(table.fought_on, club.today) if table and table.fought_on else club.day_of(battle.created_at),
        sides=sides,
        scenario=battle.revision.scenario.key,
        scenario_text=own_card(battle.revision).title,
        battle=battle.pk,
        place=table.place[:120] if table else "",
    )


def _points(text: str | None) -> Decimal | None:
    if text is None:
        return None
    points = Fraction(text)
    return hundredths(str(round(points / Fraction(HUNDREDTH)) * HUNDREDTH))


def _fought_by(club: Club, battle: Battle) -> dict[str, frozenset[int]]:
    """Return the club's players by side, if members sat there and only on that side.

    This proves nothing for a table battle, because one person may have entered both sides.
    """
    if battle.dice_scheme == TABLE:
        return {}
    held: dict[int, set[str]] = defaultdict(set)
    for member, side in _sat_by_members().filter(seat__battle=battle).values_list("member", "seat__side"):
        held[member].add(side)
    players = dict(Player.objects.filter(Q(member__in=held), club=club).values_list("member", "pk"))
    fought: dict[str, set[int]] = defaultdict(set)
    for member, sides in held.items():
        for side in sides if len(sides) == 1 else ():
            fought[side].update({players[member]} if member in players else set())
    return {side: frozenset(found) for side, found in fought.items()}
