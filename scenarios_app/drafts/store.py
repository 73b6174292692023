"""Drafts: begun, saved without writing over what nobody has seen, thrown away."""

import zlib
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.members.models import Member
from scenarios_app.checks.texts import clean_texts, unseen_names
from scenarios_app.models import Draft, DraftState, Revision, Scenario, Visibility
from scenarios_app.revisions import free_keys
from scenarios_app.revisions.store import canonical, spec_from

#: Every one of so many last states is kept; before them one in ten, and before SPARSE one in a hundred.
DENSE, SPARSE = 200, 2000
#: How many scenarios a member may have in the making.
MOST_DRAFTS = 300
LONGEST_TITLE = 200


class DraftRefused(ValueError):
    """This cannot be done; the text is a sentence that says why and what to do."""


class VersionConflict(Exception):
    """Somebody has saved since; `current` is the draft as it stands now."""

    def __init__(self, current: Draft) -> None:
        super().__init__(f"the draft stands at version {current.version}")
        self.current = current


# --- starting -----------------------------------------------------------------------------------------


def start(member: Member, spec: ScenarioSpec, forked_from: Revision | None = None) -> Draft:
    """Begin a scenario of this member's own with a draft that says this, under a key made of its title.

    It is private until it is published. Raises DraftRefused when the member has too many already or leaves
    the site, or the scenario has no title, BadScenario for a spec that cannot be kept.
    """
    if not spec.title.strip():
        raise DraftRefused("Give the scenario a title.")
    unseen = next(unseen_names(spec), None)
    if unseen is not None:
        raise DraftRefused(f"{unseen.where}: {unseen.text}")
    spec = clean_texts(spec)
    with transaction.atomic():
        _keep_here(member)
        if Draft.objects.filter(scenario__owner=member).count() >= MOST_DRAFTS:
            raise DraftRefused(
                f"You have {MOST_DRAFTS} scenarios already. Delete a draft that you do not need."
            )
        scenario = _new_scenario(member, spec, forked_from)
        document = canonical(replace(spec, key=scenario.key))
        draft = Draft.objects.create(scenario=scenario, document=document, edited_by=member)
        _keep_state(draft)
    return draft


def document_of(draft: Draft) -> ScenarioSpec:
    """Return the scenario as the draft has it."""
    return spec_from(canonical_json.decode(bytes(draft.document)))


def draft_for(member: Member, revision: Revision) -> Draft:
    """Return the draft of a scenario that the member may edit; the revision begins it if there is none.

    Raises DraftRefused where it would begin for who leaves the site.
    """
    known = Draft.objects.filter(scenario=revision.scenario).first()
    if known is not None:
        return known
    with transaction.atomic():
        # The scenario before its people, as where it is handed on.
        scenario = Scenario.objects.select_for_update(no_key=True).get(pk=revision.scenario_id)
        _keep_here(member)
        first = {"document": revision.spec, "edited_by": member}
        draft, is_new = Draft.objects.get_or_create(scenario=scenario, defaults=first)
        if is_new:
            _keep_state(draft)
    return draft


def _keep_here(member: Member) -> None:
    """Let a member stay here until the transaction ends. Raises DraftRefused for who leaves the site."""
    if not Member.objects.keep_here(member):
        raise DraftRefused("Who has left this site begins nothing here. Log in with another account.")


def _new_scenario(member: Member, spec: ScenarioSpec, forked_from: Revision | None) -> Scenario:
    try:
        return free_keys.create(
            Scenario,
            spec.title,
            "scenario",
            owner=member,
            visibility=Visibility.PRIVATE,
            system=spec.system,
            title=spec.title[:LONGEST_TITLE],
            forked_from=forked_from,
        )
    except free_keys.NoneFree:
        raise DraftRefused("No address was free for this scenario. Try once more.") from None


# --- saving ------------------------------------------------------------------------------------------


def save(draft_id: UUID, member: Member, version: int, spec: ScenarioSpec) -> Draft:
    """Store what the member has made of a version, as the next one; what is the same makes none.

    Raises VersionConflict when the draft is no longer at that version, BadScenario when the spec cannot be
    kept or takes another key or rules system than the scenario has.
    """
    unseen = tuple(unseen_names(spec))
    if unseen:
        raise BadScenario(unseen)
    spec = clean_texts(spec)
    document = canonical(spec)
    with transaction.atomic():
        draft = locked(draft_id)
        _check_same(draft.scenario, spec)
        if bytes(draft.document) == document:
            return draft
        if draft.version != version:
            raise VersionConflict(draft)
        return store(draft, member, document, spec.title)


