"""Analysis of a finished battle as a background job, and its stored form.

The stored content is JSON, with all values from the first side's point of view: `start` and `end`, a `curve`
with a point for the start of each turn, `steps` that changed something, `sums` of luck and judgement,
`turning_points`, and for each side its `best` and `worst` order with what the captain would have ordered
instead.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from darkseas.engine.bots.analysis.budget import seeds_for
from darkseas.engine.bots.analysis.luck_and_judgement import (
    Analysis,
    CurvePoint,
    Estimate,
    StepValue,
    analysis_of,
)
from darkseas.engine.bots.analysis.nodes import nodes_of, turn_starts, values_with_seed
from darkseas.engine.bots.analysis.play_out import PlayOut, PlayOutStuck, seed_of
from darkseas.engine.bots.analysis.positions import RecordedBattle, positions_of
from darkseas.engine.bots.analysis.turning_points import best_and_worst, turning_points
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.rules import registry
from replays_app.log import store as log_store
from replays_app.models import Battle, BattleAnalysis, Job
from replays_app.replay.battle_context import BattleContext

from .. import jobs

KIND = "analysis"
#: Progress is told in per cent.
TOTAL = 100
#: Unfinished analyses that people without an account may have together.
MOST_WITHOUT_ACCOUNT = 5
#: Stored decimals: far finer than the error, so sums still agree for a reader.
_DECIMALS = 6

Report = Callable[[int], None]


class NotAnalysable(Exception):
    """The battle cannot be analysed; the message is a sentence for a reader."""


def of(battle: Battle) -> BattleAnalysis | None:
    """Return a battle's analysis under the current release, or None."""
    return BattleAnalysis.objects.filter(battle=battle, release=registry.RELEASE).first()


def refusal(battle: Battle) -> str:
    """Return why a battle cannot be analysed, or an empty string."""
    if not battle.is_over:
        return "A battle can be analysed when it is over."
    if battle.broken_at is not None:
        return "This log cannot be verified to its end, so it is not analysed."
    if not BattleContext.of(battle).rules.are_todays:
        return f"Captains only play under the current rules, and this battle uses {battle.release}."
    return ""


def request(battle: Battle, owner: Member | None) -> Job:
    """Return the job that analyses a battle. Raises NotAnalysable or `jobs.TooManyJobs`."""
    reason = refusal(battle)
    if reason:
        raise NotAnalysable(reason)
    running = last_job(battle)
    if running is not None and running.state in (Job.State.QUEUED, Job.State.RUNNING):
        return running
    if owner is None and _waiting_without_account() >= MOST_WITHOUT_ACCOUNT:
        raise jobs.TooManyJobs
    args: dict[str, Json] = {"battle": battle.pk.hex, "release": registry.RELEASE}
    return jobs.request(KIND, args, total=TOTAL, owner=owner)


def last_job(battle: Battle) -> Job | None:
    """Return the newest analysis job of a battle, None if there is none."""
    jobs_of_battle = Job.objects.filter(kind=KIND, args__battle=battle.pk.hex, args__release=registry.RELEASE)
    return jobs_of_battle.order_by("-created_at").first()


def _waiting_without_account() -> int:
    return Job.objects.filter(kind=KIND, owner=None, state__in=(Job.State.QUEUED, Job.State.RUNNING)).count()


def work(job: Job) -> None:
    """Analyse the job's battle and store the result. Raises `jobs.LeaseLost`."""
    battle = Battle.objects.select_related("revision").get(pk=job.args["battle"])
    try:
        content = analyse(battle, lambda percent: jobs.advance(job, percent))
    except NotAnalysable as fault:
        jobs.fail(job, str(fault))
        return
    with transaction.atomic():
        store(battle, content)
        jobs.finish(job, None)


def store(battle: Battle, content: Mapping[str, Json], release: str = registry.RELEASE) -> None:
    """Store a battle's analysis in place of an older one."""
    BattleAnalysis.objects.update_or_create(
        battle=battle, defaults={"release": release, "content": dict(content)}
    )


