"""H-2 at the rules: each of these leaks, planted alone, is noticed by a twin; and no twin without one."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import Audience, DiceRolled, OrderWithdrawn
from darkseas.engine.stages.stage import PlotSealed
from darkseas.rules.easyships.damage import repairs
from darkseas.rules.easyships.model import events as e
from darkseas.rules.easyships.model import plot_events as p
from darkseas.rules.easyships.model.orders import Area
from darkseas.rules.easyships.model.scenario import Ship
from darkseas.rules.easyships.model.state import State
from darkseas.rules.easyships.movement import sonar
from darkseas.rules.easyships.turn import orders_due
from tests.rules.easyships.leaks import worlds
from tests.rules.easyships.leaks.worlds import MakeTwin
from tests.rules.planted_leaks import Plant, recorded, to_everybody


def with_guns(state: State, event: PlotSealed, audience: Audience) -> tuple[Any, Audience]:
    """That a plot is sealed says how many batteries fire."""
    fire = getattr(state.plots.get(event.side), "fire", ())
    return PlotSealed(event.side, f"{event.phase} {len(fire)}"), audience


def with_targets(state: State, event: OrderWithdrawn, audience: Audience) -> tuple[Any, Audience]:
    """That a plot is taken back says whom it was meant for."""
    fire = getattr(state.plots.get(event.side), "fire", ())
    return OrderWithdrawn(event.side, f"{event.order} {[one.target for one in fire]}"), audience


def with_all_targets(state: State, event: e.TargetsShown, audience: Audience) -> tuple[Any, Audience]:
    """The targets of a strike are told with those of groups that fighters shot down."""
    sent = state.strikes[event.strike].groups
    groups = tuple([replace(group, target=own.target) for group, own in zip(event.groups, sent, strict=True)])
    return replace(event, groups=groups), audience


def answered_if_there(patch: pytest.MonkeyPatch) -> None:
    """A ping that finds nobody is answered only where somebody lies below."""
    ping = sonar.ping

    def leaky(adjudication: Adjudication[State], key: str) -> None:
        before = len(adjudication.facts)
        ping(adjudication, key)
        searched = {at for fact in adjudication.facts[before:] for at in getattr(fact.event, "hexes", ())}
        if not any(one.submerged and one.bow in searched for one in adjudication.state.ship_status.values()):
            del adjudication.facts[-1]

    patch.setattr(sonar, "ping", leaky)


def called_where_they_can(patch: pytest.MonkeyPatch) -> None:
    """A side is called where it has a choice, and nowhere else."""
    patch.setattr(orders_due, "_hidden_choices", lambda state, side: iter(()))


def numbered_across_areas(patch: pytest.MonkeyPatch) -> None:
    """The die of a fire is numbered after those that were spent on water before it."""
    roll = repairs._roll

    def leaky(
        adjudication: Adjudication[State], ship: Ship, area: Area, number: str, **options: bool
    ) -> None:
        rolled = sum("/repairs/" in getattr(fact.event, "purpose", "") for fact in adjudication.facts)
        roll(adjudication, ship, area, f"{rolled}", **options)

    patch.setattr(repairs, "_roll", leaky)


def called_where_flooded(patch: pytest.MonkeyPatch) -> None:
    """A side is called for repairs only where water is in one of its ships."""
    patch.setattr(
        orders_due,
        "_is_hurt",
        lambda state, side: any(state.ship_status[ship.key].flooding for ship in state.afloat(side)),
    )


#: The leaks by name: how each is planted, and the twin that notices it.
PLANTED: dict[str, tuple[Plant, MakeTwin]] = {
    "moves below the surface": (to_everybody(e.ShipMoved), worlds.place_of_a_boat),
    "a change of depth": (to_everybody(e.DepthChanged), worlds.depth_of_a_boat),
    "boats set up below": (to_everybody(e.ShipsPlaced), worlds.boats_set_up_below),
    "the die of a boat that is not found": (to_everybody(DiceRolled, "sonar"), worlds.ping_that_finds_nobody),
    "silence where nobody is": (answered_if_there, worlds.ping_that_finds_nobody),
    "the die under a depth charge": (to_everybody(DiceRolled, "depth-charges"), worlds.charges_on_nobody),
    "a near miss": (to_everybody(e.DepthChargeMissedNearly), worlds.charges_that_nearly_hit),
    "a call that tells how deep a boat is": (called_where_they_can, worlds.boat_that_can_launch),
    "targets of guns": (to_everybody(p.GunsPlotted), worlds.target_of_guns),
    "how many batteries fire": (recorded(PlotSealed, with_guns), worlds.number_of_guns),
    "a plot that was taken back": (recorded(OrderWithdrawn, with_targets), worlds.plot_taken_back),
    "targets of torpedoes": (to_everybody(p.TorpedoesPlotted), worlds.target_of_torpedoes),
    "targets of a strike": (to_everybody(p.StrikesPlotted), worlds.target_of_a_strike),
    "targets of planes that were shot down": (
        recorded(e.TargetsShown, with_all_targets),
        worlds.target_of_a_group_shot_down,
    ),
    "who fires at planes": (to_everybody(p.AntiAircraftPlotted), worlds.anti_aircraft_plotted),
    "repairs that are plotted": (to_everybody(p.RepairsPlotted), worlds.repairs_plotted),
    "the die of a repair": (to_everybody(DiceRolled, "repairs"), worlds.repairs_that_are_secret),
    "what a repair came to": (to_everybody(e.RepairRolled), worlds.repairs_that_are_secret),
    "how a hull is": (to_everybody(e.HullDamaged), worlds.repairs_that_are_secret),
    "the number of a fire's die": (numbered_across_areas, worlds.water_fought_before_fires),
    "a call that tells whose ship is flooded": (called_where_flooded, worlds.hulls_that_are_secret),
}

MAKERS = list(dict.fromkeys(twin for _, twin in PLANTED.values()))


@pytest.mark.parametrize("twin", MAKERS)
def test_h2_without_a_leak_a_twin_tells_nothing(twin: MakeTwin) -> None:
    first, second = twin(0), twin(1)
    assert first.others == second.others
    assert all(first.others)
    assert first.owners != second.owners


@pytest.mark.parametrize("leak", PLANTED)
def test_h2_planted_leak_is_noticed_by_its_twin(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, twin = PLANTED[leak]
    plant(monkeypatch)
    assert twin(0).others != twin(1).others
