"""S-11: no answer whose length could tell a secret is compressed (BREACH), by whoever it is asked."""

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import CharField
from django.http import HttpResponse
from django.test import Client

from darkseas.club.feeds.feed_keys import key_of
from darkseas.club.models import Player
from darkseas.members.models import Member
from darkseas.web.sending.compression import unpacked
from replays_app.models import Wish
from tests.replays_app.recording.table_battles import table_battle
from tests.support.members import logged_in, member

from .site_routes import LOOKING, site_routes
from .world import KEY, World, world

pytestmark = pytest.mark.django_db

#: Columns of these names hold what opens something as it is, not as a hash.
OPENING = {"token", "umpire_token", "webhook_secret", "secret"}
#: Light pages that are surely compressed; else nothing would be asked here.
COMPRESSED = {"home", "replay", "play", "battles-api:step", "battles-api:lines", "club", "me", "scenario"}

#: Whose pages show most: seats, clubs, links; and who comes without an account.
WHO = ("holder", "member", "visitor", "anonymous")


def secrets_kept() -> set[str]:
    """What opens something for whoever knows it, and is the same in each answer that shows it."""
    found = {KEY, *Session.objects.values_list("session_key", flat=True), *map(key_of, Player.objects.all())}
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if field.name in OPENING and isinstance(field, CharField):
                found |= {str(value) for value in model._default_manager.values_list(field.name, flat=True)}
    return found - {"", "None"}


def compressed_texts(site: World, role: str) -> dict[str, str]:
    """Each page and answer that comes to somebody compressed, by the name of its address, as they read it."""
    site.clients[role].defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    texts = {}
    for route in site_routes():
        answer = site.ask(role, LOOKING, site.address(route, role))
        if isinstance(answer, HttpResponse) and answer.headers.get("Content-Encoding") == "gzip":
            texts[route.name] = unpacked(answer.content).decode()
    return texts


@pytest.mark.slow
def test_s11_no_compressed_answer_holds_a_secret_that_stays() -> None:
    site = world()
    wishes = [Wish(member=one, webhook_url="https://hook.example/") for one in Member.objects.all()]
    Wish.objects.bulk_create(wishes)
    kept = secrets_kept()
    for role in WHO:
        texts = compressed_texts(site, role)
        secrets = kept | set(site.cookies[role].values())
        assert {name for name, text in texts.items() for one in secrets if one in text} == set()
        assert set(texts) >= (COMPRESSED if role == "holder" else {"home", "battles-api:lines"})


def shown_plainly(client: Client, address: str, secret: str) -> bool:
    """Whether a page shows this secret, and came uncompressed though its reader takes gzip."""
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    return "Content-Encoding" not in answer.headers and secret in answer.content.decode()


def test_s11_pages_that_show_a_lasting_secret_are_not_compressed() -> None:
    wish = Wish.objects.create(member=member("ann"), webhook_url="https://hook.example/")
    battle = table_battle("first-salvoes", "ann")
    links = battle.signing_links.all()
    assert shown_plainly(logged_in("ann"), "/members/me/notices/", wish.webhook_secret)
    assert all(shown_plainly(logged_in("ann"), f"/battles/{battle.pk}/sign/", one.token) for one in links)
    assert all(shown_plainly(Client(), f"/signatures/{one.token}/", one.token) for one in links)
