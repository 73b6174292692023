"""What captains made of a draft's states: kept, compared, taken along by the revision that is one of them."""

from dataclasses import replace

import pytest
from django.test import Client

from darkseas.engine.scenario.spec import About, ScenarioSpec, Source
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from darkseas.members.models import Member
from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.simulation.balance import current
from replays_app.simulation.draft_balances import fought_alike
from scenarios_app.drafts.publishing import Publishing, publish_draft
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Draft, Revision, Scenario, Visibility
from scenarios_app.revisions.store import canonical, keep_trial
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

OWN = About(sources=(Source("Own invention"),), licence="CC BY 4.0")
PUBLISHING = Publishing(note="Tuned.", visibility="public", licence="CC BY 4.0")


def spada(turns: int = 8, title: str = "Off Spada") -> ScenarioSpec:
    """A small scenario of its own key that ends after so many turns."""
    spec = read_file(LIBRARY / "cape-spada.toml")
    return replace(spec, key="off-spada", title=title, about=OWN, aims={**spec.aims, "turn_limit": turns})


@pytest.fixture
def author() -> Member:
    """Who writes the draft."""
    return Member.objects.create_user("Ainsworth", "a@example.org", "a long enough phrase")


@pytest.fixture
def draft(author: Member) -> Draft:
    """A draft as it was begun."""
    scenario = Scenario.objects.create(
        key="off-spada", system="dark_seas", title="Off Spada", owner=author, visibility=Visibility.PRIVATE
    )
    return Draft.objects.create(scenario=scenario, document=canonical(spada()))


def change(draft: Draft, spec: ScenarioSpec) -> None:
    """Save the draft as this."""
    draft.document = canonical_json.encode(write(spec))
    draft.save()


def fought(draft: Draft, spec: ScenarioSpec, wins: int) -> Balance:
    """A balance of this state of the draft, as a hundred battles leave one."""
    first, second = (side.key for side in spec.sides)
    return Balance.objects.create(
        revision=keep_trial(draft.scenario, spec),
        release=RELEASE,
        battles=100,
        wins={first: wins, second: 100 - wins},
        losses={first: 50, second: 70},
        turns=700,
    )


def test_states_stay_newest_first_and_say_what_changed(draft: Draft, author: Member, client: Client) -> None:
    fought(draft, spada(8), 69)
    fought(draft, spada(10), 52)
    change(draft, spada(10, title="Off Cape Spada"))
    client.force_login(author)
    later, earlier = client.get(f"/api/v1/drafts/{draft.pk}/fight/").json()["fought"]
    assert [sorted(state["wins"].values()) for state in (later, earlier)] == [[48, 52], [31, 69]]
    assert (later["is_now"], earlier["is_now"]) == (True, False)
    assert any("10" in sentence for sentence in later["changes"])
    assert earlier["changes"] == []
    change(draft, spada(12))
    assert not any(
        state["is_now"] for state in client.get(f"/api/v1/drafts/{draft.pk}/fight/").json()["fought"]
    )


def test_states_of_a_draft_are_for_its_authors(draft: Draft, client: Client) -> None:
    fought(draft, spada(), 69)
    client.force_login(Member.objects.create_user("Tanaka", "t@example.org", "a long enough phrase"))
    assert client.get(f"/api/v1/drafts/{draft.pk}/fight/").status_code == 404


def test_a_published_state_takes_its_battles_along(draft: Draft, author: Member, client: Client) -> None:
    kept = fought(draft, spada(), 69)
    change(draft, replace(spada(title="Spada at dawn"), about=replace(OWN, licence="", date="1940-07-19")))
    revision = publish_draft(draft.pk, author, PUBLISHING)
    balance = current(revision)
    assert balance is not None
    assert (balance.battles, balance.wins, balance.pk != kept.pk) == (100, kept.wins, True)
    assert Balance.objects.filter(revision=kept.revision).count() == 1
    page = one_line(client.get("/library/off-spada/").content.decode())
    assert "Captains (computer opponents) played this revision 100 times" in page
    client.force_login(author)
    (state,) = client.get(f"/api/v1/drafts/{draft.pk}/fight/").json()["fought"]
    assert (state["is_now"], state["battles"]) == (True, 100)


def test_another_state_than_was_fought_says_so_to_its_authors_alone(
    draft: Draft, author: Member, client: Client
) -> None:
    fought(draft, spada(8), 69)
    change(draft, spada(10))
    revision = publish_draft(draft.pk, author, PUBLISHING)
    assert isinstance(revision, Revision)
    assert current(revision) is None
    assert "Bots played an older version" not in one_line(client.get("/library/off-spada/").content.decode())
    client.force_login(author)
    page = one_line(client.get("/library/off-spada/").content.decode())
    assert "Bots played an older version, a draft before its last changes, 100 times" in page


def test_earlier_revision_that_was_fought_is_named_to_everybody(
    draft: Draft, author: Member, client: Client
) -> None:
    fought(draft, spada(8), 69)
    change(draft, spada(8))
    publish_draft(draft.pk, author, PUBLISHING)
    change(draft, spada(10))
    publish_draft(draft.pk, author, PUBLISHING)
    page = one_line(client.get("/library/off-spada/").content.decode())
    assert "Bots played an older version, revision 1, 100 times" in page


def test_trials_are_reckoned_as_balances_are(draft: Draft) -> None:
    published = spada(title="Off Cape Spada")
    same = keep_trial(draft.scenario, replace(spada(), about=replace(OWN, licence="")))
    other = keep_trial(draft.scenario, spada(10))
    assert fought_alike(published, (same, other, same)) == {same.pk}
