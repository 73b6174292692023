"""What scenarios add to a member's own page and to the export of their data."""

from django.urls import reverse

from darkseas.engine.serialization.codec import write
from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.models import Draft, Report
from scenarios_app.moderation import reports as moderation

from .store import document_of, drafts_of


def account_section(member: Member) -> AccountSection:
    """Return the section: how many scenarios there are, and for moderators how many reports wait."""
    is_moderator = member.has_perm(access.MODERATE)
    context = {
        "drafts": drafts_of(member).count(),
        "is_moderator": is_moderator,
        "waiting": moderation.waiting().count() if is_moderator else 0,
    }
    return AccountSection("scenarios", "drafts/_account_section.html", context, _data(member))


def _data(member: Member) -> dict[str, object]:
    """Return the drafts of the member's own, whole, and what they reported."""
    own = Draft.objects.filter(scenario__owner=member).select_related("scenario__current")
    reports = Report.objects.filter(reporter=member).select_related("scenario", "hex_map")
    return {
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
