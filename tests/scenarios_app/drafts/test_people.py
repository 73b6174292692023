"""Nobody is made an author or an owner without being asked: who is asked accepts or declines."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from darkseas.members.account_sections import account_data, delete_account
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.people import invitations
from scenarios_app.drafts.people.invitations import HELP, OWN, PEACE
from scenarios_app.models import Draft, Invitation, Scenario
from tests.support.builders import register_toy, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db
register_toy()

SECRET_TITLE = "A night off the cape"


@pytest.fixture
def draft() -> Draft:
    """A draft of hipper's; kondo, mikawa and tanaka are members too."""
    for name in ("kondo", "mikawa", "tanaka"):
        member(name)
    return drafts.start(member("hipper"), toy_scenario(title=SECRET_TITLE))


def answer(name: str, **how: str) -> Any:
    """What a member gets who answers the only invitation."""
    number = Invitation.objects.get(declined_at=None).pk
    return logged_in(name).post(f"/drafts/invitations/{number}/", how)


def helpers(draft: Draft) -> list[str]:
    """The names of those who edit beside the owner."""
    return sorted(author.username for author in draft.authors.all())


def test_who_is_asked_to_help_sees_the_question_and_nothing_more(draft: Draft) -> None:
    invitations.set_helpers(draft, ["kondo"])
    client = logged_in("kondo")
    page = client.get("/drafts/").content.decode()
    assert "hipper asks you to help with" in one_line(page)
    assert SECRET_TITLE in page
    assert "You have an invitation" in client.get("/members/me/").content.decode()
    assert not access.may_edit(member("kondo"), draft.scenario)
    assert draft.scenario not in access.visible(member("kondo"))
    assert client.get(f"/drafts/{draft.pk}/").status_code == 404
    owner = logged_in("hipper").get(f"/drafts/{draft.pk}/sharing/").content.decode()
    assert "Invited, no answer yet: kondo." in one_line(owner)


def test_who_accepts_edits_and_may_stop(draft: Draft) -> None:
    invitations.set_helpers(draft, ["kondo"])
    assert answer("kondo", accept="1").status_code == 302
    assert helpers(draft) == ["kondo"]
    assert not Invitation.objects.exists()
    client = logged_in("kondo")
    assert client.get(f"/drafts/{draft.pk}/").status_code == 200
    assert logged_in("hipper").post(f"/drafts/{draft.pk}/leave/").status_code == 403
    client.post(f"/drafts/{draft.pk}/leave/")
    assert helpers(draft) == []
    assert client.get(f"/drafts/{draft.pk}/").status_code == 404


def test_who_declines_is_left_in_peace_for_a_while(draft: Draft) -> None:
    invitations.set_helpers(draft, ["kondo"])
    assert answer("kondo", decline="1").status_code == 302
    assert helpers(draft) == []
    page = f"/drafts/{draft.pk}/sharing/"
    owner = logged_in("hipper")
    assert "Declined: kondo." in one_line(owner.get(page).content.decode())
    assert "kondo has declined" in owner.post(page, {"names": "kondo"}).content.decode()
    assert "You have an invitation" not in logged_in("kondo").get("/drafts/").content.decode()
    Invitation.objects.update(declined_at=timezone.now() - PEACE)
    invitations.set_helpers(draft, ["kondo"])
    assert invitations.names_asked(draft.scenario, HELP) == ["kondo"]


def test_owner_is_whoever_accepts_to_be(draft: Draft) -> None:
    draft.authors.set([member("kondo"), member("mikawa")])
    scenario = draft.scenario
    invitations.offer_ownership(scenario, "tanaka")
    invitations.offer_ownership(scenario, "kondo")
    assert invitations.names_asked(scenario, OWN) == ["kondo"]
    scenario.refresh_from_db()
    assert scenario.owner == member("hipper")
    answer("kondo", accept="1")
    scenario.refresh_from_db()
    assert scenario.owner == member("kondo")
    assert helpers(draft) == ["hipper", "mikawa"]


def test_own_name_takes_an_offer_back_and_it_cannot_be_accepted_then(draft: Draft) -> None:
    invitations.offer_ownership(draft.scenario, "kondo")
    number = Invitation.objects.get().pk
    invitations.offer_ownership(draft.scenario, "hipper")
    assert logged_in("kondo").post(f"/drafts/invitations/{number}/", {"accept": "1"}).status_code == 404
    assert Draft.objects.get().scenario.owner == member("hipper")


@every_case("kind", [HELP, OWN])
def test_nobody_answers_for_another(draft: Draft, kind: Invitation.Kind) -> None:
    row = Invitation.objects.create(scenario=draft.scenario, member=member("kondo"), kind=kind)
    address = f"/drafts/invitations/{row.pk}/"
    for client in (logged_in("hipper"), logged_in("mikawa")):
        assert client.post(address, {"accept": "1"}).status_code == 404
    assert Client().post(address, {"accept": "1"}).headers["Location"].startswith("/login/")
    assert helpers(draft) == []
    assert Draft.objects.get().scenario.owner == member("hipper")