def analyse(battle: Battle, report: Report) -> dict[str, Json]:
    """Return the content of a battle's analysis. `report` gets the progress in per cent.

    Raises NotAnalysable.
    """
    reason = refusal(battle)
    if reason:
        raise NotAnalysable(reason)
    recorded = _recorded(battle)
    if not recorded.positions:
        raise NotAnalysable("Nobody gave an order in this battle.")
    try:
        analysis = _analysis(recorded, report)
    except PlayOutStuck as fault:
        raise NotAnalysable(f"The captains could not finish the battle: {fault}.") from fault
    return _content(recorded, analysis)


def _recorded(battle: Battle) -> RecordedBattle:
    context = BattleContext.of(battle)
    sides = [side.key for side in context.initial.spec.sides]
    return positions_of(context.system, context.initial.state, sides, log_store.read(battle.pk))


def _analysis(recorded: RecordedBattle, report: Report) -> Analysis:
    nodes = nodes_of(recorded)
    turns = turn_starts(recorded, nodes)
    first = values_with_seed(recorded, nodes, 0, range(len(nodes)))
    seeds = seeds_for(first, values_with_seed(recorded, nodes, 0, turns).orders)
    all_seeds = seeds.at_all + seeds.at_turns
    values = [first]
    for number in range(1, all_seeds):
        wanted = range(len(nodes)) if number < seeds.at_all else turns
        report(min(TOTAL - 1, TOTAL * number // all_seeds))
        values.append(values_with_seed(recorded, nodes, number, wanted))
    return analysis_of(recorded, nodes, values[: seeds.at_all], values[seeds.at_all :], turns)


def _content(recorded: RecordedBattle, analysis: Analysis) -> dict[str, Json]:
    sides = analysis.sides
    return {
        "sides": list(sides),
        "start": _rounded(analysis.start),
        "end": {"win": analysis.end.win, "points": _rounded(analysis.end.points)},
        "step_seeds": analysis.step_seeds,
        "curve_seeds": analysis.curve_seeds,
        "curve": [_point(point) for point in analysis.curve],
        "steps": [_step(step) for step in analysis.steps if _changed(step)],
        "sums": {
            "luck": _rounded(analysis.luck),
            "judgement": {side: _rounded(analysis.judgement_of(side)) for side in sides},
        },
        "turning_points": [
            {
                "seq": point.seq,
                "turn": point.turn,
                "side": point.side,
                "cause": point.cause,
                "before": _rounded(point.before),
                "change": _estimate(point.change),
            }
            for point in turning_points(analysis)
        ],
        "orders": {side: _best_and_worst(recorded, analysis, side) for side in sides},
    }


def _best_and_worst(recorded: RecordedBattle, analysis: Analysis, side: str) -> dict[str, Json]:
    best, worst = best_and_worst(analysis, side)
    found: dict[str, Json] = {}
    if best is not None:
        found["best"] = _step(best)
    if worst is not None:
        found["worst"] = {**_step(worst), "instead": _captains_order(recorded, worst.seq)}
    return found


def _captains_order(recorded: RecordedBattle, seq: int) -> Json:
    """Return what the captain would have ordered at an entry."""
    position = next(one for one in recorded.positions if one.seq == seq)
    captain = PlayOut(recorded.system, recorded.sides, position.views, seed_of(0))
    _, name, blanks = captain.captains_order(position.side)
    return {"order": name, "blanks": dict(blanks)}


def _point(point: CurvePoint) -> dict[str, Json]:
    return {
        "seq": point.seq,
        "turn": point.turn,
        "chance": _estimate(point.chance),
        "points": _estimate(point.points),
    }


def _step(step: StepValue) -> dict[str, Json]:
    return {
        "seq": step.seq,
        "turn": step.turn,
        "side": step.side,
        "order": step.order,
        "chance": _rounded(step.chance),
        "judgement": _estimate(step.judgement),
        "luck": _estimate(step.luck),
        "judgement_points": _estimate(step.judgement_points),
        "luck_points": _estimate(step.luck_points),
        "as_captain": _rounded(step.as_captain),
    }


def _changed(step: StepValue) -> bool:
    values: tuple[Any, ...] = (step.judgement, step.luck, step.judgement_points, step.luck_points)
    return any(value.mean or value.half for value in values)


def _estimate(value: Estimate) -> list[float]:
    """Return a mean and half the width of its 95 % interval."""
    return [_rounded(value.mean), _rounded(value.half)]


def _rounded(value: float) -> float:
    return round(value, _DECIMALS)
