"""What sides make of their sightings: voiding, dummies that spot and are spotted (§22), the form."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import may_know
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, OrderForm, Rows
from darkseas.engine.serialization.codec import read
from darkseas.rules.dark_seas.model.events import BlockSighted, DummyRemoved, SightingsHeld
from darkseas.rules.dark_seas.model.orders import DeclareSightings, DummyAnswer, VoidSighting
from darkseas.rules.dark_seas.model.queries import is_dummy
from darkseas.rules.dark_seas.model.state import CONTACT, SIGHTED, UNSPOTTED, Contents, State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.builders import an_adjudication, dummy, events, group, view_after
from tests.rules.dark_seas.support.night_cases import HOLD, night_case, play


@pytest.mark.parametrize(("label", "radar"), [("0605", 0), ("0705", 2)])
def test_spotted_dummy_is_removed(label: str, radar: int) -> None:
    """§22b, DS-R15: sighted or found by radar."""
    state = night_case(group("ijn-1", "0505", "kako"), dummy("allies-1", label, "allies"), radar=radar)
    adjudication = play(state, HOLD)
    assert events(adjudication, DummyRemoved) == [DummyRemoved("allies-1", "allies", "§22b")]
    assert "allies-1" not in adjudication.state.blocks
    assert adjudication.state.dummies_left["allies"] == 1
    assert adjudication.state.sightings == ({"ijn-1": ()} if not radar else {})
    assert not phase.may_evade(adjudication.state, "ijn-1"), "a dummy is no enemy ship (§17f)"
    assert phase.attackable(adjudication.state, "ijn-1") == {}


def test_dummy_not_spotted_stays() -> None:
    """§22b."""
    state = night_case(group("ijn-1", "0505", "kako"), dummy("allies-1", "0605", "allies"))
    adjudication = play(state, ijn=1)
    assert "allies-1" in adjudication.state.blocks
    assert events(adjudication, DummyRemoved) == []


def test_sighting_of_a_dummy_may_be_void() -> None:
    """§22c: then it stays, and its owner learns nothing."""
    state = night_case(group("ijn-1", "0505", "kako"), dummy("allies-1", "0605", "allies"))
    adjudication = play(state, ("ijn", DeclareSightings(void=(VoidSighting("ijn-1", "allies-1"),))))
    assert "allies-1" in adjudication.state.blocks
    assert adjudication.state.blocks["allies-1"].spotted == UNSPOTTED


def lone_dummy(**changes: Any) -> State:
    """An IJN dummy sees one allied block, a real block sees another."""
    return night_case(
        dummy("ijn-1", "0505", "ijn"), group("ijn-2", "0905", "aoba"),
        group("allies-1", "0605", "helm"), group("allies-2", "1005", "hull"), **changes,
    )  # fmt: skip


@pytest.mark.parametrize(
    "orders", [HOLD, ("ijn", DeclareSightings(void=(VoidSighting("ijn-2", "allies-2"),)))]
)
def test_dummy_that_alone_sighted_must_be_answered_for(orders: tuple[str, DeclareSightings]) -> None:
    """DS-R17."""
    adjudication = an_adjudication(lone_dummy(), 6, 1)
    phase.begin(adjudication)
    before = list(adjudication.facts)
    with pytest.raises(IllegalOrder) as refusal:
        phase.declare(adjudication, *orders)
    assert (refusal.value.rule, refusal.value.field) == ("DS-R17", "blanks.dummies")
    assert adjudication.facts == before


@pytest.mark.parametrize(
    "order",
    [
        DeclareSightings(dummies=(DummyAnswer("ijn-1", "void"),)),
        DeclareSightings(void=(VoidSighting("ijn-1", "allies-1"),)),
    ],
)
def test_voided_dummy_stays_and_its_target_is_not_spotted(order: DeclareSightings) -> None:
    """§22c: said of the dummy or of its sighting."""
    adjudication = play(lone_dummy(), ("ijn", order))
    assert "ijn-1" in adjudication.state.blocks
    assert [told.block for told in events(adjudication, BlockSighted)] == ["allies-2"]
    (held,) = events(adjudication, SightingsHeld)
    assert (held.sightings, held.voided) == ({"ijn-2": ("allies-2",)}, (("ijn-1", "allies-1"),))


def test_removed_dummy_goes_and_its_target_is_not_spotted() -> None:
    """§22c, DS-R17: everybody sees it go."""
    adjudication = play(lone_dummy(), ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1", "remove"),))))
    assert events(adjudication, DummyRemoved, None) == [DummyRemoved("ijn-1", "ijn", "§22c")]
    assert adjudication.state.dummies_left["ijn"] == 1
    assert [told.block for told in events(adjudication, BlockSighted)] == ["allies-2"]
    assert events(adjudication, SightingsHeld)[0].voided == ()


@pytest.mark.parametrize("void", [(), (VoidSighting("ijn-2", "allies-1"),)])
def test_dummy_beside_a_real_sighter_need_not_answer(void: tuple[VoidSighting, ...]) -> None:
    """§22c, DS-H16: it is not the only one that could sight, even if the real sighting is void."""
    state = night_case(
        dummy("ijn-1", "0505", "ijn"), group("ijn-2", "0505", "aoba"), group("allies-1", "0605", "helm")
    )
    adjudication = play(state, ("ijn", DeclareSightings(void=void)))
    assert adjudication.state.sightings == ({} if void else {"ijn-2": ("allies-1",)})
    assert len(events(adjudication, BlockSighted)) == (0 if void else 1)


def test_dummy_may_go_though_a_real_block_has_sighted_too() -> None:
    """§22c, §22f: an answer outside the form."""
    state = night_case(
        dummy("ijn-1", "0505", "ijn"), group("ijn-2", "0505", "aoba"), group("allies-1", "0605", "helm")
    )
    adjudication = play(state, ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1", "remove"),))))
    assert "ijn-1" not in adjudication.state.blocks
    assert adjudication.state.sightings == {"ijn-2": ("allies-1",)}


def test_each_of_two_lone_dummies_must_answer() -> None:
    """DS-R17."""
    state = night_case(
        dummy("ijn-1", "0505", "ijn"), dummy("ijn-2", "0505", "ijn"), group("allies-1", "0605", "helm")
    )
    with pytest.raises(IllegalOrder):
        play(state, ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1"),))))
    adjudication = play(
        state, ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1"), DummyAnswer("ijn-2", "remove"))))
    )
    assert "ijn-1" in adjudication.state.blocks
    assert "ijn-2" not in adjudication.state.blocks


def test_dummy_taken_off_while_the_enemy_still_declares_is_no_sighting_any_more() -> None:
    """§22c, §22f: sightings of a block that has gone are nobody's."""
    state = night_case(
        dummy("ijn-1", "0505", "ijn"), group("allies-1", "0505", "helm"), dummy("allies-2", "0505", "allies"),
        spotting_modifier=6,
    )  # fmt: skip
    gone = DeclareSightings(dummies=(DummyAnswer("ijn-1", "remove"),))
    adjudication = play(state, ("ijn", gone), ("allies", DeclareSightings()))
    assert adjudication.state.sightings == {}
    assert [removed.rule for removed in events(adjudication, DummyRemoved)] == ["§22c"]


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (DeclareSightings(void=(VoidSighting("ijn-2", "allies-1"),)), "blanks.void.0"),  # out of its reach
        (DeclareSightings(void=(VoidSighting("allies-1", "ijn-2"),)), "blanks.void.0"),
        (DeclareSightings(void=(VoidSighting("nobody", "allies-1"),)), "blanks.void.0"),
        (DeclareSightings(void=(VoidSighting("ijn-2", "allies-2"),) * 2), "blanks.void.1"),
        (DeclareSightings(dummies=(DummyAnswer("ijn-2", "remove"),)), "blanks.dummies.0"),  # a real block
        (DeclareSightings(dummies=(DummyAnswer("allies-1"),)), "blanks.dummies.0"),
        (DeclareSightings(dummies=(DummyAnswer("ijn-3"),)), "blanks.dummies.0"),  # a dummy that saw nothing
        (
            DeclareSightings(dummies=(DummyAnswer("ijn-1"), DummyAnswer("ijn-1", "remove"))),
            "blanks.dummies.1",
        ),
    ],
)
def test_answers_for_what_was_not_sighted_are_refused(order: DeclareSightings, field: str) -> None:
    """DS-R17."""
    state = night_case(
        dummy("ijn-1", "0505", "ijn"), group("ijn-2", "0905", "aoba"), dummy("ijn-3", "0109", "ijn"),
        group("allies-1", "0605", "helm"), group("allies-2", "1005", "hull"),
    )  # fmt: skip
    adjudication = an_adjudication(state, 6, 1)
    phase.begin(adjudication)
    with pytest.raises(IllegalOrder) as refusal:
        phase.declare(adjudication, "ijn", order)
    assert (refusal.value.rule, refusal.value.field) == ("DS-R17", field)
    assert adjudication.state.called == ("ijn",)


