"""Actions on a scenario's page, and its attribution."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.drafts.publishing import licence_of
from scenarios_app.models import Draft, Report, Revision, Scenario
from scenarios_app.revisions import licences
from scenarios_app.revisions.store import spec_of


@dataclass(frozen=True, slots=True)
class Attribution:
    """The scenario that a fork is based on; the address is empty if the viewer may not see it."""

    title: str
    number: int
    author: str
    address: str


@dataclass(frozen=True, slots=True)
class Actions:
    """Context of `scenario_parts/_actions.html`.

    ``draft`` is the id of the draft if the viewer may edit it, else None; ``why_no_fork`` explains why the
    revision cannot be forked. ``taken_down`` is the decision that hid the scenario.
    """

    scenario: Scenario
    revision: Revision
    revisions: QuerySet[Revision]
    is_current: bool
    is_owner: bool
    draft: UUID | None
    why_no_fork: str
    after: Attribution | None
    taken_down: Report | None


def actions_for(scenario: Scenario, revision: Revision, spec: ScenarioSpec, person: Person) -> Actions:
    """Return the viewer's possible actions on a revision with this spec."""
    may_edit = access.may_edit(person, scenario)
    return Actions(
        scenario=scenario,
        revision=revision,
        revisions=_revisions(scenario),
        is_current=revision.pk == scenario.current_id,
        is_owner=access.is_owner(person, scenario),
        draft=Draft.objects.filter(scenario=scenario).values_list("pk", flat=True).first()
        if may_edit
        else None,
        why_no_fork=_why_no_fork(revision, spec, person),
        after=attribution(scenario, person),
        taken_down=_taken_down(scenario),
    )


def attribution(scenario: Scenario, person: Person) -> Attribution | None:
    """Return the fork's origin with its title at the time, None for an original scenario."""
    origin = scenario.forked_from
    if origin is None:
        return None
    may_look = access.visible(person).filter(pk=origin.scenario_id).exists()
    return Attribution(
        title=spec_of(origin).title,
        number=origin.number or 0,
        author=_author(origin),
        address=reverse("revision", args=[origin.scenario.key, origin.number]) if may_look else "",
    )


def _author(revision: Revision) -> str:
    """Return the stated author and the publishing member; the stated name is unverified."""
    if revision.author is None:
        return "the library"
    name, written = revision.author.username, spec_of(revision).about.author
    return f"{written} ({name})" if written else name


def _revisions(scenario: Scenario) -> QuerySet[Revision]:
    published = scenario.revisions.filter(number__isnull=False).select_related("author")
    return published.defer("spec").order_by("-number")


def _why_no_fork(revision: Revision, spec: ScenarioSpec, person: Person) -> str:
    if revision.scenario.taken_down_at is not None:
        return "It was taken down and cannot be forked."
    licence = licence_of(revision, spec)
    if access.is_owner(person, revision.scenario) or licences.may_be_forked(licence):
        return ""
    return "Its licence does not allow forks."


def _taken_down(scenario: Scenario) -> Report | None:
    if scenario.taken_down_at is None:
        return None
    return scenario.reports.filter(decision="taken-down").order_by("-decided_at").first()
