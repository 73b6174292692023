"""The recorded battle that gives a table's result: which one, and what its log says of both players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from darkseas.club.models import Pairing, Player
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.naming.results_in_words import side_text
from darkseas.club.results.pages.result_of_form import battle_in
from darkseas.club.results.recorded import recorded_battles, table_battles
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import standing_result
from replays_app.models import Battle
from scenarios_app.revisions.scenario_and_side_titles import own_card

#: Value in the address to report without the battle of the table.
WITHOUT = "none"


@dataclass(frozen=True, slots=True)
class TableLog:
    """The battle, None for a typed result; ``lines``: one per player; ``notice``: why a battle cannot be
    used.

    ``doubt`` is the question if others seem to have fought it; ``offered`` are battles of the two players.
    ``speaks``: a director who plays at the table needs no remark. ``is_bound``: the viewer can report no
    other battle. ``is_left_out``: a director ignores the log of the table's own battle.
    """

    battle: Battle | None = None
    lines: tuple[str, ...] = ()
    notice: str = ""
    doubt: str = ""
    offered: Sequence[Battle] = ()
    speaks: bool = False
    is_bound: bool = False
    is_left_out: bool = False


NO_LOG = TableLog()


def log_of(request: HttpRequest, pairing: Pairing, by: Player) -> TableLog:
    """Return the chosen battle, else the battle of the table once it is over."""
    offered = _offered(pairing, by)
    ended = table_battles.ended_at(pairing) if _is_open(pairing) else None
    is_bound = ended is not None and not reports.may_decide(by, pairing)
    if request.method == "POST":
        text = request.POST.get("battle", "")
    else:
        text = request.GET.get("address", "").strip() or request.GET.get("battle", "") or _own(pairing)
    is_left_out = ended is not None and battle_in(text) != ended
    notice = ""
    if is_bound and is_left_out and ended is not None:
        text, is_left_out = ended.hex, False
        notice = reports.LOG_SAYS_TO_PLAYERS if request.method == "POST" else ""
    if not text.strip() or text == WITHOUT or not _is_open(pairing):
        return TableLog(offered=offered, is_left_out=is_left_out)
    battle = battle_in(text)
    if battle is None:
        notice = "This is not the address of a battle. Copy it from the battle’s page."
        return TableLog(notice=notice, offered=offered)
    try:
        found, sides, doubt = reports.of_battle(by, pairing, battle)
    except (TournamentRefused, ResultRefused) as refusal:
        return TableLog(notice=str(refusal), offered=offered)
    names = {side["key"]: side["name"] for side in own_card(found.battle.revision).sides}
    lines = tuple(
        f"{who}, {names.get(side.side, side.side)}: {side_text(side)}"
        for who, side in zip((pairing.first, pairing.second), sides, strict=True)
    )
    speaks = reports.log_speaks(pairing, found.battle.pk)
    return TableLog(
        found.battle, lines, notice, doubt, speaks=speaks, is_bound=is_bound, is_left_out=is_left_out
    )


def _own(pairing: Pairing) -> str:
    """Return the id of the table's own battle, if it is finished."""
    battle = pairing.battle
    return battle.pk.hex if battle is not None and battle.status == Battle.Status.FINISHED else ""


def _is_open(pairing: Pairing) -> bool:
    is_running = pairing.round.state == pairing.round.State.RUNNING
    if standing_result(pairing) is not None:
        return False
    return is_running and not pairing.end and not pairing.waits_for_bids and pairing.second is not None


def _offered(pairing: Pairing, by: Player) -> Sequence[Battle]:
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    fighters = [player.pk for one in both for player in one.players.all()]
    return tuple(recorded_battles.offered(by.club, by, fighters))