# --- the form ------------------------------------------------------------------------------------


def worked(state: State, ijn: int = 6, allies: int = 1) -> Adjudication[State]:
    """A case after the dice."""
    adjudication = an_adjudication(state, ijn, allies)
    phase.begin(adjudication)
    return adjudication


def test_form_offers_real_sightings_and_asks_of_lone_dummies() -> None:
    """§22c, DS-R17: drawn up from the side's own view."""
    state = lone_dummy()
    form = phase.declaration_form(view_after(state, worked(state), "ijn"), "ijn")
    sighting = (Fixed("block", "ijn-2", "piece"), Fixed("target", "allies-2", "piece"))
    sightings = Rows("void", "Sightings declared void", (sighting,))
    answer = Choice("answer", "Keep it or remove it", ("void", "remove"))
    dummies = Rows(
        "dummies",
        "Dummies that are the only spotters",
        ((Fixed("block", "ijn-1", "piece"), answer),),
        least=1,
    )
    assert form == OrderForm(
        "dark_seas.declare_sightings",
        "Declare sightings",
        "§22c",
        (sightings, dummies),
        because=form.because,
        gives_up=form.gives_up,
    )
    assert "lost" in form.gives_up


def test_form_is_empty_when_what_was_sighted_has_gone() -> None:
    """§22f: the side is still called and holds nothing."""
    state = night_case(group("ijn-1", "0505", "kako"), dummy("allies-1", "0605", "allies"))
    adjudication = worked(state)
    adjudication.record(DummyRemoved("allies-1", "allies", "§22f"))
    assert phase.declaration_form(adjudication.state, "ijn").blanks == ()
    phase.declare(adjudication, "ijn", DeclareSightings())
    assert adjudication.state.sightings == {}


