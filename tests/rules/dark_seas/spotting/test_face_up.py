"""DS-R36: a single ship that is sighted lies face up, until blocks are flipped back."""

from fractions import Fraction

import pytest

from darkseas.engine.events import EVERYONE
from darkseas.engine.orders import Given
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.chart.pieces import pieces
from darkseas.rules.dark_seas.combat.declaration import check
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.events import BlockSighted, ContactMade, MovementEnded
from darkseas.rules.dark_seas.model.orders import DeclareAttacks
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.narration.names import block_name
from darkseas.rules.dark_seas.odds.attack_odds import odds
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    events,
    group,
    single,
    view_of,
)

IJN = a_side("ijn", sticker("kako", "C 5-3, T 4 / 2C"), sticker("yunagi", "D 3-2 / 1D"), training=3)
USN = a_side("usn", sticker("laffey", "D 6-4, T 6-4 / 1D"), training=1)
SCENARIO = a_scenario(USN, IJN, visibility=1)
LAFFEY = group("usn-1", "0505", "laffey")


def sighted(block: Placed) -> tuple[State, BlockSighted]:
    """The American view of an enemy block that Laffey has sighted, and what was announced of it."""
    state = a_state(SCENARIO, LAFFEY, block)
    adjudication = an_adjudication(state)
    adjudication.state.sightings["usn-1"] = ("ijn-1",)
    phase.announce(adjudication)
    (event,) = events(adjudication, BlockSighted)
    assert audience_of(adjudication, BlockSighted) == [EVERYONE]
    return view_of(adjudication.state, "usn"), event


def test_sticker_of_a_sighted_single_ship_is_read() -> None:
    """DS-R36, §16b: name, class and ratings, at a level that would tell no classes apart."""
    view, event = sighted(single("ijn-1", "0605", "yunagi"))
    assert (event.ship, event.rule, event.classes) == ("yunagi", "DS-R36", {})
    (piece,) = (one for one in pieces(view) if one.key == "ijn-1")
    assert (piece.title, [ship.ratings for ship in piece.crew]) == (
        "Yunagi",
        ["D 3-2-0-0 · 1D · speed 3 · 1 point"],
    )
    assert block_name(view, "ijn-1") == "Yunagi"


def test_task_group_of_one_ship_is_only_reported() -> None:
    """DS-R36, DS-R5: a task group that has shrunk to one ship stays one."""
    view, event = sighted(group("ijn-1", "0605", "yunagi"))
    assert (event.ship, event.ships, event.rule) == ("", 1, "DS-R16")
    (piece,) = (one for one in pieces(view) if one.key == "ijn-1")
    assert piece.crew == ()
    assert "Yunagi" not in block_name(view, "ijn-1")


def test_radar_contact_shows_nothing() -> None:
    """DS-R36, DS-R15."""
    state = a_state(SCENARIO, LAFFEY, single("ijn-1", "0705", "yunagi"))
    adjudication = an_adjudication(state)
    adjudication.state.contacts["usn-1"] = ("ijn-1",)
    phase.announce(adjudication)
    assert events(adjudication, BlockSighted) == []
    assert len(events(adjudication, ContactMade)) == 1
    assert adjudication.state.reports == {}


def test_ship_is_hidden_again_when_blocks_are_flipped_back() -> None:
    """DS-R36, DS-R4."""
    view, _ = sighted(single("ijn-1", "0605", "yunagi"))
    SETTERS[MovementEnded](view, MovementEnded())
    assert "Yunagi" not in block_name(view, "ijn-1")
    assert all(not piece.crew for piece in pieces(view) if piece.key == "ijn-1")


@pytest.mark.parametrize(("block", "certain"), [(single, True), (group, False)])
def test_odds_at_a_ship_face_up_are_hers_alone(block: object, certain: bool) -> None:
    """DS-R36, DS-H24: what lies face up is known; of a task group every ship that fits may be there."""
    state = in_sight(a_state(SCENARIO, LAFFEY, block("ijn-1", "0605", "yunagi")))  # type: ignore[operator]
    order = DeclareAttacks((an_attack(SCENARIO, "usn-1", "0605", "laffey D"),))
    view = view_of(state, "usn")
    (targets,) = odds(view, Given("usn", order))
    assert {target.ship: target.drawn for target in targets} == (
        {"yunagi": Fraction(1)} if certain else {"yunagi": Fraction(1, 2), "kako": Fraction(1, 2)}
    )
    if certain:
        assert targets == odds(state, Given("usn", order))[0]


def test_attack_may_not_aim_at_a_class_that_she_is_not() -> None:
    """DS-R36, DS-R20: who reads her sticker is offered, and may name, her own class alone."""
    keen = a_side("usn", sticker("laffey", "D 6-4 / 1D"), training=6)
    scenario = a_scenario(keen, IJN, visibility=1)
    start = a_state(scenario, LAFFEY, single("ijn-1", "0605", "yunagi"), phase="attacks-1", initiative="ijn")
    start.called = ("usn",)
    view = view_of(in_sight(start), "usn")
    form = SYSTEM.legal_orders(view, "usn")[0]
    assert "'D'" in repr(form)
    assert "'ABC'" not in repr(form)
    with pytest.raises(Exception, match="reported there"):
        check(view, "usn", DeclareAttacks((an_attack(scenario, "usn-1", "0605", "laffey D", classes="ABC"),)))
