"""Links of letters lead to the site, whatever the caller of a page says of it."""

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings

from darkseas.members.email_addresses.email_links import site_of
from darkseas.members.models import Member
from tests.members.accounts import PASSWORD, logged_in, register


def site(settings: Settings, host: str, server_port: str = "8000", /, **said: object) -> str:
    """Where letters lead that a request asks for with this header, on a site of which this is said."""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "sea.example", "www.sea.example"]
    for name, value in said.items():
        setattr(settings, name, value)
    return site_of(RequestFactory().get("/", SERVER_PORT=server_port, headers={"Host": host}))


@pytest.mark.parametrize("host", ["sea.example", "sea.example:9", "www.sea.example", "localhost:9"])
@pytest.mark.parametrize("known", ["IS_SITE_ADDRESS_SAID", "IS_HTTPS", "IS_BEHIND_PROXY"])
def test_address_of_the_settings_stands_in_letters(settings: Settings, host: str, known: str) -> None:
    said: dict[str, object] = {"SITE_ADDRESS": "https://sea.example", "IS_PUBLIC": True, known: True}
    assert site(settings, host, **said) == "https://sea.example"


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
@pytest.mark.parametrize("port", ["", ":9", ":8000"])
def test_site_of_one_machine_is_led_to_by_its_own_port(settings: Settings, name: str, port: str) -> None:
    assert site(settings, name + port, PAGES_PORT=8123) == f"http://{name}:8123"
    assert site(settings, name + port, PAGES_PORT=0) == f"http://{name}:8000"
    assert site(settings, name + port, "80") == f"http://{name}"


def test_public_site_without_https_keeps_its_name_and_gets_its_port(settings: Settings) -> None:
    said: dict[str, object] = {"SITE_ADDRESS": "http://sea.example", "IS_PUBLIC": True}
    assert site(settings, "www.sea.example:9", **said) == "http://sea.example:8000"
    said |= {"SITE_ADDRESS": "http://sea.example:8123", "PAGES_PORT": 8123}
    assert site(settings, "www.sea.example:9", **said) == "http://sea.example:8123"


@pytest.mark.django_db
def test_port_that_a_caller_names_is_in_no_letter(ada: Member, client: Client) -> None:
    elsewhere = {"Host": "localhost:9"}
    client.post("/password/", {"email": ada.email}, headers=elsewhere)
    form = {"username": "bea", "email": "bea@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/register/", form, headers=elsewhere)
    change = {"email": "new@example.org", "password": PASSWORD}
    logged_in(ada).post("/members/me/email/", change, headers=elsewhere)
    assert len(mail.outbox) == 3
    assert all("http://localhost/" in str(letter.body) for letter in mail.outbox)
    assert register(client, "cat", "cat@example.org").status_code == 302
    assert not any(":9/" in str(letter.body) for letter in mail.outbox)
