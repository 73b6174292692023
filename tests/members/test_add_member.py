"""An operator adds members without mail."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from darkseas.members.models import Member
from tests.members.accounts import OTHER_PASSWORD, log_in, person, set_password

pytestmark = pytest.mark.django_db


def add(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command, and return the link."""
    call_command("add_member", *arguments)
    return capsys.readouterr().out.split()[-1]


def test_link_sets_the_password_and_opens_the_door(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    link = add(capsys, "ada", "ada@example.org", "--staff")
    site, path = link[: len("http://localhost:8000")], link[len("http://localhost:8000") :]
    assert site == "http://localhost:8000"
    assert log_in(client, "ada", "").status_code == 200
    assert set_password(client, path)["Location"] == "/login/"
    assert log_in(client, "ada", OTHER_PASSWORD).status_code == 302
    assert Member.objects.get().is_staff
    assert "This link no longer works" in set_password(Client(), path).content.decode()


def test_member_is_no_operator_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    link = add(capsys, "ada", "ada@example.org", "--site", "https://club.example/")
    assert link.startswith("https://club.example/password/")
    assert not Member.objects.get().is_staff


def test_second_time_gives_a_new_link(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    add(capsys, "ada", "ada@example.org")
    link = add(capsys, "ADA", "ada@example.org")
    assert set_password(client, link.removeprefix("http://localhost:8000")).status_code == 302
    assert Member.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "address", "sentence"),
    [
        ("two words", "a@example.org", "Use letters, digits"),
        ("ada", "nowhere", "Enter a valid email address."),
        ("ada", "", "needs an e-mail address"),
        ("ada", "GRACE@example.org", "belongs to another account"),
        ("grace", "grace@example.org", "already has an account"),
        ("umpire", "a@example.org", "reserved for the site"),
    ],
)
def test_refusal_says_why(name: str, address: str, sentence: str) -> None:
    person("grace")
    with pytest.raises(CommandError, match=sentence):
        call_command("add_member", name, address)
    assert Member.objects.count() == 1


def test_operator_by_djangos_own_command_needs_no_letter(client: Client) -> None:
    Member.objects.create_superuser("ada", "ada@example.org", OTHER_PASSWORD)
    assert log_in(client, "ada", OTHER_PASSWORD).status_code == 302


def test_name_that_waits_for_its_password_is_given_to_no_other_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    add(capsys, "ada", "ada@example.org")
    with pytest.raises(CommandError, match="already has an account"):
        call_command("add_member", "ada", "other@example.org")
