"""Members for tests, and what they do at the site's doors."""

import re
from typing import Any, Protocol

from django.core import mail
from django.test import Client
from django.test.utils import ContextList
from django.utils import timezone

from darkseas.members.models import Member

PASSWORD = "calm sea, prosperous voyage"
OTHER_PASSWORD = "four bells in the dog watch"


class Answer(Protocol):
    """What Django's client answers, whose own type has a name for type checkers only."""

    status_code: int
    content: bytes
    context: ContextList | dict[str, Any]

    def __getitem__(self, header: str) -> str:
        """Return a header."""
        ...


def person(name: str, **fields: Any) -> Member:
    """A member who has confirmed an address at example.org."""
    fields = {"email": f"{name}@example.org", "email_confirmed_at": timezone.now(), **fields}
    return Member.objects.create_user(name, password=PASSWORD, **fields)


def logged_in(member: Member) -> Client:
    """A browser in which the member has logged in by the page."""
    client = Client()
    assert log_in(client, member.username).status_code == 302
    return client


def log_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> Answer:
    """Send the form for logging in."""
    return client.post("/login/", {"username": name, "password": password, **more})


def is_in(client: Client) -> bool:
    """Whether somebody is logged in there."""
    return client.get("/members/me/").status_code == 200


def register(client: Client, name: str = "bea", email: str = "bea@example.org", **more: str) -> Answer:
    """Send the form for registering."""
    form = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/register/", form)


def linked_path(letter: mail.EmailMessage) -> str:
    """The path of the one link in a letter."""
    path: str
    (path,) = re.findall(r"https?://[^/\s]+(/\S+)", str(letter.body))
    return path


def set_password(client: Client, path: str, password: str = OTHER_PASSWORD) -> Answer:
    """Open a link that sets a password, and set it; the answer is the last one."""
    opened = client.get(path)
    if opened.status_code != 302:
        return opened
    return client.post(opened["Location"], {"new_password1": password, "new_password2": password})


def errors_of(answer: Answer) -> dict[str, list[str]]:
    """What the page says is wrong, by field."""
    return dict(answer.context["form"].errors)
