"""A tournament, as its page shows it: rounds with tables, standings, crosstable, bracket."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from darkseas.club.audit import subject_of
from darkseas.club.models import AuditLine, Entrant, Pairing, Player, Round, Tournament
from darkseas.club.pairing.league import Division
from darkseas.club.pairing.reason_texts import reason_text
from darkseas.club.pairing.reasons import OF_THE_ROUND, Reason
from darkseas.club.standings.crosstable import Crosstable, crosstable_by_opponent, crosstable_by_round
from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.outcomes import Ending
from darkseas.club.standings.possible_places import prospects
from darkseas.club.standings.ranking import Row, standings
from darkseas.club.standings.tie_breaks.catalogue import tie_breaks_of
from darkseas.club.tournaments.dates.deadlines import ends_by
from darkseas.club.tournaments.entries import half_byes
from darkseas.club.tournaments.entries.entries import has_left, misses
from darkseas.club.tournaments.formats.points_standings import competition_of, places_in_bracket
from darkseas.club.tournaments.regulations import BY_DIRECTOR, KNOCK_OUTS, ROUND_ROBINS, Kind
from darkseas.club.tournaments.reports import ACCEPTABLE
from darkseas.club.tournaments.round_draw.next_pairings import rounds_in_all
from darkseas.club.tournaments.round_draw.round_notes import round_notes
from darkseas.club.tournaments.round_draw.round_scenario import side_names
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, standing_result, winner_of
from darkseas.club.tournaments.votes_and_bids.bids import bids_text

#: Kinds that are paired in advance.
FIXED = KNOCK_OUTS | ROUND_ROBINS

#: Largest number of entrants for which one page shows everything.
MOST_AT_ONCE = 64
ALL, NOW, STANDINGS, CROSSTABLE, ENTRANTS = "all", "now", "standings", "crosstable", "entrants"

End = Pairing.End
#: Places at the top of a closed tournament's page.
PODIUM = 3
_SCORES = {2: "1", 1: "½", 0: "0"}


@dataclass(frozen=True, slots=True)
class ShownPairing:
    """A table of a round; ``why`` is the reason for the pairing, ``score`` is "" while it is open.

    ``own_word`` is the reason of a director or umpire who decided their own table. ``division`` is set in
    leagues only. ``is_overdue``: a director has to decide. ``is_bid_for``: bids are still open; ``bids`` is
    their outcome. ``is_settled``: the score counts, so it is neither only reported nor disputed.
    """

    pairing: Pairing
    first_side: str
    second_side: str
    why: str
    score: str
    winner: int | None
    how: str
    is_open: bool
    may_report: bool
    division: str
    is_overdue: bool
    is_bid_for: bool
    bids: str
    is_own: bool
    own_word: str = ""
    is_settled: bool = True

    @property
    def report_words(self) -> str:
        """Label of the link to the table; players can also start the battle there."""
        battle = self.pairing.battle
        if battle is not None and battle.is_over:
            return "Report finished battle"
        if not self.is_own or not self.pairing.round.scenario_id:
            return "Report result"
        return "Play or report" if battle is None else "Continue or report"


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round with its tables; ``waiting`` is the number of reported results that a director can accept.

    ``is_late``: a table is overdue. ``chosen`` says who chose the scenario, if not the director as planned.
    ``waits_for_bids``: bids of a table are still open. ``absent`` are the names of absent entrants.
    """

    round: Round
    tables: tuple[ShownPairing, ...]
    open: int
    waiting: int
    is_late: bool
    chosen: str = ""
    waits_for_bids: bool = False
    notes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the standings; ``numbers`` are tie-breaks with their names."""

    row: Row
    name: str
    numbers: tuple[tuple[str, str], ...]
    outlook: str
    has_left: bool


@dataclass(frozen=True, slots=True)
class ShownEntrant:
    """An entrant in the list; ``is_own``: the viewer's entry.

    ``half_byes`` are the coming rounds with a half-point bye on request, ``half_bye_rounds`` those in which
    they can still ask for one. ``misses_next``: they are absent from the next round.
    """

    entrant: Entrant
    players: str
    has_left: bool
    is_own: bool
    division: str
    half_byes: tuple[int, ...] = ()
    half_bye_rounds: tuple[int, ...] = ()
    misses_next: bool = False


def shown_pairing(
    fought: Fought, pairing: Pairing, *, may: bool, own: frozenset[int] = frozenset()
) -> ShownPairing:
    """Return a pairing for a page; ``may``: the viewer can report it; ``own``: entries of the viewer."""
    names = side_names(pairing.round)
    scores, result = fought.scores(pairing), standing_result(pairing)
    how = pairing.get_end_display() if pairing.end else ""
    if result is not None and not result.is_ratified:
        how = result.get_state_display()
    return ShownPairing(
        pairing,
        names.get(pairing.first_side, pairing.first_side),
        names.get(pairing.second_side, pairing.second_side),
        _why(fought, pairing),
        f"{_SCORES[scores[0]]} : {_SCORES[scores[1]]}" if scores else "",
        winner_of(scores),
        how,
        scores is None,
        may and scores is None and not pairing.waits_for_bids,
        division_name(fought, pairing.first),
        scores is None and pairing.settled_through is not None,
        scores is None and pairing.waits_for_bids,
        bids_text(pairing),
        not own.isdisjoint({pairing.first_id, pairing.second_id or 0}),
        is_settled=result is None or result.is_ratified,
    )


def division_name(fought: Fought, entrant: Entrant) -> str:
    """Return the division of an entrant in a league, else ""."""
    return fought.terms.division(entrant.group) if fought.terms.divisions else ""


def _why(fought: Fought, pairing: Pairing) -> str:
    if pairing.is_manual:
        return "Paired by the director."
    own = [one for one in pairing.reasons if one["kind"] not in OF_THE_ROUND]
    texts = [reason_text(_reason(one), fought.name) for one in own]
    sentence = "; ".join(text for text in texts if text)
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def _reason(kept: dict[str, Any]) -> Reason:
    return Reason(kept["kind"], tuple(kept["keys"]), tuple(kept["numbers"]))


def part_of(fought: Fought, asked: str) -> str:
    """Return the part of a tournament to show: `ALL` of a small one, else the requested part or `NOW`.

    With many entrants, a page with every round, crosstable and entry is slow to make and to load.
    """
    if len(fought.entrants) <= MOST_AT_ONCE or fought.tournament.kind == Kind.LADDER:
        return ALL
    rounds = {f"round-{one.number}" for one in fought.rounds}
    known = rounds | {ENTRANTS} | ({STANDINGS, CROSSTABLE} if not is_knock_out(fought.tournament) else set())
    return asked if asked in known else NOW


def parts_of(fought: Fought, part: str) -> list[tuple[str, str, bool]]:
    """Return the parts of a large tournament's page: key, title, and whether it is shown."""
    if part == ALL:
        return []
    ways = [(f"round-{one.number}", f"Round {one.number}") for one in fought.rounds[:-1]]
    if not is_knock_out(fought.tournament):
        ways += [(STANDINGS, "All standings"), (CROSSTABLE, "Crosstable")]
    ways += [(ENTRANTS, "Entrants")]
    return [(key, title, key == part) for key, title in [(NOW, "Current round"), *ways]]


