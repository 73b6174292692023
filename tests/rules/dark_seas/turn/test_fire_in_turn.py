"""DS-R41: by day each side declares and resolves in turn, and what both do lands at the end of the phase."""

import pytest

from darkseas.engine.events import EVERYONE
from darkseas.rules.dark_seas.model.events import (
    AttackResolved,
    AttacksDeclared,
    MarkersPlaced,
    ResultsHeld,
    ShipSunk,
    TorpedoesFired,
)
from darkseas.rules.dark_seas.model.orders import DeclareAttacks
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.turn.rulings import facts as ruled
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, sticker
from tests.rules.dark_seas.support.builders import a_scenario, a_side, a_state, group
from tests.rules.dark_seas.support.table_top import Table, on_table

USN = a_side("usn", sticker("laffey", "D 24, T 24 / 1D"), sticker("monssen", "D 24 / 1D"), training=3)
IJN = a_side("ijn", sticker("kako", "C 24 / 2C"), sticker("aoba", "C 24 / 2C"), training=3)


def at_fire(light: str = "day", *, sealed: bool = False) -> Table:
    """The IJN, without initiative, is to declare; all see each other in one hex, and every shot hits."""
    scenario = a_scenario(USN, IJN, light=light, declarations="sealed" if sealed else "table")
    sides = (group("usn-1", "0505", "laffey", "monssen"), group("ijn-1", "0505", "kako", "aoba"))
    stage = "attacks-both" if sealed else "attacks-1"
    state = in_sight(a_state(scenario, *sides, turn=2, phase=stage, initiative="usn"))
    state.called = ("ijn", "usn") if sealed else ("ijn",)
    dice = {f"t2/combat/{side}/1/guns": (1,) for side in ("ijn", "usn")}
    draws = {f"t2/combat/{side}/1/{kind}/draw": (1,) for side in ("ijn", "usn") for kind in ("guns", "both")}
    return on_table(state, dice | draws | {"t2/combat/usn/1/torpedoes": (12,)})


def fire(state: State, side: str, *mounts: str) -> DeclareAttacks:
    return DeclareAttacks((an_attack(state.scenario, f"{side}-1", "0505", *mounts),))


def test_first_side_has_fired_before_the_other_declares() -> None:
    """DS-R41: its dice lie open, and nothing of them has landed: who is as good as sunk still fires."""
    table = at_fire()
    table.give("ijn", fire(table.state, "ijn", "kako C"))
    assert [one.result for one in table.events(AttackResolved)] == ["sunk"]
    assert [fact.audience for fact in table.log if isinstance(fact.event, ResultsHeld)] == [EVERYONE]
    assert table.state.called == ("usn",)
    assert "as soon as a side declares them" in table.form("usn", "declare_attacks").because
    assert not table.events(ShipSunk)
    assert not table.events(MarkersPlaced)
    table.give("usn", fire(table.state, "usn", "laffey D", "laffey T"))
    assert [one.ship for one in table.events(ShipSunk)] == ["laffey", "kako"]
    (marks,) = table.events(MarkersPlaced)
    assert (marks.attacked_ships, marks.targeted_ships) == (("kako", "laffey"), ("laffey", "kako"))
    assert table.events(TorpedoesFired) == [TorpedoesFired({"laffey": 1})]
    assert {one.rule for one in table.events(AttacksDeclared)} == {"DS-R41"}
    assert table.state.held is None


@pytest.mark.parametrize("first", [True, False])
def test_results_of_one_side_land_though_the_other_holds_fire(first: bool) -> None:
    """DS-R41."""
    table = at_fire()
    table.give("ijn", fire(table.state, "ijn", "kako C") if first else DeclareAttacks())
    table.give("usn", DeclareAttacks() if first else fire(table.state, "usn", "laffey D"))
    assert [one.ship for one in table.events(ShipSunk)] == ["laffey" if first else "kako"]
    assert table.state.turn == 3


def test_by_night_both_declare_before_anybody_fires() -> None:
    """DS-R29, §14c."""
    table = at_fire("night")
    table.give("ijn", fire(table.state, "ijn", "kako C"))
    assert table.events(AttackResolved) == []
    table.give("usn", fire(table.state, "usn", "laffey D"))
    assert table.events(ResultsHeld) == []
    assert [one.ship for one in table.events(ShipSunk)] == ["laffey", "kako"]


def test_scenario_may_seal_the_declarations_of_the_day() -> None:
    """DS-R29, DS-R41: the order of the night is the option here."""
    table = at_fire(sealed=True)
    table.give("ijn", fire(table.state, "ijn", "kako C"))
    assert table.events(AttackResolved) == []
    table.give("usn", fire(table.state, "usn", "laffey D"))
    assert [one.side for one in table.events(AttackResolved)] == ["ijn", "usn"]
    assert table.events(ResultsHeld) == []


def test_what_was_fired_lands_when_an_umpire_ends_the_turn() -> None:
    """DS-R41: and nothing is done twice to a ship that was ruled sunk meanwhile."""
    table = at_fire()
    table.give("ijn", fire(table.state, "ijn", "kako C"))
    over = ruled(table.state, "turn_began", {})
    assert [fact.event.ship for fact in over if isinstance(fact.event, ShipSunk)] == ["laffey"]
    table.take(ruled(table.state, "dark_seas.ship_sunk", {"ship": "laffey"}))
    over = ruled(table.state, "turn_began", {})
    assert [fact.event for fact in over if isinstance(fact.event, ShipSunk)] == []
