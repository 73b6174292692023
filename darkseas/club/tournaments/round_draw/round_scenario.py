"""The scenario of a round, fixed when the round was paired, and the permission to play it."""

from collections.abc import Iterable, Mapping

from darkseas.club.models import Player, Round
from darkseas.club.results.naming.scenarios import may_all_open, sides_of
from scenarios_app.models import Revision
from scenarios_app.revisions.scenario_and_side_titles import cards_of


def revision_of(found: Round) -> Revision | None:
    """Return the scenario revision of a round; None for scenarios outside the site.

    Old rounds did not store it; they use the current revision.
    """
    return found.revision or (found.scenario.current if found.scenario else None)


def side_names(found: Round) -> Mapping[str, str]:
    """Return the names of a round's sides by key; empty for scenarios outside the site."""
    if found.scenario is None:
        return {}
    revision = found.revision if found.revision_id != found.scenario.current_id else None
    if revision is None:  # the stored revision applies
        return sides_of(found.scenario)
    return {side["key"]: side["name"] for side in cards_of([revision.digest])[revision.digest].sides}


def may_sit_down(players: Iterable[Player], found: Round) -> bool:
    """Whether these players may play the scenario of a round.

    If every entrant had access when the round was paired, they keep it although the owner hides the scenario.
    Scenarios that a moderator took down cannot be played.
    """
    scenario = found.scenario
    if scenario is None:
        return False
    return (found.is_open and scenario.taken_down_at is None) or may_all_open(players, scenario)
