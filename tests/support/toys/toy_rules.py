"""The rules of the coves: what may be ordered, what follows from it, how it ends."""

from fractions import Fraction
from typing import Any

from darkseas.engine import events as shared
from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import UMPIRE_ONLY, BattleEnded, PhaseBegan, TurnBegan
from darkseas.engine.orders import Given, IllegalOrder, Number, OrderForm
from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.system import Result

from .toy_state import CoveShelled, EnemyScouted, Plotted, ShipHit, ShipSunk, State, Strike, SwellFelt

LAST_TURN = 6
HITS_TO_SINK = 2
POINTS = 10


def initial_state(spec: ScenarioSpec) -> State:
    """The state before the first plot; BadScenario for anything but two sides with ships."""
    if len(spec.sides) != 2 or not all(side.ships for side in spec.sides):
        raise BadScenario((Finding("sides", "must be two, with ships", "T-1"),))
    if count_of_coves(spec) not in (2, 3, 4):
        raise BadScenario((Finding("options.coves", "must be 2, 3 or 4", "T-1"),))
    return State(spec)


def count_of_coves(spec: ScenarioSpec) -> int:
    """How many coves there are."""
    return int(spec.options.get("coves", 3))


def enemy_of(state: State, side: str) -> str:
    """The other side."""
    return next(other.key for other in state.scenario.sides if other.key != side)


def _afloat(state: State, side: str) -> list[str]:
    ships = next(other.ships for other in state.scenario.sides if other.key == side)
    return [ship.key for ship in ships if state.hits[ship.key] < HITS_TO_SINK]


def legal_orders(state: State, side: str) -> tuple[OrderForm, ...]:
    """A plot until it is given; striking the colours at any time."""
    if state.ended or side not in [known.key for known in state.scenario.sides]:
        return ()
    strike = OrderForm(
        "strike", "Strike the colours", "T-5", pressing=False, because="It may be done at any time."
    )
    if side in state.plots:
        return (strike,)
    most = count_of_coves(state.scenario)
    blanks = (Number("hide", "Hide in cove", 1, most), Number("shell", "Shell cove", 1, most))
    why = "A turn begins: each squadron hides and shells at once."
    return (OrderForm("plot", "Plot the turn", "T-1", blanks, because=why), strike)


def decide(adjudication: Adjudication[State], given: Given) -> None:
    """Record what follows from an order."""
    state = adjudication.state
    if state.ended:
        raise IllegalOrder("The battle is over.", rule="T-5")
    if isinstance(given.order, Strike):
        _end(adjudication, enemy_of(state, given.side), "The colours were struck.")
        return
    _plot(adjudication, given.side, given.order)
    if len(state.plots) == len(state.scenario.sides):
        _resolve(adjudication)


def _plot(adjudication: Adjudication[State], side: str, order: Any) -> None:
    if side in adjudication.state.plots:
        raise IllegalOrder("The plot is sealed.", rule="T-1", field="order")
    for name in ("hide", "shell"):
        if not 1 <= getattr(order, name) <= count_of_coves(adjudication.state.scenario):
            raise IllegalOrder("There is no such cove.", rule="T-1", field=f"blanks.{name}")
    adjudication.record(Plotted(side, order.hide, order.shell), (side,))


def _resolve(adjudication: Adjudication[State]) -> None:
    plots = dict(adjudication.state.plots)
    sides = tuple(side.key for side in adjudication.state.scenario.sides)
    adjudication.record(TurnBegan(adjudication.state.turn + 1))
    adjudication.record(PhaseBegan("fire", "Fire", "T-2"))
    adjudication.record(shared.PlotsRevealed("plot", sides, "T-1"))
    for side in sides:
        _shell(adjudication, side, plots[side][1], plots[enemy_of(adjudication.state, side)][0])
    adjudication.record(PhaseBegan("scout", "Scouting", "T-3"))
    for side in sides:
        if adjudication.roll(1, 6, f"scouting/{side}", (side,))[0] >= 4:
            adjudication.record(EnemyScouted(side, plots[enemy_of(adjudication.state, side)][0]), (side,))
    adjudication.record(SwellFelt(adjudication.roll(1, 6, "swell", UMPIRE_ONLY)[0]), UMPIRE_ONLY)
    _end_if_due(adjudication)


def _shell(adjudication: Adjudication[State], side: str, cove: int, enemy_cove: int) -> None:
    adjudication.record(CoveShelled(side, cove))
    targets = _afloat(adjudication.state, enemy_of(adjudication.state, side))
    if cove != enemy_cove or not targets:
        return
    for face in adjudication.roll(2, 6, f"shelling/{side}"):
        targets = _afloat(adjudication.state, enemy_of(adjudication.state, side))
        if face >= 4 and targets:
            adjudication.record(ShipHit(targets[0], adjudication.state.hits[targets[0]] + 1))
            if adjudication.state.hits[targets[0]] == HITS_TO_SINK:
                adjudication.record(ShipSunk(targets[0], enemy_of(adjudication.state, side)))


def _end_if_due(adjudication: Adjudication[State]) -> None:
    beaten = [
        side.key for side in adjudication.state.scenario.sides if not _afloat(adjudication.state, side.key)
    ]
    if not beaten and adjudication.state.turn < LAST_TURN:
        return
    points = points_of(adjudication.state)
    best = max(points.values())
    winners = [side for side, score in points.items() if score == best]
    _end(
        adjudication,
        winners[0] if len(winners) == 1 else None,
        "A squadron is gone." if beaten else "Night falls.",
    )


def _end(adjudication: Adjudication[State], winner: str | None, reason: str) -> None:
    points = {side: str(score) for side, score in points_of(adjudication.state).items()}
    adjudication.record(BattleEnded(winner, reason, "T-5", points))


def points_of(state: State) -> dict[str, Fraction]:
    """Each side's points: for every ship that the other one has lost."""
    return {
        side.key: Fraction(POINTS * _lost(state, enemy_of(state, side.key))) for side in state.scenario.sides
    }


def _lost(state: State, side: str) -> int:
    ships = next(other.ships for other in state.scenario.sides if other.key == side)
    return len(ships) - len(_afloat(state, side))


def standing(state: State) -> Standing:
    """A ship is damaged by her first hit; hits are known to everybody."""
    return Standing(
        points_of(state),
        tuple(
            ShipFate(ship.key, side.key, ship.name, _fate(state.hits[ship.key]))
            for side in state.scenario.sides
            for ship in side.ships
        ),
    )


def _fate(hits: int) -> Fate:
    if hits >= HITS_TO_SINK:
        return SUNK
    return DAMAGED if hits else AFLOAT


def result(state: State) -> Result | None:
    """Who won, once it is over."""
    if state.ended is None:
        return None
    return Result(state.ended.winner, state.ended.reason, state.ended.rule, points_of(state))
