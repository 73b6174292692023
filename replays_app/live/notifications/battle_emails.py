"""Letters to members about a battle: where it is, and how they get no more of them."""

from django.conf import settings
from django.urls import reverse

from darkseas.members import send_email
from darkseas.members.models import Member
from replays_app.models import Battle

from .stop_links import stop_headers, stop_path


def write(letter: str, member: Member, battle: Battle, **more: object) -> None:
    """Send the letter that a template makes of member, battle and what else it says. Raises NotSent.

    Of the battle stands there what its title says, and where it is.
    """
    stop = settings.SITE_ADDRESS + stop_path(member)
    context = {"member": member, "battle": battle, "page": page_of(battle), "stop": stop, **more}
    send_email.send_template(letter, member.email, context, stop_headers(stop))


def page_of(battle: Battle) -> str:
    """Return the whole address of the page where a battle is fought."""
    return settings.SITE_ADDRESS + reverse("play", args=[battle.pk])
