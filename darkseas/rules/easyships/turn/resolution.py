"""Resolution of plots, Player 1 first in each kind of combat (ES-2)."""

from collections.abc import Callable, Iterator, Mapping

from darkseas.engine.adjudication import Adjudication

from ..combat import air_attacks, air_defence, air_strikes, depth_charges, gunnery, torpedoes
from ..damage import carriers, repairs
from ..damage.sinking import abandon, sink_doomed
from ..model import plot_events as p
from ..model.orders import AntiAircraft
from ..model.state import State
from ..movement import smoke
from .phases import AIR, ANTI_AIRCRAFT, DAMAGE, DEPTH_CHARGES, GUNNERY, PLANES, TORPEDOES
from .plots import group_of


def resolve(adjudication: Adjudication[State], kind: str) -> None:
    """Resolve a phase from the recorded plots; a side without one does nothing."""
    _RESOLVERS[kind](adjudication)


def in_order(state: State) -> tuple[str, str]:
    """Return Player 1 of the turn, then the other side."""
    return state.initiative, state.scenario.enemy_of(state.initiative)


def _plots(adjudication: Adjudication[State]) -> Iterator[tuple[str, p.Plot | None]]:
    """Yield each side with its plot, Player 1 first."""
    plots = dict(adjudication.state.plots)
    return ((side, plots.get(side)) for side in in_order(adjudication.state))


def _air(adjudication: Adjudication[State]) -> None:
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.StrikesPlotted):
            for key in air_strikes.launch(adjudication, side, plot.strikes):
                air_defence.meet(adjudication, key)


def _anti_aircraft(adjudication: Adjudication[State]) -> None:
    """Resolve anti-aircraft fire at each strike, then its attacks, then land the survivors."""
    state = adjudication.state
    for side in in_order(state):
        enemy = state.scenario.enemy_of(side)
        for key in [key for key, strike in state.strikes.items() if strike.side == side]:
            air_defence.fire(adjudication, enemy, key, _shots_at(adjudication.state, enemy, key))
            air_attacks.attack(adjudication, key)
            air_strikes.land(adjudication, key)


def _shots_at(state: State, side: str, key: str) -> tuple[AntiAircraft, ...]:
    plot = state.plots.get(side)
    if not isinstance(plot, p.AntiAircraftPlotted):
        return ()
    shots = [(shot.ship, *group_of(shot.group)) for shot in plot.fire]
    return tuple(AntiAircraft(ship, number) for ship, strike, number in shots if strike == key)


def _guns(adjudication: Adjudication[State]) -> None:
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.GunsPlotted):
            gunnery.resolve(adjudication, side, plot.fire)


def _torpedoes(adjudication: Adjudication[State]) -> None:
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.TorpedoesPlotted):
            torpedoes.resolve(adjudication, side, plot.torpedoes)


def _depth_charges(adjudication: Adjudication[State]) -> None:
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.DepthChargesPlotted):
            depth_charges.resolve(adjudication, side, plot.depth_charges)


def _damage(adjudication: Adjudication[State]) -> None:
    """Abandon ships, roll repairs, clear smoke and sink ships (ES-10, ES-33 to ES-35)."""
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.RepairsPlotted):
            abandon(adjudication, side, plot.abandon)
    for side, plot in _plots(adjudication):
        chosen = plot.repairs if isinstance(plot, p.RepairsPlotted) else ()
        afloat = {ship.key for ship in adjudication.state.afloat(side)}
        repairs.resolve(adjudication, side, [repair for repair in chosen if repair.ship in afloat])
    smoke.clear(adjudication)
    sink_doomed(adjudication)


def _planes(adjudication: Adjudication[State]) -> None:
    for side, plot in _plots(adjudication):
        if isinstance(plot, p.TransfersPlotted):
            carriers.move_planes(adjudication, side, plot.transfers)
    carriers.burn_planes(adjudication)


_RESOLVERS: Mapping[str, Callable[[Adjudication[State]], None]] = {
    AIR: _air,
    ANTI_AIRCRAFT: _anti_aircraft,
    GUNNERY: _guns,
    TORPEDOES: _torpedoes,
    DEPTH_CHARGES: _depth_charges,
    DAMAGE: _damage,
    PLANES: _planes,
}
