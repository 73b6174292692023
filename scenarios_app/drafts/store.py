"""Create, save and delete drafts; version checks prevent saves from overwriting unseen changes."""

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

#: Keep each of the last DENSE states, one in ten up to SPARSE, and one in a hundred beyond.
DENSE, SPARSE = 200, 2000
#: Maximum number of drafts per member.
MOST_DRAFTS = 300
LONGEST_TITLE = 200


class DraftRefused(ValueError):
    """The action is not possible; the message says why and what to do."""


class VersionConflict(Exception):
    """Someone else has saved since; `current` is the latest draft."""

    def __init__(self, current: Draft) -> None:
        super().__init__(f"the current version of the draft is {current.version}")
        self.current = current


# --- starting -----------------------------------------------------------------------------------------


def start(member: Member, spec: ScenarioSpec, forked_from: Revision | None = None) -> Draft:
    """Create a private scenario with a draft holding this spec, and derive its key from the title.

    Raises DraftRefused if the member has too many drafts, is leaving the site, or the title is missing;
    BadScenario if the spec cannot be stored.
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
    """Return the scenario spec stored in the draft."""
    return spec_from(canonical_json.decode(bytes(draft.document)))


def draft_for(member: Member, revision: Revision) -> Draft:
    """Return the scenario's draft for a member who may edit it, creating it from the revision if needed.

    Raises DraftRefused if a draft would be created for a member who is leaving the site.
    """
    known = Draft.objects.filter(scenario=revision.scenario).first()
    if known is not None:
        return known
    with transaction.atomic():
        # Lock the scenario before its members, in the same order as a transfer.
        scenario = Scenario.objects.select_for_update(no_key=True).get(pk=revision.scenario_id)
        _keep_here(member)
        first = {"document": revision.spec, "edited_by": member}
        draft, is_new = Draft.objects.get_or_create(scenario=scenario, defaults=first)
        if is_new:
            _keep_state(draft)
    return draft


def _keep_here(member: Member) -> None:
    """Lock the member's account until the transaction ends. Raises DraftRefused if they are leaving."""
    if not Member.objects.keep_here(member):
        raise DraftRefused("This account is closed. Log in with another account.")


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
        raise DraftRefused("No free URL was found for this scenario. Try again.") from None


# --- saving ------------------------------------------------------------------------------------------


def save(draft_id: UUID, member: Member, version: int, spec: ScenarioSpec) -> Draft:
    """Store an edited version as the next one; an unchanged scenario creates no version.

    Raises VersionConflict if the draft has moved past that version, BadScenario if the spec cannot be stored
    or changes the scenario's key or rules system.
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
    """Lock and return the draft with its scenario. Raises Draft.DoesNotExist."""
    return Draft.objects.select_for_update(of=("self",)).select_related("scenario").get(pk=draft_id)


def store(draft: Draft, member: Member, document: bytes, title: str) -> Draft:
    """Write the next version of a locked draft, and keep the previous one as a state."""
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
        findings.append(
            Finding("system", "A scenario keeps its rules system. Create a new scenario for another one.")
        )
    if findings:
        raise BadScenario(tuple(findings))


# --- what it was ---------------------------------------------------------------------------------------


def states(draft: Draft) -> QuerySet[DraftState]:
    """Return the stored states of a draft, newest first, with documents deferred."""
    return draft.states.select_related("edited_by").defer("document")


def document_at(draft: Draft, version: int) -> tuple[ScenarioSpec, DraftState]:
    """Return the scenario as of a version. Raises LookupError if that version is not stored."""
    state = draft.states.select_related("edited_by").filter(version=version).first()
    if state is None:
        raise LookupError(f"version {version} is not stored")
    return spec_from(canonical_json.decode(zlib.decompress(bytes(state.document)))), state


def _keep_state(draft: Draft) -> None:
    """Store the current draft as a compressed state; successive saves are nearly identical."""
    DraftState.objects.create(
        draft=draft,
        version=draft.version,
        document=zlib.compress(bytes(draft.document)),
        edited_by=draft.edited_by,
        edited_at=draft.edited_at or timezone.now(),
    )


def _thin(draft: Draft) -> None:
    """Delete the state that has just passed its limit; every 10th and 100th version is stored longer."""
    gone = Q()
    if (draft.version - DENSE) % 10:
        gone |= Q(version=draft.version - DENSE)
    if (draft.version - SPARSE) % 100:
        gone |= Q(version=draft.version - SPARSE)
    if gone:
        draft.states.filter(gone).delete()


# --- whose it is -----------------------------------------------------------------------------------------


def drafts_of(member: Member) -> QuerySet[Draft]:
    """Return the drafts a member may edit, most recently changed first, with documents deferred."""
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
    """Delete a never-published draft and its scenario. Raises DraftRefused for others.

    If it was playtested, its revision stays stored, like every played revision, but is no longer visible.
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
