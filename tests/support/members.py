"""Members for tests, and clients that are logged in as them."""

from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from darkseas.members.models import Member


def member(name: str) -> Member:
    """Return the member of this name; make one where there is none."""
    known = Member.objects.filter(username=name).first()
    return known or Member.objects.create_user(
        name, f"{name}@example.org", "a good long password", email_confirmed_at=timezone.now()
    )


def moderator(name: str = "judge") -> Member:
    """Return a member who may decide about reports."""
    person = member(name)
    person.user_permissions.add(Permission.objects.get(codename="change_report"))
    return person


def logged_in(person: str | Member) -> Client:
    """Return a client of this member."""
    client = Client()
    client.force_login(member(person) if isinstance(person, str) else person)
    return client
