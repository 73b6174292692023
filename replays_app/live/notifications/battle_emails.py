"""E-mails to members about a battle, with a link to it and a link to stop the e-mails."""

from django.conf import settings
from django.urls import reverse

from darkseas.members import send_email
from darkseas.members.models import Member
from replays_app.models import Battle

from .stop_links import stop_headers, stop_path


def write(letter: str, member: Member, battle: Battle, **more: object) -> None:
    """Send the e-mail of a template to a member. Raises NotSent.

    It contains only the battle's title and address.
    """
    stop = settings.SITE_ADDRESS + stop_path(member)
    context = {"member": member, "battle": battle, "page": page_of(battle), "stop": stop, **more}
    send_email.send_template(letter, member.email, context, stop_headers(stop))


def page_of(battle: Battle) -> str:
    """Return the absolute URL of the battle page."""
    return settings.SITE_ADDRESS + reverse("play", args=[battle.pk])
