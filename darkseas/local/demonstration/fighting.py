"""Fights a pairing of bots as an ordinary battle. Its seed is derived from the players and the scenario."""

from itertools import count

from darkseas.club.models import Pairing
from darkseas.club.tournaments.regulations import KNOCK_OUTS
from darkseas.engine.bots.battle import BotBattle
from darkseas.engine.events import BattleEnded
from replays_app.export import battle_files
from replays_app.models import Battle
from replays_app.seats.battle_access import DEMONSTRATION
from replays_app.simulation import bot_battles
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of

from .club_data import FIGHTERS


def fought(pairing: Pairing, scenario: Scenario) -> Battle:
    """Return the recorded battle of a pairing. The same pairing always gives an identical log.

    In a knock-out, drawn battles are repeated until one side wins.
    """
    revision = scenario.current
    assert revision is not None  # noqa: S101 - the library's scenarios are published
    spec = spec_of(revision)
    names = {pairing.first_side: pairing.first.name, pairing.second_side: str(pairing.second)}
    captains = {one.name for one in FIGHTERS if one.is_captain}
    by_chance = [side for side, name in names.items() if name not in captains]
    needs_winner = pairing.round.tournament.kind in KNOCK_OUTS
    stem = f"{pairing.round.tournament.title}/{pairing.round.number}/" + "/".join(names.values())
    for attempt in count(1):
        seed = f"{stem}/{attempt}"
        battle = bot_battles.fight_bots(spec, seed, with_captains=True, by_chance=by_chance)
        if _winner(battle) is not None or not needs_winner:
            break
    lines = bot_battles.file_of(spec, seed, battle.entries)
    return battle_files.import_battle(lines, origin=DEMONSTRATION, revision=revision).battle


def _winner(battle: BotBattle) -> str | None:
    """Return the winning side, or None for a draw."""
    return next(one.event.winner for one in reversed(battle.entries) if isinstance(one.event, BattleEnded))
