"""What a round is fought on: its scenario as it stood when the round was laid out, and who may sit down."""

from collections.abc import Iterable, Mapping

from darkseas.club.models import Player, Round
from darkseas.club.results.naming.scenarios import may_all_open, sides_of
from scenarios_app.models import Revision
from scenarios_app.revisions.scenario_and_side_titles import cards_of


def revision_of(found: Round) -> Revision | None:
    """Return what a round is fought on; None where that is no scenario of the site.

    Of a round of former days it was not kept: it is what stands now.
    """
    return found.revision or (found.scenario.current if found.scenario else None)


def side_names(found: Round) -> Mapping[str, str]:
    """Return the names of a round's sides by their keys; none where its scenario is none of the site."""
    if found.scenario is None:
        return {}
    revision = found.revision if found.revision_id != found.scenario.current_id else None
    if revision is None:  # it stands as it stood
        return sides_of(found.scenario)
    return {side["key"]: side["name"] for side in cards_of([revision.digest])[revision.digest].sides}


def may_sit_down(players: Iterable[Player], found: Round) -> bool:
    """Whether some players may fight a round on its scenario.

    What all of a round could open when it was laid out is fought on, though its owner hides it meanwhile;
    what a moderator has taken down is not.
    """
    scenario = found.scenario
    if scenario is None:
        return False
    return (found.is_open and scenario.taken_down_at is None) or may_all_open(players, scenario)
