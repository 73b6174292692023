"""Publish drafts as revisions, and fork revisions into new drafts."""

from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.members.models import Member
from darkseas.rules.registry import system
from scenarios_app import sections
from scenarios_app.checks.all_checks import findings
from scenarios_app.models import Draft, Revision, Scenario, Visibility
from scenarios_app.revisions import licences, member_limits
from scenarios_app.revisions.store import canonical, digest_of, publish, spec_of
from scenarios_app.visibility import STAYS, NoSuchChoice, check_choice, choice_of, is_fresh, show_to

from .store import DraftRefused, VersionConflict, document_of, locked, start, store

LONGEST_NOTE = 2000
MOST_REVISIONS = 10**6


@dataclass(frozen=True, slots=True)
class Publishing:
    """An author's choices when publishing a draft.

    ``version`` is the version the author reviewed, None for the latest; ``note`` describes the changes; a
    given ``licence`` is written into the scenario first. Without ``visibility`` it stays unchanged. A first
    revision is public unless its visibility was chosen before or it forks a scenario that is not public.
    """

    note: str = ""
    visibility: str = ""
    version: int | None = None
    licence: str = ""


def aims_of(spec: ScenarioSpec) -> tuple[str, ...]:
    """Return the victory conditions as sentences; empty if they cannot be read yet."""
    try:
        return system(spec.system).aims_in_words(spec)
    except (LookupError, BadScenario):
        return ()


def publish_draft(draft_id: UUID, member: Member, publishing: Publishing) -> Revision:
    """Publish the draft as the next revision of its scenario; new battles use it from then on.

    Raises VersionConflict if the draft has changed since, BadScenario with its errors, DraftRefused if
    nothing has changed or the note is missing, TooMuchOnRecord if the member publishes too often. If only the
    visibility has changed, it is updated and the current revision is returned.
    """
    with transaction.atomic():
        draft = locked(draft_id)
        scenario = Scenario.objects.select_for_update().get(pk=draft.scenario_id)
        if publishing.version not in (None, draft.version):
            raise VersionConflict(draft)
        spec = _licensed(document_of(draft), publishing.licence)
        hinders = tuple(finding for finding in _all_findings(scenario, spec) if not finding.is_advice)
        if hinders:
            raise BadScenario(hinders)
        shown = _shown_to_others(scenario, member, spec, publishing.visibility)
        if shown is not None:
            return shown
        _check_publishing(scenario, member, spec, publishing)
        member_limits.check_publishing(member)
        if canonical(spec) != bytes(draft.document):
            store(draft, member, canonical(spec), spec.title)
        revision = publish(spec, author=member, note=publishing.note.strip()[:LONGEST_NOTE])
        sections.on_published(revision)
        choice = publishing.visibility or (Visibility.PUBLIC.value if is_fresh(scenario) else STAYS)
        if choice != STAYS:
            show_to(Scenario.objects.get(pk=scenario.pk), member, choice)
        return revision


def fork(member: Member, revision: Revision) -> Draft:
    """Start a private scenario of the member's own, based on and credited to a revision.

    The original author stays in the credit and is not copied into the new author field. Raises DraftRefused
    if the licence does not allow forks.
    """
    if revision.scenario.taken_down_at is not None:
        raise DraftRefused("This scenario was taken down and cannot be forked.")
    spec = spec_of(revision)
    licence = licence_of(revision, spec)
    if revision.scenario.owner_id != member.pk and not licences.may_be_forked(licence):
        raise DraftRefused(
            f"“{spec.title}” is under “{licence or 'no licence'}”, which does not allow forks. "
            "Ask its author, or fork another scenario."
        )
    is_own = revision.scenario.owner_id == member.pk
    about = replace(spec.about, licence=licence, author=spec.about.author if is_own else "")
    return start(member, replace(spec, about=about), forked_from=revision)


def revision_of(scenarios: QuerySet[Scenario], number: int) -> Revision | None:
    """Return the revision with this number of the single scenario in the queryset, or None."""
    if number > MOST_REVISIONS:
        return None
    revisions = Revision.objects.filter(scenario__in=scenarios, number=number)
    return revisions.select_related("scenario__owner", "scenario__forked_from__scenario", "author").first()


def licence_of(revision: Revision, spec: ScenarioSpec) -> str:
    """Return the licence of a revision; the library's default applies if its file states none."""
    if spec.about.licence or revision.scenario.owner_id is not None:
        return spec.about.licence
    return licences.OF_LIBRARY


def _licensed(spec: ScenarioSpec, licence: str) -> ScenarioSpec:
    return replace(spec, about=replace(spec.about, licence=licence)) if licence else spec


def _all_findings(scenario: Scenario, spec: ScenarioSpec) -> tuple[Finding, ...]:
    return (*findings(spec), *_of_licence(scenario, spec))


def _of_licence(scenario: Scenario, spec: ScenarioSpec) -> tuple[Finding, ...]:
    licence = spec.about.licence
    if licence not in licences.LICENCES:
        text = "Choose a licence for the scenario."
        return (Finding("about.licence", text, remedy="Choose: " + "; ".join(licences.LICENCES) + "."),)
    origin = scenario.forked_from
    if origin is not None and not licences.fits_after(licence, spec_of(origin)):
        text = f"The original is licensed under {spec_of(origin).about.licence}, so this fork must be too."
        return (Finding("about.licence", text, remedy=f"Choose {spec_of(origin).about.licence}."),)
    return ()


def _shown_to_others(scenario: Scenario, member: Member, spec: ScenarioSpec, choice: str) -> Revision | None:
    """Change only the visibility and return the revision, if nothing else has changed."""
    current = scenario.current
    if (
        current is None
        or choice in (STAYS, choice_of(scenario))
        or current.digest != digest_of(canonical(spec))
    ):
        return None
    _check_choice(member, choice)
    show_to(Scenario.objects.get(pk=scenario.pk), member, choice)
    return current


def _check_choice(member: Member, choice: str) -> None:
    try:
        check_choice(member, choice)
    except NoSuchChoice as refusal:
        raise DraftRefused(f"Choose who can see it. {refusal}") from None


def _check_publishing(scenario: Scenario, member: Member, spec: ScenarioSpec, publishing: Publishing) -> None:
    if publishing.visibility:
        _check_choice(member, publishing.visibility)
    if scenario.current is None:
        return
    if scenario.current.digest == digest_of(canonical(spec)):
        raise DraftRefused(f"Nothing has changed since revision {scenario.current.number}.")
    if not publishing.note.strip():
        raise DraftRefused("Describe in a sentence what changed since the last revision.")
