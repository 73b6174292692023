"""Pair large rounds in a background job, with its progress."""

from datetime import datetime
from typing import Any

from darkseas.club.models import AuditLine, Player, Tournament
from darkseas.club.tournaments.regulations import DUTCH, KNOCK_OUTS, ROUND_ROBINS, Kind
from darkseas.club.tournaments.tournament_so_far import Fought
from replays_app.models import Job
from replays_app.simulation import jobs
from scenarios_app.models import Scenario

from .round_rows import Setting

KIND = "club-round"
#: Steps of a job: read the entrants, pair them, store the round.
PARTS = 3
#: Largest fields that are paired within a request: by least cost, and by the Dutch system.
LARGEST_AT_ONCE, LARGEST_DUTCH_AT_ONCE = 64, 24
AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)
_TIMES = ("first_move_by", "ends_by")


def takes_long(fought: Fought) -> bool:
    """Whether pairing the next round takes too long for a request."""
    if fought.tournament.kind in ROUND_ROBINS | KNOCK_OUTS | {Kind.LADDER, Kind.CAMPAIGN}:
        return False
    most = LARGEST_DUTCH_AT_ONCE if fought.terms.paired_by == DUTCH else LARGEST_AT_ONCE
    return len(fought.entrants) > most


def is_at_work(held: Tournament) -> bool:
    """Whether a round is being paired in the background."""
    return held.draw_job is not None and held.draw_job.state in AT_WORK


def ask(by: Player, held: Tournament, setting: Setting, *, without_absent: bool) -> Job:
    """Queue the pairing of the next round, or return the running job; the caller locks the tournament."""
    if held.draw_job is not None and is_at_work(held):
        return held.draw_job
    before = held.draw_job
    # The number of audit lines makes a new job after pairings were discarded.
    lines = AuditLine.objects.filter(club=held.club_id).count()
    wanted = {"tournament": held.pk, "by": by.pk, "without_absent": without_absent, "lines": lines}
    held.draw_job = jobs.request(KIND, wanted | {"setting": _setting_json(setting)}, total=PARTS)
    held.save(update_fields=["draw_job"])
    if before is not None and before.pk != held.draw_job.pk:
        before.delete()
    return held.draw_job


def wanted_by(job: Job) -> tuple[Player, Tournament, Setting, bool]:
    """Return a job's director, tournament, setting, and whether to leave out players who did not check in."""
    by = Player.objects.get(pk=job.args["by"])
    held = Tournament.objects.get(pk=job.args["tournament"])
    return by, held, _setting_of(job.args["setting"]), bool(job.args["without_absent"])


def _setting_json(setting: Setting) -> dict[str, Any]:
    times = {name: getattr(setting, name) for name in _TIMES}
    return {
        "scenario": setting.scenario.pk if setting.scenario else None,
        "text": setting.text,
        "first_side": setting.first_side,
        "second_side": setting.second_side,
        "bid_minutes": setting.bid_minutes,
        **{name: moment.isoformat() if moment else None for name, moment in times.items()},
    }


def _setting_of(kept: dict[str, Any]) -> Setting:
    times: dict[str, Any] = {
        name: datetime.fromisoformat(kept[name]) if kept[name] else None for name in _TIMES
    }
    scenario = Scenario.objects.filter(pk=kept["scenario"]).first() if kept["scenario"] else None
    fields = {name: kept[name] for name in ("text", "first_side", "second_side", "bid_minutes")}
    return Setting(scenario=scenario, **fields, **times)