def locked(draft_id: UUID) -> Draft:
    """Return the draft with its scenario, held until the transaction ends. Raises Draft.DoesNotExist."""
    return Draft.objects.select_for_update(of=("self",)).select_related("scenario").get(pk=draft_id)


def store(draft: Draft, member: Member, document: bytes, title: str) -> Draft:
    """Write the next version of a draft that is held, and what it was into its states."""
    draft.document, draft.edited_by = document, member
    draft.version += 1
    draft.save(update_fields=["document", "edited_by", "version", "edited_at"])
    _keep_state(draft)
    _thin(draft)
    if draft.scenario.current_id is None and draft.scenario.title != title:
        draft.scenario.title = title[:LONGEST_TITLE]
        draft.scenario.save(update_fields=["title"])
    return draft


def _check_same(scenario: Scenario, spec: ScenarioSpec) -> None:
    findings = []
    if spec.key != scenario.key:
        findings.append(Finding("key", f"The key of this scenario is {scenario.key!r} and stays so."))
    if spec.system != scenario.system:
        findings.append(Finding("system", "A scenario stays with its rules system. Begin another for this."))
    if findings:
        raise BadScenario(tuple(findings))


# --- what it was ---------------------------------------------------------------------------------------


def states(draft: Draft) -> QuerySet[DraftState]:
    """Return what is kept of a draft's past, the latest first; documents are left where they are."""
    return draft.states.select_related("edited_by").defer("document")


def document_at(draft: Draft, version: int) -> tuple[ScenarioSpec, DraftState]:
    """Return the scenario as the draft had it at a version. Raises LookupError where that is not kept."""
    state = draft.states.select_related("edited_by").filter(version=version).first()
    if state is None:
        raise LookupError(f"version {version} is not kept")
    return spec_from(canonical_json.decode(zlib.decompress(bytes(state.document)))), state


def _keep_state(draft: Draft) -> None:
    """Keep the draft as it is now; deflated, for a draft is saved often and is mostly the same words."""
    DraftState.objects.create(
        draft=draft,
        version=draft.version,
        document=zlib.compress(bytes(draft.document)),
        edited_by=draft.edited_by,
        edited_at=draft.edited_at or timezone.now(),
    )


def _thin(draft: Draft) -> None:
    """Let go of the state that has just grown old, unless it is one of those that stay longer."""
    gone = Q()
    if (draft.version - DENSE) % 10:
        gone |= Q(version=draft.version - DENSE)
    if (draft.version - SPARSE) % 100:
        gone |= Q(version=draft.version - SPARSE)
    if gone:
        draft.states.filter(gone).delete()


# --- whose it is -----------------------------------------------------------------------------------------


def drafts_of(member: Member) -> QuerySet[Draft]:
    """Return the drafts that a member may edit, the one touched last first; documents stay where they are."""
    mine = Q(scenario__owner=member) | Q(authors=member)
    related = ("scenario__current", "scenario__owner", "edited_by")
    return (
        Draft.objects.filter(mine)
        .select_related(*related)
        .defer("document", "scenario__current__spec")
        .distinct()
    )


# --- deleting ------------------------------------------------------------------------------------------


def delete(draft: Draft) -> None:
    """Delete a draft that was never published, and its scenario with it. Raises DraftRefused for others.

    Where captains have fought it the trial stays, as everything fought does; nobody can see it any more.
    """
    with transaction.atomic():
        scenario = Scenario.objects.select_for_update().get(pk=locked(draft.pk).scenario_id)
        if scenario.current_id is not None:
            raise DraftRefused("This scenario was published, so it stays. Make it private to hide it.")
        if scenario.revisions.exists():
            Draft.objects.filter(scenario=scenario).delete()
            scenario.invitations.all().delete()
            scenario.owner, scenario.visibility = None, Visibility.PRIVATE
            scenario.save(update_fields=["owner", "visibility"])
            return
        scenario.delete()
