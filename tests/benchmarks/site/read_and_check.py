"""P9: read a battle of some 500 entries from the database and check it, against a bare read of its rows.

Ours is what a check of a battle is made of: the rows with their copies, the chain, decoding, and every order
decided again and compared. The other side is the driver's cursor, which fetches the same columns of the same
rows and looks at none.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from darkseas.engine.play.verification import first_divergence
from replays_app.log import store as log_store
from replays_app.log.reader import quick_order
from replays_app.models import Battle, LogEntry

from .. import battles, stored_sizes
from ..environment import Surroundings
from ..measuring import Goal, Report, cpu_seconds, in_turn

LENGTH = 500
FOUGHT = 6
READS = 50
GOAL = Goal(target=8, floor=16, at_least=False)
_COLUMNS = ("seq", "kind", "shape", "audience", "data", "salt", "leaf", "link")


def run(around: Surroundings) -> Report:
    """Measure P9."""
    report = Report("P9  read and check a battle, rows to verdict, against a bare read of its rows")
    fought = min(battles.between_bots(FOUGHT), key=lambda battle: abs(len(battle.entries) - LENGTH))
    battle = stored_sizes.store(battles.spec(), fought.entries)
    report.say(f"Savo Island between captains, {len(fought.entries)} entries, {connection.vendor}")
    rows = LogEntry.objects.filter(battle_id=battle.pk).order_by("seq").values_list(*_COLUMNS)
    sql, parameters = rows.query.sql_with_params()
    rounds = in_turn(
        lambda: cpu_seconds(lambda: _check(battle)),
        lambda: cpu_seconds(lambda: _bare_reads(sql, parameters)) / READS,
    )
    report.figure("read and checked", [1e3 * checked for checked, _ in rounds], "ms")
    report.figure("bare read", [1e3 * read for _, read in rounds], "ms")
    report.ratio("read and check ÷ bare read", [checked / read for checked, read in rounds], GOAL)
    return report


def _check(battle: Battle) -> None:
    fault, stored = log_store.verified(battle.pk)
    if fault is not None:
        raise AssertionError("the log is not as it was appended")
    entries = log_store.decoded(battle.pk, stored)
    if first_divergence(battles.system(), battles.initial_state(), entries, quick_order) is not None:
        raise AssertionError("deciding again gives something else")


def _bare_reads(sql: str, parameters: Sequence[Any]) -> None:
    for _ in range(READS):
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            if not cursor.fetchall():
                raise AssertionError("there is no row")
