"""API for creating, saving, sharing and publishing drafts. Members who are not authors get a 404."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpResponse, JsonResponse
from django.urls import reverse
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from darkseas.engine.scenario.spec import BadScenario, Finding
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.members.member_request import MemberAPIRequest
from darkseas.members.models import Member
from darkseas.web.form_submissions.idempotency_key import creates_once_by_key
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, places, pointer, record_of
from darkseas.web.strict_json import LongJSONParser
from scenarios_app import access
from scenarios_app.checks.all_checks import findings
from scenarios_app.models import Draft, DraftState, Revision, Scenario
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.ship_points import costs_of
from scenarios_app.revisions.store import spec_from
from scenarios_app.visibility import NoSuchChoice, show_to

from . import publishing
from . import store as drafts
from .people import invitations
from .starting_points import BLANK, starting_point


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """Request body for a new draft: a starting point, a revision or a complete scenario.

    With ``fork``, one of your own revisions starts a new scenario instead of opening its existing draft.
    """

    system: str = ""
    title: str = ""
    template: str = BLANK
    revision: int | None = None
    fork: bool = False
    spec: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """Request body for a save: the version that was edited and the complete new scenario."""

    version: int
    spec: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class AuthorsRequest:
    """Request body listing the names of all helpers. New helpers are invited first."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioRequest:
    """Scenario settings that the owner can change without a new revision; omitted fields stay unchanged.

    ``owner`` invites that member to take over the scenario; ownership changes when they accept. Your own name
    withdraws the offer.
    """

    visibility: str | None = None
    owner: str | None = None


class StartThrottle(UserRateThrottle):
    """Limit how many drafts a member creates."""

    scope = "drafts"
    rate = "120/hour"


class SaveThrottle(UserRateThrottle):
    """Limit how often a member saves. The editor waits for a pause in typing and stays below this limit."""

    scope = "draft-saves"
    rate = "120/min"


class DraftView(APIView):
    """Base class of the draft views: requires a member and accepts large request bodies."""

    permission_classes = [IsAuthenticated]
    parser_classes = [LongJSONParser]

    def handle_exception(self, exc: Exception) -> Response:
        """Return 404 when a draft is deleted during the request."""
        return super().handle_exception(Http404() if isinstance(exc, Draft.DoesNotExist) else exc)


class Drafts(DraftView):
    """``GET``: list your drafts. ``POST``: create one."""

    def get_throttles(self) -> list[Any]:
        """Throttle only POST."""
        return [StartThrottle()] if self.request.method == "POST" else []

    def get(self, request: MemberAPIRequest) -> HttpResponse:
        """Return a summary of each draft that the member may edit."""
        return _answer({"drafts": [_line_json(draft) for draft in drafts.drafts_of(request.user)]})

    @creates_once_by_key
    def post(self, request: MemberAPIRequest) -> HttpResponse:
        """Return 201 with the id and address of a new draft, or 200 with those of an existing one."""
        body = record_of(DraftRequest, request.data)
        try:
            draft, is_new = _started(request.user, body)
        except BadScenario as fault:
            raise bad_scenario(fault.findings, "/spec" if body.spec is not None else "") from None
        except drafts.DraftRefused as refusal:
            raise Problem(422, "refused", str(refusal)) from None
        address = reverse("draft", args=[draft.pk])
        answer = _answer({"id": str(draft.pk), "url": address}, 201 if is_new else 200)
        answer.headers["Location"] = reverse("drafts-api:draft", args=[draft.pk])
        return answer


