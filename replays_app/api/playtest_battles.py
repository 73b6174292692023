"""Run bot battles on a draft, and query or stop background jobs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.members.models import Member
from darkseas.rules.registry import system
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, places, record_of
from replays_app.models import Job
from replays_app.replay import response_cache
from replays_app.simulation import draft_balances, jobs, playtest_battles
from scenarios_app import access
from scenarios_app.drafts.store import document_of
from scenarios_app.models import Draft
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.store import keep_trial


@dataclass(frozen=True, slots=True)
class TrialBattlesRequest:
    """Body of a request for playtest battles: their number and the version of the draft."""

    battles: int = 1
    version: int | None = None


class TrialBattles(APIView):
    """``POST``: let bots play the saved draft, once to watch or often to test its balance.

    ``GET``: results of the draft's versions that bots played often.
    """

    permission_classes = [IsAuthenticated]

    def get(self, request: Request, draft_id: UUID) -> HttpResponse:
        """Answer with the versions that bots played often, newest first."""
        draft = _draft(_member(request), draft_id)
        states = draft_balances.fought_states(draft, document_of(draft))
        return response_cache.private(response_cache.to_bytes({"fought": [state.json for state in states]}))

    def post(self, request: Request, draft_id: UUID) -> HttpResponse:
        """Answer 202 with the job and the addresses to query and cancel it."""
        member = _member(request)
        body = record_of(TrialBattlesRequest, {} if request.data is None else request.data)
        draft = _draft(member, draft_id)
        if body.version not in (None, draft.version):
            raise Problem(409, "stale", "The draft has changed. Start again with its current version.")
        if not 1 <= body.battles <= playtest_battles.MOST_BATTLES:
            raise invalid("battles", f"must be from 1 to {playtest_battles.MOST_BATTLES}")
        member_limits.check_bytes(member)
        try:
            spec = document_of(draft)
            system(spec.system).initial_state(spec)
            job = _begun(draft, spec, body.battles, member)
        except BadScenario as fault:
            errors = places(fault.findings)
            raise Problem(422, "bad-scenario", "This draft cannot be played yet.", errors=errors) from None
        except jobs.TooManyJobs:
            raise Problem(
                429, "too-many-jobs", "Your other jobs are still running. Wait until one has finished."
            ) from None
        addresses = {
            "url": reverse("battles-api:job", args=[job.pk]),
            "cancel_url": reverse("battles-api:cancel", args=[job.pk]),
        }
        return response_cache.private(response_cache.to_bytes({"job": job.pk.hex, **addresses}), 202)


class Jobs(APIView):
    """``GET``: one of the requester's jobs."""

    permission_classes = [IsAuthenticated]

    def get(self, request: Request, job_id: UUID) -> HttpResponse:
        """Answer with the job's status, progress and result."""
        return response_cache.private(response_cache.to_bytes(job_json(_own(request, job_id))))


class Cancel(APIView):
    """``POST``: stop one of the requester's jobs."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, job_id: UUID) -> HttpResponse:
        """Answer with the job; a finished job keeps its status."""
        job = _own(request, job_id)
        jobs.cancel(job)
        job.refresh_from_db()
        return response_cache.private(response_cache.to_bytes(job_json(job)))


def job_json(job: Job) -> Mapping[str, Any]:
    """Return the job as its owner may see it."""
    return {
        "job": job.pk.hex,
        "kind": job.kind,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "silent_s": jobs.silence(job),
        "result": job.result,
        "error": job.error,
    }


def _draft(member: Member, draft_id: UUID) -> Draft:
    draft = Draft.objects.select_related("scenario").filter(pk=draft_id).first()
    if draft is None or not access.may_edit(member, draft.scenario):
        raise Problem(404, "not-found", "Draft not found.")
    return draft


@transaction.atomic
def _begun(draft: Draft, spec: ScenarioSpec, battles: int, member: Member) -> Job:
    """Start and return the job that plays the draft, for a member whose account exists at that moment.

    Raises BadScenario, TooManyJobs, or NotAuthenticated if the member is being deleted.
    """
    if not Member.objects.keep_here(member):
        raise NotAuthenticated
    return playtest_battles.request(keep_trial(draft.scenario, spec, member), battles, member)


def _member(request: Request) -> Member:
    """Return the requester. Raises NotAuthenticated, which the views' permissions rule out."""
    if not isinstance(request.user, Member):
        raise NotAuthenticated
    return request.user


def _own(request: Request, job_id: UUID) -> Job:
    job = Job.objects.filter(pk=job_id, owner=_member(request)).first()
    if job is None:
        raise Problem(404, "not-found", "Job not found.")
    return job
