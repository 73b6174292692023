"""Recorded battles that results are taken from: winner, points and losses come from their summaries.

A result never says more of a battle than its rows do, and nobody reports a battle that they may not see.
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

#: Battles that a form offers to choose from.
MOST_OFFERED = 40
#: What one does about a battle that others seem to have fought.
DOUBTED = "Take another battle, or say that they did."


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a recorded battle says of a result; ``fought_by`` are the club's players by side, where known.

    ``had_part`` are the club's players who sat in it, typed it in or signed it; on the sides ``of_bots`` bots
    alone sat.
    """

    battle: Battle
    facts: ResultFacts
    fought_by: Mapping[str, frozenset[int]]
    had_part: frozenset[int] = frozenset()
    of_bots: frozenset[str] = frozenset()


def for_reports(player: Player | None) -> QuerySet[Battle]:
    """Return the finished battles that a player may see; none stands for who keeps a result of it already.

    Who has no account sees what everybody does: nobody logs in so, it is how the house reports.
    """
    finished = Q(status=Battle.Status.FINISHED, broken_at=None, summary__isnull=False)
    if player is None:
        return Battle.objects.filter(finished)
    if player.member is None:
        return battle_access.visible(AnonymousUser()).filter(finished)
    return battle_access.visible(player.member, Holder(member=player.member)).filter(finished)


def offered(club: Club, player: Player, fighters: Iterable[int] | None = None) -> QuerySet[Battle]:
    """Return the newest battles that one of the fighters fought, and that have no result in the club.

    ``fighters`` are players by number, the player alone where none are named, then without what was fought at
    tables of tournaments; the player may see each battle.
    """
    kept = Result.objects.filter(club=club, battle__isnull=False).exclude(state=Result.State.VOID)
    members = Player.objects.filter(club=club, pk__in=[player.pk] if fighters is None else fighters)
    fought = Holding.objects.filter(member__in=members.values("member")).exclude(seat__side=UMPIRE)
    theirs = for_reports(player).filter(pk__in=fought.values("seat__battle"))
    if fighters is None:  # what was fought at a table is reported there
        at_tables = Pairing.objects.filter(round__tournament__club=club, battle__isnull=False)
        theirs = theirs.exclude(pk__in=at_tables.values("battle"))
    return theirs.exclude(pk__in=kept.values("battle")).select_related("revision__scenario", "summary")[
        :MOST_OFFERED
    ]


def recorded(club: Club, player: Player | None, battle: UUID) -> Recorded:
    """Return what a battle says. Raises ResultRefused where a player may not report it."""
    found = for_reports(player).select_related("revision__scenario", "summary").filter(pk=battle).first()
    if found is None:
        raise ResultRefused("battle", "There is no finished battle here that you may see at this address.")
    fought_by = _fought_by(club, found)
    return Recorded(found, _facts(found, fought_by), fought_by, had_part(club, found), _of_bots(found))


def named_by_word(club: Club, battle: Battle, players: Iterable[int]) -> frozenset[int]:
    """Return who of these players fought a battle by the word of people alone: nothing in it names them."""
    return frozenset(players) - had_part(club, battle)


def had_part(club: Club, battle: Battle) -> frozenset[int]:
    """Return who of the club sat in a battle or signed it, or is named in it as one at the table."""
    sat = _sat_by_members().filter(seat__battle=battle)
    signed = Signature.objects.filter(battle=battle)
    theirs = Q(member__in=sat.values("member")) | Q(member__in=signed.values("member"))
    known = set(Player.objects.filter(theirs, club=club).values_list("pk", flat=True))
    table = TableRecord.objects.filter(battle=battle).first()
    written = [*signed.values_list("name", flat=True), *(table.names.values() if table else ())]
    names = names_in(club) if written else None
    return frozenset(known | {player for name in written if names and (player := names.find(str(name)))})


def beside_at_tables(player: Player) -> QuerySet[Battle]:
    """Return the battles at tables, with real dice, that a player sat in or signed here."""
    sat = _sat_by_members().filter(member=player.member_id)
    signed = Signature.objects.filter(member__isnull=False, member=player.member_id)
    theirs = Q(pk__in=sat.values("seat__battle")) | Q(pk__in=signed.values("battle"))
    return Battle.objects.filter(theirs, dice_scheme=TABLE)


def _sat_by_members() -> QuerySet[Holding]:
    return Holding.objects.filter(member__isnull=False).exclude(seat__side=UMPIRE)


def doubt(recorded: Recorded, facts: ResultFacts) -> str:
    """Return what is to be asked where nothing says that who is named fought a battle; "" where it is known.

    One who is known to have had a hand in it speaks for the other too, but for a side of bots.
    """
    people = {player.pk: str(player) for player in Player.objects.filter(pk__in=facts.players)}
    if not recorded.had_part.intersection(people):
        named = [people[player] for player in facts.players if player in people]
        names = " or ".join(named) or "a new guest"
        by_whom = (
            "captains sat on all its sides" if _is_of_bots(recorded) else "others sat there, or nobody known"
        )
        return f"Nothing in this battle says that {names} fought it: {by_whom}. {DOUBTED}"
    for side in facts.sides:
        if side.side in recorded.of_bots:
            named = [people[player] for player in side.players if player in people]
            names = " and ".join(named) or "a new guest"
            return f"A captain, a bot, fought on the side on which {names} is to stand. {DOUBTED}"
    return ""


def taken_from(recorded: Recorded, facts: ResultFacts) -> ResultFacts:
    """Return a result with all that its battle says put in the place of what was typed.

    Raises ResultRefused where others have fought the battle than are named.
    """
    typed = {side.side: side for side in facts.sides}
    sides = []
    for place, side in enumerate(recorded.facts.sides):
        named = typed.get(side.side, side)
        players = named.players or side.players
        if _are_others(recorded, side.side, players):
            raise ResultRefused(f"side.{place}.players", "This side was fought by somebody else.")
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
    """Return a result as it stands with its battle put in: all that the battle does not say stays.

    Each side keeps who fought it: who sat there, else who stood on the side of its name, else of its place.
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
    """Whether others are named than who sat there; where nobody of the club did, a member cannot have."""
    fought = recorded.fought_by.get(side)
    if not fought:
        named = Player.objects.filter(pk__in=players, member__isnull=False)
        return fought is not None and named.exists()
    return not fought.issuperset(players)


def _is_of_bots(recorded: Recorded) -> bool:
    return recorded.of_bots.issuperset(side.side for side in recorded.facts.sides)


def _of_bots(battle: Battle) -> frozenset[str]:
    """Return the sides on which bots alone sat; of a side whose seat nobody ever had nothing is known."""
    held = Holding.objects.filter(seat__battle=battle).exclude(seat__side=UMPIRE)
    people = set(held.filter(bot="").values_list("seat__side", flat=True))
    return frozenset(held.exclude(bot="").values_list("seat__side", flat=True)) - people


def _facts(battle: Battle, fought_by: Mapping[str, frozenset[int]]) -> ResultFacts:
    summary = battle.summary
    keys = list(summary.losses)
    if summary.winner is not None and summary.winner not in keys:
        raise ResultRefused("battle", "Its winner is none of its sides: report it without its log.")
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
        day=(table and table.fought_on) or battle.created_at.date(),
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
    """Return who of the club fought each side, where members of the site sat there and for that side alone.

    Nobody is bound to what stands there of a battle at a table: one hand may have typed in both sides.
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