class OneDraft(DraftView):
    """``GET``: read a draft. ``PUT``: save it. ``DELETE``: delete it if it was never published."""

    def get_throttles(self) -> list[Any]:
        """Throttle only PUT."""
        return [SaveThrottle()] if self.request.method == "PUT" else []

    def get(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        return _answer(_draft_json(draft_of(request.user, draft_id), request.user))

    def put(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        """Return the new version number with its errors and warnings."""
        draft = draft_of(request.user, draft_id)
        body = record_of(SaveRequest, request.data)
        member_limits.check_bytes(request.user)
        try:
            spec = spec_from(dict(body.spec))
            saved = drafts.save(draft.pk, request.user, body.version, spec)
        except BadScenario as fault:
            raise bad_scenario(fault.findings, "/spec") from None
        except drafts.VersionConflict as stale:
            raise _version_conflict(stale) from None
        return _answer(
            {
                "version": saved.version,
                "edited_at": saved.edited_at.isoformat(),
                "findings": [finding_json(finding) for finding in findings(spec)],
                "aims": list(publishing.aims_of(spec)),
                "costs": costs_of(spec),
            }
        )

    def delete(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        draft = owned_draft_of(request.user, draft_id)
        try:
            drafts.delete(draft)
        except drafts.DraftRefused as refusal:
            raise Problem(409, "published", str(refusal)) from None
        return HttpResponse(status=204)


class Publish(DraftView):
    """``POST``: publish a draft as the next revision."""

    def post(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        """Return 201 with the address and number of the revision."""
        draft = owned_draft_of(request.user, draft_id)
        body = record_of(publishing.Publishing, {} if request.data is None else request.data)
        try:
            revision = publishing.publish_draft(draft.pk, request.user, body)
        except drafts.VersionConflict as stale:
            raise _version_conflict(stale) from None
        except drafts.DraftRefused as refusal:
            raise Problem(422, "refused", str(refusal)) from None
        except BadScenario as fault:
            raise unpublishable(fault.findings) from None
        address = reverse("scenario", args=[revision.scenario.key])
        return _answer({"url": address, "number": revision.number}, 201)


class States(DraftView):
    """``GET``: list the stored earlier versions of a draft."""

    def get(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        """Return versions, editors and times, newest first."""
        draft = draft_of(request.user, draft_id)
        return _answer({"states": [_edit_json(state) for state in drafts.states(draft)]})


class OneState(DraftView):
    """``GET``: read an earlier version of a draft."""

    def get(self, request: MemberAPIRequest, draft_id: UUID, version: int) -> HttpResponse:
        draft = draft_of(request.user, draft_id)
        try:
            spec, state = drafts.document_at(draft, version)
        except LookupError:
            raise Problem(404, "not-found", "This version is no longer stored.") from None
        return _answer({**_edit_json(state), "spec": write(spec)})


class Authors(DraftView):
    """``PUT``: set the helpers, who may edit the scenario besides its owner."""

    def put(self, request: MemberAPIRequest, draft_id: UUID) -> HttpResponse:
        """Return the current helpers and the members with open invitations."""
        draft = owned_draft_of(request.user, draft_id)
        body = record_of(AuthorsRequest, request.data)
        try:
            invitations.set_helpers(draft, body.names)
        except invitations.UnknownMembers as unknown:
            raise _unknown_members([f"names.{place}" for place in unknown.places]) from None
        except drafts.DraftRefused as refusal:
            raise invalid("names", str(refusal)) from None
        invited = list[Json](invitations.names_asked(draft.scenario, invitations.HELP))
        return _answer({"authors": list[Json](_author_names(draft)), "invited": invited})


class OneScenario(DraftView):
    """``PATCH``: change the visibility or owner of a scenario."""

    def patch(self, request: MemberAPIRequest, key: str) -> HttpResponse:
        """Return visibility, owner and invited owner.

        404 if the scenario is not visible, otherwise 403 for members who do not own it.
        """
        scenario = access.visible(request.user).filter(key=key).first()
        if scenario is None:
            raise Problem(404, "not-found", "There is no such scenario.")
        if not access.is_owner(request.user, scenario):
            raise Problem(403, "not-yours", "Only its owner may do this.")
        body = record_of(ScenarioRequest, request.data)
        with transaction.atomic():
            _change(scenario, request.user, body)
        offered = invitations.names_asked(scenario, invitations.OWN)
        answer = {"visibility": scenario.visibility, "owner": _owner_name(scenario)}
        return _answer({**answer, "offered_to": offered[0] if offered else None})


def draft_of(member: Member, draft_id: UUID) -> Draft:
    """Return a draft that the member may edit. Raises Problem 404 otherwise."""
    related = Draft.objects.select_related("scenario__current", "scenario__owner", "edited_by")
    draft = related.defer("scenario__current__spec").filter(pk=draft_id).first()
    if draft is None or not access.may_edit(member, draft.scenario):
        raise Problem(404, "not-found", "There is no such draft.")
    return draft


def owned_draft_of(member: Member, draft_id: UUID) -> Draft:
    """Return a draft that the member owns. Raises Problem 403 if they are only a helper."""
    draft = draft_of(member, draft_id)
    if not access.is_owner(member, draft.scenario):
        raise Problem(403, "not-yours", "Only its owner may do this.")
    return draft


def finding_json(finding: Finding) -> dict[str, Json]:
    return {
        "where": finding.where,
        "text": finding.text,
        "rule": finding.rule,
        "remedy": finding.remedy,
        "is_advice": finding.is_advice,
    }


def bad_scenario(findings: Iterable[Finding], under: str) -> Problem:
    """Return the problem for an invalid scenario; its field paths are prefixed with `under`."""
    detail = "This scenario cannot be stored."
    return Problem(422, "bad-scenario", detail, errors=places(findings, under))


def unpublishable(findings: Iterable[Finding]) -> Problem:
    """Return the problem listing every error that prevents publishing."""
    hinders = list(findings)
    details = [finding_json(finding) for finding in hinders]
    return Problem(
        422, "unpublishable", "It cannot be published yet.", errors=places(hinders), findings=details
    )


# --- inside ------------------------------------------------------------------------------------------


def _started(member: Member, body: DraftRequest) -> tuple[Draft, bool]:
    """Return the requested draft and whether it is new."""
    if body.spec is not None:
        return drafts.start(member, spec_from(dict(body.spec))), True
    if body.revision is not None:
        return _started_from(member, body.revision, body.fork)
    try:
        spec = starting_point(body.system, body.template, body.title)
    except LookupError:
        raise invalid("template", "There is no such starting point for this rules system.") from None
    return drafts.start(member, spec), True


def _started_from(member: Member, number: int, is_fork: bool) -> tuple[Draft, bool]:
    revision = revision_for(member, number)
    if revision is None:
        raise invalid("revision", "There is no such revision.")
    if is_fork or not access.may_edit(member, revision.scenario):
        return publishing.fork(member, revision), True
    return drafts.draft_for(member, revision), False


def revision_for(member: Member, number: int) -> Revision | None:
    """Return a published revision by id if the member may open its scenario."""
    published = Revision.objects.filter(scenario__in=access.visible(member), number__isnull=False)
    return published.select_related("scenario__owner").filter(pk=number).first()


def _change(scenario: Scenario, member: Member, body: ScenarioRequest) -> None:
    if body.visibility is not None:
        try:
            show_to(scenario, member, body.visibility)
        except NoSuchChoice as refusal:
            raise invalid("visibility", str(refusal)) from None
    if body.owner is not None:
        try:
            invitations.offer_ownership(scenario, body.owner)
        except invitations.UnknownMembers:
            raise _unknown_members(["owner"]) from None
        except drafts.DraftRefused as refusal:
            raise invalid("owner", str(refusal)) from None


def _unknown_members(places: Iterable[str]) -> Problem:
    errors = [{"pointer": pointer(place), "detail": "No member has this name."} for place in places]
    return Problem(422, "invalid", "Some of these names belong to no member.", errors=errors)


def _version_conflict(stale: drafts.VersionConflict) -> Problem:
    draft = stale.current
    current = {**_edit_json(draft), "spec": write(drafts.document_of(draft))}
    detail = (
        "Somebody else has saved in the meantime. Fetch the current version and apply your changes to it."
    )
    return Problem(409, "stale", detail, current=current)


def _draft_json(draft: Draft, member: Member) -> dict[str, Json]:
    scenario = draft.scenario
    return {
        "id": str(draft.pk),
        "key": scenario.key,
        **_edit_json(draft),
        "spec": write(drafts.document_of(draft)),
        "scenario": _scenario_json(scenario),
        "owner": _owner_name(scenario),
        "authors": _author_names(draft),
        "is_owner": access.is_owner(member, scenario),
    }


def _line_json(draft: Draft) -> dict[str, Json]:
    scenario = draft.scenario
    return {
        "id": str(draft.pk),
        "url": reverse("draft", args=[draft.pk]),
        "key": scenario.key,
        "title": scenario.title,
        "system": scenario.system,
        **_edit_json(draft),
        "scenario": _scenario_json(scenario),
    }


def _scenario_json(scenario: Scenario) -> dict[str, Json]:
    current = scenario.current
    return {
        "visibility": scenario.visibility,
        "revision": current.number if current else None,
        "url": reverse("scenario", args=[scenario.key]) if current else None,
    }


def _edit_json(edited: Draft | DraftState) -> dict[str, Json]:
    """Return version, editor and time of an edit."""
    return {
        "version": edited.version,
        "edited_by": edited.edited_by.username if edited.edited_by else None,
        "edited_at": edited.edited_at.isoformat(),
    }


def _owner_name(scenario: Scenario) -> str | None:
    return scenario.owner.username if scenario.owner else None


def _author_names(draft: Draft) -> list[str]:
    return list(draft.authors.order_by("username").values_list("username", flat=True))


def _answer(value: dict[str, Json], status: int = 200) -> HttpResponse:
    return JsonResponse(value, status=status, headers={"Cache-Control": "private, no-store"})
