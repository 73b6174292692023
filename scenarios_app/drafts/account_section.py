"""What scenarios add to a member's own page and to the export of their data."""

from django.urls import reverse

from darkseas.engine.serialization.codec import write
from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.models import Draft, Invitation, Report
from scenarios_app.moderation import reports as moderation

from .people import invitations
from .store import document_of, drafts_of


def account_section(member: Member) -> AccountSection:
    """Return the section: how many scenarios there are, what one is asked, what waits for a moderator."""
    is_moderator = member.has_perm(access.MODERATE)
    context = {
        "drafts": drafts_of(member).count(),
        "asked": invitations.waiting_for(member).count(),
        "is_moderator": is_moderator,
        "waiting": moderation.waiting().count() if is_moderator else 0,
    }
    forget = invitations.forget
    return AccountSection("scenarios", "drafts/_account_section.html", context, _data(member), forget)


def _data(member: Member) -> dict[str, object]:
    """Return the member's own drafts, whole, what they are asked to help with, and what they reported."""
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