def test_names_left_out_are_asked_no_longer_and_those_who_help_go_on(draft: Draft) -> None:
    draft.authors.set([member("kondo"), member("mikawa")])
    invitations.set_helpers(draft, ["kondo", "tanaka", "hipper", " TANAKA "])
    assert (helpers(draft), invitations.names_asked(draft.scenario, HELP)) == (["kondo"], ["tanaka"])
    invitations.set_helpers(draft, ["kondo"])
    assert (helpers(draft), invitations.names_asked(draft.scenario, HELP)) == (["kondo"], [])
    Member.objects.filter(username="tanaka").update(is_active=False)
    with pytest.raises(invitations.UnknownMembers):
        invitations.set_helpers(draft, ["tanaka"])
    assert helpers(draft) == ["kondo"]


def test_so_many_are_asked_and_no_more(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_AUTHORS", 2)
    with pytest.raises(drafts.DraftRefused, match="At most 2 members"):
        invitations.set_helpers(draft, ["kondo", "mikawa", "tanaka"])
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    with pytest.raises(drafts.DraftRefused, match="still unanswered"):
        invitations.set_helpers(draft, ["kondo", "mikawa"])
    assert not Invitation.objects.exists()


def test_who_owns_too_many_takes_nothing_over(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts.start(member("kondo"), toy_scenario(title="Another"))
    invitations.offer_ownership(draft.scenario, "kondo")
    monkeypatch.setattr(drafts, "MOST_DRAFTS", 1)
    assert answer("kondo", accept="1").status_code == 302
    assert draft.scenario.owner == member("hipper")
    assert Invitation.objects.count() == 1


def test_what_was_taken_down_asks_nobody(draft: Draft) -> None:
    invitations.set_helpers(draft, ["kondo"])
    type(draft.scenario).objects.update(taken_down_at=timezone.now())
    assert SECRET_TITLE not in logged_in("kondo").get("/drafts/").content.decode()


def test_who_leaves_the_site_is_asked_and_helps_no_longer(draft: Draft) -> None:
    draft.authors.set([member("mikawa")])
    invitations.set_helpers(draft, ["mikawa", "kondo"])
    assert account_data(member("kondo"))["scenarios"]["invitations"][0]["scenario"] == SECRET_TITLE
    delete_account(member("mikawa"))
    assert helpers(draft) == []
    delete_account(member("hipper"))
    assert not Invitation.objects.exists()


def test_who_was_named_before_anybody_was_asked_is_asked_now(draft: Draft) -> None:
    draft.authors.set([member("kondo"), member("mikawa")])
    drafts.save(draft.pk, member("kondo"), 1, toy_scenario(key=draft.scenario.key, title="Ours"))
    migration = import_module("scenarios_app.migrations.0005_invitations")
    migration.ask_who_was_never_asked(apps, None)
    assert helpers(draft) == ["kondo"]
    assert invitations.names_asked(draft.scenario, HELP) == ["mikawa"]


def test_what_the_former_owner_asked_is_asked_no_longer(draft: Draft) -> None:
    invitations.set_helpers(draft, ["tanaka"])
    asked = Invitation.objects.get().pk
    invitations.offer_ownership(draft.scenario, "kondo")
    invitations.accept(member("kondo"), Invitation.objects.get(kind=OWN).pk)
    assert not Invitation.objects.exists()
    client = logged_in("tanaka")
    assert "You have an invitation" not in client.get("/drafts/").content.decode()
    assert client.post(f"/drafts/invitations/{asked}/", {"accept": "1"}).status_code == 404
    assert client.post(f"/drafts/invitations/{asked}/", {"decline": "1"}).status_code == 404
    assert helpers(draft) == ["hipper"]


@every_case("deed", [invitations.set_helpers, invitations.offer_ownership])
def test_former_owner_who_was_just_let_in_asks_nobody(draft: Draft, deed: Any) -> None:
    seen = Draft.objects.select_related("scenario").get()
    Scenario.objects.update(owner=member("kondo"))
    asked = (seen, ["tanaka"]) if deed is invitations.set_helpers else (seen.scenario, "tanaka")
    with pytest.raises(drafts.DraftRefused, match="has a new owner"):
        deed(*asked)
    assert not Invitation.objects.exists()


@every_case("gone", ["hipper", "kondo"])
@every_case("kind", [HELP, OWN])
def test_nothing_is_accepted_by_or_from_who_leaves_the_site_this_moment(
    draft: Draft, gone: str, kind: Invitation.Kind
) -> None:
    asked = Invitation.objects.create(scenario=draft.scenario, member=member("kondo"), kind=kind)
    Member.objects.filter(username=gone).update(is_active=False)
    with pytest.raises(Invitation.DoesNotExist):
        invitations.accept(member("kondo"), asked.pk)
    assert helpers(draft) == []
    assert Draft.objects.get().scenario.owner == member("hipper")


def test_who_leaves_the_site_this_moment_asks_nobody(draft: Draft) -> None:
    Member.objects.filter(username="hipper").update(is_active=False)
    with pytest.raises(drafts.DraftRefused):
        invitations.set_helpers(draft, ["kondo"])
    assert not Invitation.objects.exists()


def test_open_invitations_of_before_end_where_it_was_handed_on(draft: Draft) -> None:
    other = drafts.start(member("mikawa"), toy_scenario(title="Another"))
    for asked in (draft, other):
        invitations.set_helpers(asked, ["tanaka"])
    Scenario.objects.filter(pk=draft.scenario_id).update(owner=member("kondo"))
    migration = import_module("scenarios_app.migrations.0009_former_owners_invitations")
    migration.end_what_former_owners_asked(apps, None)
    assert [one.scenario for one in Invitation.objects.all()] == [other.scenario]
