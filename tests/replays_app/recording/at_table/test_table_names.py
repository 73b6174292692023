"""Names of who plays at a table, corrected by who opened it."""

import pytest
from django.test import Client

from replays_app.lobby import challenges
from replays_app.lobby.challenges import Wanted
from replays_app.models import Battle, Signature, TableRecord
from replays_app.recording.at_table import TableFacts
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish
from tests.replays_app.recording.table_battles import table_battle
from tests.support.builders import forms_of, give
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

NAMED = TableFacts(names={"allies": "Bbo R.", "ijn": "Ann"})
#: Where names are corrected, and what is shown of it to others.
FIELD, LINE = "Correct names", "The person who opened the table corrected the player’s name for"


def page(client: Client, battle: Battle) -> str:
    """The page of signatures."""
    return one_line(client.get(f"/battles/{battle.pk}/sign/").content.decode())


def correct(client: Client, battle: Battle, **names: str) -> str:
    """Post names, and return the page that comes of it."""
    fields = {f"name-{side}": name for side, name in names.items()}
    answer = client.post(f"/battles/{battle.pk}/sign/", {"names": "on", **fields}, follow=True)
    return one_line(answer.content.decode())


def test_who_opened_the_table_corrects_a_name_and_everybody_reads_that_it_was() -> None:
    wanted = Wanted("ijn", TABLE, is_listed=False, table=NAMED)
    challenge = challenges.make(publish(library_spec("first-night")), Holder(member=member("ann")), wanted)
    logged_in("bob").post(f"/challenges/{challenge.token}/accept/")
    battle = Battle.objects.get()
    ann, bob = logged_in("ann"), logged_in("bob")
    assert (FIELD in page(ann, battle), FIELD in page(bob, battle)) == (True, False)
    assert "“Bbo R.” became “Bob &lt;b&gt;”" in correct(ann, battle, ijn="Ann", allies="  Bob   <b>")
    assert correct(ann, battle, ijn="Ann", allies="Bob <b>").count(LINE) == 1  # nothing else was corrected
    assert "Bbo R." not in correct(bob, battle, ijn="Bob", allies="Bob")  # it is not his to correct
    assert (LINE in page(bob, battle), "Bbo R." in page(bob, battle)) == (True, False)
    assert TableRecord.objects.get().names == {"allies": "Bob <b>", "ijn": "Ann"}
    assert "invisible characters" in correct(ann, battle, ijn="A\u202enn", allies="Bob")
    assert TableRecord.objects.get().names["ijn"] == "Ann"


def test_name_of_a_side_that_has_signed_stays() -> None:
    battle, ann = table_battle("first-night", "ann", table=NAMED), logged_in("ann")
    seat = battle.seats.get(side="ijn")
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    battle.refresh_from_db()
    assert 'value="Bbo R."' in page(ann, battle)
    ann.post(f"/battles/{battle.pk}/sign/", {"side": "allies", "name": "Bob"})
    shown = correct(ann, battle, ijn="Anna", allies="Bob")
    assert ("“Ann” became “Anna”" in shown, "became “Bob”" in shown) == (True, False)
    assert TableRecord.objects.get().names == {"allies": "Bbo R.", "ijn": "Anna"}
    assert Signature.objects.get().name == "Bob"
    ann.post(f"/battles/{battle.pk}/sign/", {"side": "ijn", "name": "Anna"})
    assert FIELD not in page(ann, battle)
