"""The analysis of a finished battle: chance to win, luck and judgement."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from darkseas.engine.serialization.canonical_json import Json
from replays_app.models import Battle, Job
from replays_app.replay import response_cache
from replays_app.simulation.analysis import battle_analysis

from .requests import answering_problems, battle_of

_STATES = {Job.State.QUEUED: "waiting", Job.State.RUNNING: "running", Job.State.FAILED: "failed"}


@answering_problems("GET", "HEAD")
def tell_analysis(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the analysis, or with the progress of the job that makes it."""
    battle = battle_of(request, battle_id)
    return response_cache.private(response_cache.to_bytes(_analysis_json(battle)))


def _analysis_json(battle: Battle) -> dict[str, Json]:
    found = battle_analysis.of(battle) if battle.is_over else None
    if found is not None:
        return {"state": "done", "percent": battle_analysis.TOTAL, "error": "", "analysis": found.content}
    job = battle_analysis.last_job(battle)
    state = "none" if job is None else _STATES.get(Job.State(job.state), "none")
    return {
        "state": state,
        "percent": job.done if job is not None and state == "running" else 0,
        "error": job.error if job is not None and state == "failed" else battle_analysis.refusal(battle),
        "analysis": None,
    }