# --- whatever stands where -----------------------------------------------------------------------

LABELS = ("0505", "0506", "0605", "0606", "0705", "0805")
SHIPS_OF = {"ijn": ("kako", "aoba", "kinu", "yubari"), "allies": ("helm", "hull", "quincy", "texas")}


@st.composite
def night_states(draw: st.DrawFn) -> State:
    """Up to four blocks a side, real and dummies, close together in any light, with land about."""
    blocks = []
    for side, ships in SHIPS_OF.items():
        for number in range(draw(st.integers(1, 4))):
            key, label = f"{side}-{number + 1}", draw(st.sampled_from(LABELS))
            kind = draw(st.sampled_from(("group", "dummy")))
            blocks.append(dummy(key, label, side) if kind == "dummy" else group(key, label, ships[number]))
    return night_case(
        *draw(st.permutations(blocks)),
        training=draw(st.integers(1, 6)),
        keen=draw(st.integers(-1, 3)),
        radar=draw(st.integers(0, 3)),
        visibility=draw(st.integers(0, 3)),
        light=draw(st.sampled_from(["night", "night", "day"])),
        spotting_modifier=draw(st.integers(0, 3)),
        land=draw(st.sampled_from([(), ("0606",)])),
    )


def filled(form: OrderForm, seed: int) -> DeclareSightings:
    """The form filled at random."""
    _, blanks = random_order((form,), Chooser(seed.to_bytes(8, "big")))
    order: DeclareSightings = read(DeclareSightings, blanks)
    return order


dice = st.integers(1, 6)


@settings(max_examples=200)
@given(night_states(), dice, dice, st.integers(0, 2**32))
def test_every_filling_of_the_form_is_legal(state: State, ijn: int, allies: int, seed: int) -> None:
    """§22b, §22c, DS-R15 to DS-R17, for any blocks, dice and answers."""
    adjudication = worked(state, ijn, allies)
    for side in adjudication.state.called:
        view = view_after(state, adjudication, side)
        phase.declare(adjudication, side, filled(phase.declaration_form(view, side), seed))
    assert adjudication.state.called == ()
    phase.announce(adjudication)
    check_what_is_held(adjudication.state)
    for side in SHIPS_OF:
        check_view(state, adjudication, side)


def check_what_is_held(state: State) -> None:
    """Real blocks hold sightings of real enemy blocks, and just these are spotted."""
    found = {UNSPOTTED: set(state.blocks), CONTACT: set(), SIGHTED: set()}
    for outcome, held in ((CONTACT, state.contacts), (SIGHTED, state.sightings)):
        for key, targets in held.items():
            assert not is_dummy(state, key)
            assert not any(is_dummy(state, target) for target in targets)
            assert all(state.blocks[target].side != state.blocks[key].side for target in targets)
            found[outcome] |= set(targets)
    for key, block in state.blocks.items():
        expected = SIGHTED if key in found[SIGHTED] else CONTACT if key in found[CONTACT] else UNSPOTTED
        assert block.spotted == expected
    assert set(state.reports) == found[SIGHTED]


def check_view(before: State, adjudication: Adjudication[State], side: str) -> None:
    """A side's view has what lies open, its own sightings, and nothing of the enemy's."""
    view, whole = view_after(before, adjudication, side), adjudication.state
    assert view.blocks == whole.blocks
    assert view.reports == whole.reports
    for name in ("sightings", "contacts", "contents"):
        own = {key: held for key, held in getattr(whole, name).items() if key.startswith(side)}
        assert getattr(view, name) == own
    assert set(view.spotting_sums) <= {side}


@settings(max_examples=100)
@given(night_states(), dice, dice)
def test_enemy_dummies_look_like_ships_until_announced(state: State, ijn: int, allies: int) -> None:
    """Law 7, §4a: the same table with other enemy faces gives a side the same facts and the same form."""
    other = state.copy()
    for key, contents in state.contents.items():
        if key.startswith("allies"):
            ships = () if contents.ships else ("cargo",)
            other.contents[key] = Contents("group" if ships else "dummy", "?", ships)
    adjudications = [worked(one, ijn, allies) for one in (state, other)]
    known = [
        [fact for fact in adjudication.facts if may_know(fact.audience, "ijn")]
        for adjudication in adjudications
    ]
    assert known[0] == known[1]
    forms = [
        phase.declaration_form(view_after(one, adjudication, "ijn"), "ijn")
        for one, adjudication in zip((state, other), adjudications, strict=True)
    ]
    assert forms[0] == forms[1]
