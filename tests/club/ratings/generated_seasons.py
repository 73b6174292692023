"""Seasons that never were: players of known strength, sides of known worth, battles by chance from a seed."""

import math
import random
from dataclasses import dataclass

from darkseas.club.ratings.battles import RatedBattle


@dataclass(frozen=True)
class Season:
    """Battles, and the truth behind them in log odds."""

    battles: tuple[RatedBattle, ...]
    strengths: dict[str, float]
    advantages: dict[str, float]


def season(
    seed: int, players: int = 24, battles: int = 400, scenarios: int = 6, strongest_side: float = 2.0
) -> Season:
    """Return a season; strengths lie evenly between -1.5 and 1.5, advantages between none and the strongest.

    Every tenth battle or so is drawn, else the chances are those of the model.
    """
    chance = random.Random(seed)
    strengths = {f"p{number:03}": chance.random() * 3 - 1.5 for number in range(players)}
    advantages = {
        f"s{number:02}": strongest_side * chance.choice((-1, 1)) * (0.4 + 0.6 * chance.random())
        for number in range(scenarios)
    }
    names, places = list(strengths), list(advantages)
    fought = []
    for number in range(battles):
        first, second = chance.sample(names, 2)
        scenario = chance.choice(places)
        odds = strengths[first] - strengths[second] + advantages[scenario]
        is_draw, is_won = chance.random() < 0.1, chance.random() < 1 / (1 + math.exp(-odds))
        day = f"2026-{1 + number * 12 // battles:02}-{1 + number % 28:02}"
        score = 1 if is_draw else 2 * is_won
        fought.append(RatedBattle(day, "dark_seas", scenario, (first,), "allies", (second,), "axis", score))
    return Season(tuple(fought), strengths, advantages)
