"""The scenarios section of a member's account page and data export."""

from django.urls import reverse

from darkseas.engine.serialization.codec import write
from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.models import Draft, Invitation, Report
from scenarios_app.moderation import reports_and_takedowns as moderation
from scenarios_app.moderation import source_notes

from .people import invitations
from .store import document_of, drafts_of

#: Maximum number of drafts, published scenarios and sources shown on the page.
NEWEST = 5


def account_section(member: Member) -> AccountSection:
    """Return the section with scenario counts, open invitations and sources awaiting moderation."""
    is_moderator = member.has_perm(access.MODERATE)
    own_sources = list(member.source_notes.order_by("-written_at")[:NEWEST])
    titles = source_notes.titles_of(own_sources, member)
    context = {
        "drafts": drafts_of(member).count(),
        "newest": drafts_of(member).select_related("scenario")[:NEWEST],
        "published": access.listed(member)
        .filter(current__isnull=False)
        .exclude(owner=None)
        .exclude(owner=member)
        .select_related("owner", "current")
        .defer("current__spec", "words")
        .order_by("-current__published_at")[:NEWEST],
        "sources": source_notes.waiting().count() if is_moderator else 0,
        "own_sources": [(note, titles[note.about]) for note in own_sources],
        "asked": invitations.waiting_for(member).count(),
        "is_moderator": is_moderator,
        "waiting": moderation.waiting().count() if is_moderator else 0,
    }
    return AccountSection(
        "scenarios",
        "drafts/_account_section.html",
        context,
        _data(member),
        invitations.forget,
        [_offer_text(one) for one in invitations.asked_by(member)],
        invitations.ask_no_more,
    )


def _offer_text(one: Invitation) -> str:
    """Describe a pending invitation from its owner's side."""
    what = "offered to" if one.kind == Invitation.Kind.OWN else "your invitation to help, sent to"
    return f"“{one.scenario.title}”, {what} {one.member}"


def _data(member: Member) -> dict[str, object]:
    """Return the member's complete drafts, open invitations and reports."""
    own = Draft.objects.filter(scenario__owner=member).select_related("scenario__current")
    reports = Report.objects.filter(reporter=member).select_related("scenario", "hex_map")
    asked = Invitation.objects.filter(member=member).select_related("scenario")
    return {
        "invitations": [
            {
                "scenario": one.scenario.title,
                "kind": one.kind,
                "asked_at": one.asked_at,
                "declined_at": one.declined_at,
            }
            for one in asked
        ],
        "drafts": [
            {
                "key": draft.scenario.key,
                "visibility": draft.scenario.visibility,
                "published": reverse("scenario", args=[draft.scenario.key])
                if draft.scenario.current
                else None,
                "edited_at": draft.edited_at,
                "scenario": write(document_of(draft)),
            }
            for draft in own
        ],
        "sources": list(
            member.source_notes.values(
                "about", "fact", "work", "page", "value", "remark", "written_at", "decision", "decision_note"
            )
        ),
        "reports": [
            {
                "about": moderation.thing_of(report).key,
                "reason": report.reason,
                "text": report.text,
                "reported_at": report.reported_at,
                "decision": report.decision,
            }
            for report in reports
        ],
    }
