"""Whole battles of the library's scenarios for tests of pages: fought by bots, then taken in as files."""

from functools import cache

from replays_app.export.battle_files import import_battle
from replays_app.models import Battle
from replays_app.simulation.bot_battles import fight_bots, file_of
from scenarios_app.library.loader import LIBRARY, read_file
from tests.support.library.first_published import publish_first


@cache
def battle_lines(scenario: str, seed: str) -> tuple[bytes, ...]:
    """Return the file of a battle between captains; the same seed gives the same battle."""
    spec = read_file(LIBRARY / f"{scenario}.toml")
    battle = fight_bots(spec, seed, with_captains=True)
    return tuple(file_of(spec, seed, battle.entries))


def library_battle(scenario: str = "savo-island", seed: str = "a") -> Battle:
    """Return such a battle, taken in as one of the library."""
    publish_first(read_file(LIBRARY / f"{scenario}.toml"))
    return import_battle(battle_lines(scenario, seed), origin="library").battle
