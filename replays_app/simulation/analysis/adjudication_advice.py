"""Advice for an adjudicator: how captains would finish a battle from its current state.

They finish the battle many times with separate dice, and nothing is added to its log. The result depends on
hidden facts of both sides, so no seat holder may see it.
"""

from collections import Counter
from hashlib import sha256

from darkseas.engine.bots.battle import BattleStuck, fight_on
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules import registry
from replays_app.models import Battle, Job
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL

from .. import jobs
from ..bot_battles import MOST_S, patient

KIND = "fought-on"
#: How many times the captains finish the battle.
TIMES = 40
_SEED = b"darkseas/fought-on\0"


def request(battle: Battle) -> Job:
    """Return the job that finishes a running battle from its last entry; one job per state of the log."""
    context = BattleContext.of(battle)
    entries = cursor_cache.newest(context, ALL).position
    args: dict[str, Json] = {"battle": battle.pk.hex, "entries": entries, "release": registry.RELEASE}
    return jobs.request(KIND, args, total=TIMES)


def last_of(battle: Battle) -> Job | None:
    """Return the newest such job of a battle, None if there is none."""
    return Job.objects.filter(kind=KIND, args__battle=battle.pk.hex).order_by("-created_at").first()


def work(job: Job) -> None:
    """Finish the battle many times, and store how often each side won. Raises `jobs.LeaseLost`."""
    battle = Battle.objects.select_related("revision").get(pk=job.args["battle"])
    context = BattleContext.of(battle)
    if not context.rules.are_todays:
        jobs.fail(job, f"Captains only play under the current rules, and this battle uses {battle.release}.")
        return
    sides = [side.key for side in context.initial.spec.sides]
    cursors = cursor_cache.newest_of(context, (ALL, *sides))
    if cursors[ALL].is_over:
        jobs.fail(job, "The battle has ended meanwhile.")
        return
    views = {side: cursors[side].state for side in sides}
    ends: Counter[str] = Counter()
    try:
        for number in range(job.total):
            seed = sha256(_SEED + battle.pk.bytes + number.to_bytes(4)).digest()
            captains = dict.fromkeys(sides, patient(context.system.bot, MOST_S))
            ended = fight_on(context.system, cursors[ALL].state, views, seed, bots=captains)
            ends[ended.winner or ""] += 1
            jobs.advance(job, number + 1)
    except BattleStuck as fault:
        jobs.fail(job, f"The captains could not finish the battle: {fault.why}")
        return
    wins: dict[str, Json] = {side: ends[side] for side in sides}
    jobs.finish(job, {"battles": job.total, "wins": wins, "drawn": ends[""], "turn": cursors[ALL].turn})
