"""What somebody may do with a scenario on its page, and what stands there about its coming into being."""

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
    """What a scenario goes on from; the address is empty where one may not look."""

    title: str
    number: int
    author: str
    address: str


@dataclass(frozen=True, slots=True)
class Actions:
    """What `_scenario_actions.html` shows.

    ``draft`` is the id of the draft that the person may edit, none for others; ``why_no_fork`` a sentence
    where nobody may go on from the revision. ``taken_down`` is the decision that hid the scenario.
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
    """Return what a person may do with a revision, which says `spec`, of a scenario that they may see."""
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
    """Return what a scenario goes on from, by its title of that day; none for one that began afresh."""
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
    """Return who wrote a revision, as it says, and who published it: anybody may write any name there."""
    if revision.author is None:
        return "the library"
    name, written = revision.author.username, spec_of(revision).about.author
    return f"{written} ({name})" if written else name


def _revisions(scenario: Scenario) -> QuerySet[Revision]:
    published = scenario.revisions.filter(number__isnull=False).select_related("author")
    return published.defer("spec").order_by("-number")


def _why_no_fork(revision: Revision, spec: ScenarioSpec, person: Person) -> str:
    if revision.scenario.taken_down_at is not None:
        return "It was taken down, so nobody goes on from it."
    licence = licence_of(revision, spec)
    if access.is_owner(person, revision.scenario) or licences.may_be_forked(licence):
        return ""
    return "Its licence does not let others go on from it."


def _taken_down(scenario: Scenario) -> Report | None:
    if scenario.taken_down_at is None:
        return None
    return scenario.reports.filter(decision="taken-down").order_by("-decided_at").first()
