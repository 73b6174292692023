"""How a club's seasons are scored: the club's own rule or the default, and changing the rule."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.db import transaction

from darkseas.club import audit
from darkseas.club.models import Club, Player
from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.outcomes import Ending, points_rule
from darkseas.club.standings.seasons import SeasonRule

from .refusals import locked

#: The default points for places.
HOUSE = SeasonRule()


def rule_of(club: Club) -> SeasonRule:
    return _from_json(club.season_rule) if club.season_rule else HOUSE


def change_rule(by: Player, rule: SeasonRule) -> bool:
    """Change the scoring of all seasons, including past ones; return whether it changed.

    The audit line triggers a recomputation of all tables.
    """
    with transaction.atomic():
        club = locked(by.club_id)
        before = rule_of(club)
        if before == rule:
            return False
        club.season_rule = {} if rule == HOUSE else _to_json(rule)
        club.save(update_fields=["season_rule"])
        audit.note(club, by, "season-rule.changed", club, before=_to_json(before), after=_to_json(rule))
    return True


def in_words(rule: SeasonRule) -> str:
    """Describe a season's scoring."""
    places = ", ".join(number_text(points) for points in rule.for_places) or "no"
    ends = (Ending.WON, Ending.DRAWN, Ending.LOST)
    won, drawn, lost = (number_text(rule.free_battles.of(ending)) for ending in ends)
    sentences = [
        f"A season counts {places} points for the first places of its tournaments, "
        f"{number_text(rule.for_taking_part)} more for taking part, {won} for winning a free battle and "
        f"{drawn} for drawing one" + ("." if lost == "0" else f", {lost} for losing one.")
    ]
    if rule.best_of is not None:
        sentences.append(f"Each player’s best {rule.best_of} tournaments count.")
    if rule.fewest > 1:
        sentences.append(f"The table lists players who took part at least {rule.fewest} times.")
    return " ".join(sentences)


def _to_json(rule: SeasonRule) -> dict[str, Any]:
    ends = (("won", Ending.WON), ("drawn", Ending.DRAWN), ("lost", Ending.LOST))
    return {
        "places": [str(points) for points in rule.for_places],
        "taking_part": str(rule.for_taking_part),
        **{name: str(rule.free_battles.of(ending)) for name, ending in ends},
        "best_of": rule.best_of,
        "fewest": rule.fewest,
    }


def _from_json(kept: Mapping[str, Any]) -> SeasonRule:
    won, drawn, lost = (Fraction(kept[name]) for name in ("won", "drawn", "lost"))
    return SeasonRule(
        for_places=tuple(Fraction(points) for points in kept["places"]),
        for_taking_part=Fraction(kept["taking_part"]),
        free_battles=points_rule(won, drawn, lost),
        best_of=kept["best_of"],
        fewest=kept["fewest"],
    )
