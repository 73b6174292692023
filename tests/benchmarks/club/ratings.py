"""P11: ratings of a large house recomputed whole: 20,000 results, 500 players, 60 scenarios.

There is no peer for this, so it tells figures and no ratio. They are asked to take less than 30 s, with all
that a club keeps of them: the list of today, curves, what sides are worth, the largest victories.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial

from darkseas.club.ratings.battles import WIN, RatedBattle, RatingTerms
from darkseas.club.ratings.rating_lists import rating_list
from darkseas.club.records.recomputation import Document, documents_of
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import SideFacts
from tests.club.ratings.generated_seasons import season

from ..environment import Surroundings
from ..measuring import Report, cpu_seconds

ROUNDS = 3
PLAYERS, BATTLES, SCENARIOS = 500, 20_000, 60
SMALL = (24, 400, 12)


def run(around: Surroundings) -> Report:
    """Measure a large house, and a club of usual size: the fit alone, then all that is kept."""
    report = Report("P11: ratings recomputed whole, of a processor (asked for: less than 30 s)")
    for players, battles, scenarios in ((PLAYERS, BATTLES, SCENARIOS), SMALL):
        known = season(1, players, battles, scenarios).battles
        sizes = f"{battles:,} results, {players} players, {scenarios} scenarios"
        fit = partial(rating_list, "dark_seas", known, RatingTerms())
        report.figure(f"{sizes}, the fit", [cpu_seconds(fit) for _ in range(ROUNDS)], "s")
        whole = _whole(known)
        report.figure(f"{sizes}, all that is kept", [cpu_seconds(whole) for _ in range(ROUNDS)], "s")
    return report


def _whole(battles: Iterable[RatedBattle]) -> "partial[Mapping[str, Document]]":
    """All that a club keeps, of results that were fought so."""
    records = [
        Ratified(
            number,
            date.fromisoformat(one.day),
            one.system,
            "",
            one.scenario,
            None,
            (
                SideFacts(one.first_side, one.score, (int(one.first[0][1:]),)),
                SideFacts(one.second_side, WIN - one.score, (int(one.second[0][1:]),)),
            ),
        )
        for number, one in enumerate(battles)
    ]
    return partial(documents_of, records, RatingTerms())