def shown_rounds(
    fought: Fought,
    player: Player | None,
    *,
    reports_all: bool,
    part: str = ALL,
    numbers: Collection[int] | None = None,
) -> list[ShownRound]:
    """Return the rounds in a part of the page, newest first; only those in ``numbers``, if given."""
    own = own_entries(fought, player)
    shown = [one for one in fought.rounds if part in (ALL, f"round-{one.number}")]
    shown = [one for one in shown if numbers is None or one.number in numbers]
    if part == NOW:
        shown = list(fought.rounds[-1:])
    words = _own_words(fought, [one for found in shown for one in fought.of_round(found.number)])
    return [_shown_round(fought, one, own, words, reports_all=reports_all) for one in reversed(shown)]


def _own_words(fought: Fought, tables: Sequence[Pairing]) -> dict[str, str]:
    """Return the last reason for each table that one of its own players decided; one query."""
    fighters = {
        subject_of(one): {player.pk for who in (one.first, one.second) if who for player in who.players.all()}
        for one in tables
    }
    lines = AuditLine.objects.filter(club=fought.tournament.club_id, subject__in=fighters).exclude(reason="")
    said = lines.order_by("id").select_related("by__member")
    return {
        line.subject: f"Decided by {line.by}, a player at this table: “{line.reason}”"
        for line in said
        if line.by_id in fighters[line.subject]
    }


def _shown_round(
    fought: Fought, found: Round, own: frozenset[int], words: Mapping[str, str], *, reports_all: bool
) -> ShownRound:
    is_running = found.state == Round.State.RUNNING
    tables = tuple(
        replace(
            shown_pairing(
                fought,
                one,
                may=is_running and (reports_all or not own.isdisjoint({one.first_id, one.second_id or 0})),
                own=own,
            ),
            own_word=words.get(subject_of(one), ""),
        )
        for one in _by_division(fought, found)
    )
    results = [one.pairing.result for one in tables]
    waiting = sum(1 for one in results if one is not None and one.state in ACCEPTABLE)
    still = sum(one.is_open for one in tables)
    now = timezone.now()
    is_late = is_running and any(
        one.is_open and (end := ends_by(one.pairing)) is not None and end < now for one in tables
    )
    is_bid_for = is_running and any(one.is_bid_for for one in tables)
    notes = round_notes(fought, fought.of_round(found.number))
    return ShownRound(
        found,
        tables,
        still,
        waiting,
        is_late,
        _chosen(fought, found),
        is_bid_for,
        notes,
        _absent(fought, found),
    )


