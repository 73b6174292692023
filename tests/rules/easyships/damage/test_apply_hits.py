"""What hits do once the combat phase is over (ES-26, ES-28, ES-A21, ES-A43, ES-A44)."""

from typing import Any

import pytest

from darkseas.rules.easyships.damage.apply_hits import note, take_all
from darkseas.rules.easyships.model.events import EffectNoted, EffectsTaken, FiresSet, HullDamaged, ShipSunk
from darkseas.rules.easyships.model.hit_effects import Effect
from tests.rules.easyships.support import Table, a_battle, ship


def one_ship(options: Any = None, **ratings: Any) -> Table:
    """A table with one ship of side a."""
    plain = {"guns": [(9, 8), (8, 5)], **ratings}
    return a_battle({"a1": ship("CA", **plain), "a2": ship("DD")}, {"b1": ship()}, options=options or {})


def after(table: Table, *effects: Effect) -> dict[str, Any]:
    """What the first ship has taken after these effects, of a ship that was sound."""
    for effect in effects:
        table.play(note, effect)
    before = table.status("a1")
    table.play(take_all)
    return {
        name: value for name, value in table.status("a1")._asdict().items() if value != getattr(before, name)
    }


def test_effects_wait_until_the_phase_is_over() -> None:
    table = one_ship()
    table.play(note, Effect("a1", "shell", 4))
    assert (table.status("a1").fires, table.status("a1").flooding) == (0, 0)
    assert [event.effect.row for event in table.events(EffectNoted)] == [4]
    table.play(take_all)
    assert (table.status("a1").fires, table.status("a1").flooding) == (1, 1)
    assert table.state.effects == ()
    assert table.events(EffectsTaken)


def test_without_hits_nothing_is_recorded() -> None:
    table = one_ship()
    table.play(take_all)
    assert table.step == []


@pytest.mark.parametrize(
    ("effect", "changes"),
    [
        (Effect("a1", "shell", 1), {"fires": 1}),
        (Effect("a1", "shell", 3), {"fires": 1, "guns_lost": (0, 2)}),
        (Effect("a1", "bomb", 3), {"fires": 1, "guns_lost": (0, 2)}),
        (Effect("a1", "torpedo", 3, flooding=1), {"flooding": 1, "flood_applied": 1, "guns_lost": (0, 2)}),
        (Effect("a1", "torpedo", 2, flooding=1), {"flooding": 2, "flood_applied": 2, "moves_lost": 1}),
        (Effect("a1", "torpedo", 0, flooding=1), {"flooding": 1, "flood_applied": 1}),
        (Effect("a1", "shell", 8, fires=2), {"fires": 2}),
        (Effect("a1", "near miss", flooding=1), {"flooding": 1, "flood_applied": 1}),
        (Effect("a1", "shell", fires=1, tie=True), {"fires": 1}),
        (Effect("a1", "shell", 10), {"sunk": 1}),
    ],
)
def test_what_an_effect_does(effect: Effect, changes: dict[str, Any]) -> None:
    assert after(one_ship(), effect) == changes


def test_a_magazine_ends_what_else_would_have_happened_to_her() -> None:
    table = one_ship()
    assert after(table, Effect("a1", "shell", 10), Effect("a1", "shell", 1)) == {"sunk": 1}
    sunk = table.only(ShipSunk)
    assert (sunk.ship, sunk.side, sunk.cause) == ("a1", "a", "magazine")


def test_es_a21_effects_are_taken_in_the_order_rolled() -> None:
    table = one_ship()
    after(table, Effect("a1", "torpedo", 3), Effect("a1", "shell", 2))
    taken = [(event.flooding, event.guns_lost) for event in table.events(HullDamaged)]
    assert taken == [(0, (0, 2)), (1, (0, 2))]


def test_es_a21_ships_in_the_order_in_which_they_were_first_hit() -> None:
    table = one_ship()
    after(table, Effect("a2", "shell", 1), Effect("a1", "shell", 1), Effect("a2", "shell", 1))
    assert [event.ship for event in table.events(FiresSet)] == ["a2", "a2", "a1"]


def test_es_a43_ties_count_the_fires_that_burn_when_the_shell_falls() -> None:
    table = one_ship()
    table.set("a1", fires=2)
    tie = Effect("a1", "shell", fires=1, tie=True)
    after(table, tie, tie)
    assert table.status("a1").fires == 4


@pytest.mark.parametrize(("answer", "known"), [("open", True), ("owner", False)])
def test_es_a44_who_knows_of_damage_fires_aside(answer: str, known: bool) -> None:
    table = one_ship({"damage_known": answer})
    after(table, Effect("a1", "shell", 4))
    seen = [type(event) for event in table.known("b")]
    assert (HullDamaged in seen) is known
    assert FiresSet in seen
    assert HullDamaged in [type(event) for event in table.known("a")]
