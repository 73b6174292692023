"""Records that follow what tests report: what the tests of this room begin with."""

import random
from collections.abc import Sequence
from datetime import timedelta

from darkseas.club.models import Club, Player, RatingDocument, Recomputation
from darkseas.club.records import recomputation
from darkseas.club.results import store
from replays_app.models import Job
from replays_app.simulation import tasks
from tests.club.results.club_events import DAY, facts


def follow(club: Club) -> Recomputation:
    """Do all that the clock and a worker would do until the records stand, and return how they do."""
    recomputation.ask_where_changed()
    for job in Job.objects.filter(kind=recomputation.KIND, state=Job.State.QUEUED):
        tasks.work(job.pk.hex)
    return Recomputation.objects.select_related("job").get(club=club)


def documents(club: Club) -> dict[str, recomputation.Document]:
    """The documents that are kept of a club."""
    return {
        row.system: recomputation.Document(row.digest, row.results, row.battles, row.body)
        for row in RatingDocument.objects.filter(club=club)
    }


def year(club: Club, players: Sequence[Player], battles: int, seed: int = 1) -> None:
    """Most of a year of results by chance, the first of the players the strongest; each counts at once."""
    chance = random.Random(seed)
    for number in range(battles):
        (red, strength), (blue, other) = chance.sample([*zip(players, range(len(players)), strict=True)], 2)
        winner = 0 if chance.random() < 1 / (1 + 1.4 ** (strength - other)) else 1
        what = facts(
            red,
            blue,
            None if number % 11 == 10 else winner,
            day=DAY - timedelta(days=300 - 300 * number // battles),
            scenario_text=("Savo Island", "The coves")[number % 2],
            system=("dark_seas", "fleet_battle")[number % 5 == 0],
        )
        store.confirm(store.report(club, red, what), blue)