def _absent(fought: Fought, found: Round) -> tuple[str, ...]:
    """Return who is absent from a round; a director can pair absent entrants by hand all the same."""
    tables = fought.of_round(found.number)
    paired = {key for one in tables for key in (one.first_id, one.second_id)}
    return tuple(one.name for one in fought.entrants if misses(one, found.number) and one.pk not in paired)


def _chosen(fought: Fought, found: Round) -> str:
    choice = next((one for one in fought.choices if one.pk == found.choice_id), None)
    if choice is not None:
        return choice.get_way_display()
    is_otherwise = fought.terms.chosen_by != BY_DIRECTOR
    return "set by the director" if is_otherwise else ""


def _by_division(fought: Fought, found: Round) -> Sequence[Pairing]:
    """Return the tables of a round, in a league by division, including byes."""
    tables, order = fought.of_round(found.number), fought.terms.divisions
    if not order:
        return tables
    return sorted(tables, key=lambda one: order.index(division_name(fought, one.first)))


def own_entries(fought: Fought, player: Player | None) -> frozenset[int]:
    """Return the ids of a player's entries."""
    if player is None:
        return frozenset()
    return frozenset(
        one.pk for one in fought.entrants if any(each.pk == player.pk for each in one.players.all())
    )


def shown_entrants(fought: Fought, player: Player | None) -> list[ShownEntrant]:
    """Return the entrants by number."""
    own = own_entries(fought, player)
    coming = half_byes.can_be_asked_in(fought.terms, fought.tournament.kind, len(fought.rounds))
    return [
        ShownEntrant(
            one,
            ", ".join(str(each) for each in one.players.all()),
            has_left(one),
            one.pk in own,
            division_name(fought, one),
            tuple(number for number in coming if number in one.half_byes),
            tuple(number for number in coming if number not in one.half_byes),
            misses(one, len(fought.rounds) + 1),
        )
        for one in fought.entrants
    ]


def headings(fought: Fought) -> list[tuple[str, str]]:
    """Return the names of the tie-breaks with their explanations."""
    return [(one.name, one.sentence) for one in tie_breaks_of(fought.terms.tie_breaks)]


def shown_standings(fought: Fought, division: Division | None = None) -> list[ShownRow]:
    """Return the standings, of one division in a league, with possible final places if the rest is known."""
    competition = competition_of(fought, division)
    outlook: dict[str, str] = {}
    keys = {one.key for one in competition.entrants}
    remaining = [pair for pair in _remaining(fought) if keys.issuperset(pair)]
    names = [name for name, _ in headings(fought)]
    gone = {key_of(one) for one in fought.entrants if has_left(one)}
    if remaining and _is_last_round(fought):
        outlook = {one.entrant: one.text for one in prospects(competition, remaining)}
    return [
        ShownRow(
            row,
            fought.name(row.entrant),
            tuple(zip(names, (one.text for one in row.numbers), strict=True)),
            outlook.get(row.entrant, ""),
            row.entrant in gone,
        )
        for row in standings(competition)
    ]


def _remaining(fought: Fought) -> list[tuple[str, str]]:
    return [
        (key_of(one.first), key_of(one.second))
        for one in fought.pairings
        if one.second is not None and not fought.is_decided(one)
    ]


def _is_last_round(fought: Fought) -> bool:
    return len(fought.rounds) == rounds_in_all(fought)


def crosstable_of(
    fought: Fought, shown: Sequence[ShownRow], division: Division | None = None
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Return headings and rows of the crosstable: by opponent in round robins, else by round.

    Opponents are numbers of rows.
    """
    competition, rows = competition_of(fought, division), tuple(one.row for one in shown)
    is_all = fought.tournament.kind in ROUND_ROBINS
    make = crosstable_by_opponent if is_all else crosstable_by_round
    table = make(competition, rows)
    places = {row.entrant: number for number, row in enumerate(rows, start=1)}
    heads = [str(places[one]) if is_all else one for one in table.headings]
    return heads, [
        (fought.name(one.row.entrant), _cells(table, place, places, is_all))
        for place, one in enumerate(table.rows)
    ]


def _cells(table: Crosstable, place: int, places: dict[str, int], is_all: bool) -> list[str]:
    row = table.rows[place]
    texts = []
    for heading, cells in zip(table.headings, row.cells, strict=True):
        if is_all and heading == row.row.entrant:
            texts.append("×")
            continue
        told = [
            (number_text(one.points) if one.is_ratified else "…")
            + ("" if is_all else f" v. {places[one.opponent]}" if one.opponent else " bye")
            + (" f" if one.ending in (Ending.FORFEITED, Ending.WON_BY_FORFEIT) else "")
            for one in cells
        ]
        texts.append(", ".join(told))
    return texts


def is_knock_out(tournament: Tournament) -> bool:
    """Whether a tournament has a bracket instead of standings by points."""
    return tournament.kind in KNOCK_OUTS


def bracket_rows(fought: Fought) -> Sequence[tuple[str, str, bool]]:
    """Return places in a knock-out: place, name, and whether the entrant can still win."""
    return [(one.place_text, fought.name(one.entrant), one.is_in) for one in places_in_bracket(fought)]
