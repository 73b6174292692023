"""A tiny rules system for tests of engine and site: two squadrons that hide in coves.

Each turn both sides plot in secret where to hide and which cove to shell (T-1). Then every shelled
cove that holds the enemy costs them a hit on 4 or more (T-2), each side scouts in secret (T-3), and the
umpire alone learns of the swell (T-4). Two hits sink a ship; after six turns points decide (T-5).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from darkseas.engine import events as shared
from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import UMPIRE_ONLY, BattleEnded, PhaseBegan, TurnBegan
from darkseas.engine.orders import Given, IllegalOrder, Number, OrderForm
from darkseas.engine.presentation.chart import Caption, Chart, ChartSide, Crew, Ground, Piece
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Result, RulesSystem

LAST_TURN = 6
HITS_TO_SINK = 2
POINTS = 10


# --- orders and events -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """Hide in one cove and shell another."""

    hide: int
    shell: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike the colours."""


@dataclass(frozen=True, slots=True)
class Plotted:
    """A side's plot is sealed."""

    side: str
    hide: int
    shell: int


@dataclass(frozen=True, slots=True)
class CoveShelled:
    """A side shelled a cove."""

    side: str
    cove: int


@dataclass(frozen=True, slots=True)
class ShipHit:
    """A ship has been hit so often now."""

    ship: str
    hits: int


@dataclass(frozen=True, slots=True)
class ShipSunk:
    """A ship sank."""

    ship: str
    side: str


@dataclass(frozen=True, slots=True)
class EnemyScouted:
    """A side learned where the enemy had hidden."""

    side: str
    cove: int


@dataclass(frozen=True, slots=True)
class SwellFelt:
    """How high the sea goes."""

    height: int


# --- the state and its fold ----------------------------------------------------------------


class State:
    """What there is to know of a battle in the coves."""

    __slots__ = ("ended", "hits", "phase", "plots", "scenario", "scouted", "swell", "turn")

    def __init__(self, scenario: ScenarioSpec) -> None:
        self.scenario = scenario
        self.turn = 0
        self.phase = ""
        self.plots: dict[str, tuple[int, int]] = {}
        self.hits: dict[str, int] = {ship.key: 0 for side in scenario.sides for ship in side.ships}
        self.scouted: dict[str, int] = {}
        self.swell = 0
        self.ended: BattleEnded | None = None

    def copy(self) -> Self:
        """An equal state that can be changed without touching this one."""
        other = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, dict(value) if type(value) is dict else value)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn


def _phase_began(state: State, event: PhaseBegan) -> None:
    state.phase = event.phase


def _plotted(state: State, event: Plotted) -> None:
    state.plots[event.side] = (event.hide, event.shell)


def _plots_revealed(state: State, event: shared.PlotsRevealed) -> None:
    state.plots = {}


def _ship_hit(state: State, event: ShipHit) -> None:
    state.hits[event.ship] = event.hits


def _enemy_scouted(state: State, event: EnemyScouted) -> None:
    state.scouted[event.side] = event.cove


def _swell_felt(state: State, event: SwellFelt) -> None:
    state.swell = event.height


def _battle_ended(state: State, event: BattleEnded) -> None:
    state.ended = event


SETTERS: Mapping[type, Callable[[Any, Any], None]] = {
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    shared.PlotsRevealed: _plots_revealed,
    BattleEnded: _battle_ended,
    Plotted: _plotted,
    ShipHit: _ship_hit,
    EnemyScouted: _enemy_scouted,
    SwellFelt: _swell_felt,
}


# --- the rules -----------------------------------------------------------------------------


def initial_state(spec: ScenarioSpec) -> State:
    """The state before the first plot; BadScenario for anything but two sides with ships."""
    if len(spec.sides) != 2 or not all(side.ships for side in spec.sides):
        raise BadScenario((Finding("sides", "must be two, with ships", "T-1"),))
    if _coves(spec) not in (2, 3, 4):
        raise BadScenario((Finding("options.coves", "must be 2, 3 or 4", "T-1"),))
    return State(spec)


def _coves(spec: ScenarioSpec) -> int:
    return int(spec.options.get("coves", 3))


def _enemy(state: State, side: str) -> str:
    return next(other.key for other in state.scenario.sides if other.key != side)


def _afloat(state: State, side: str) -> list[str]:
    ships = next(other.ships for other in state.scenario.sides if other.key == side)
    return [ship.key for ship in ships if state.hits[ship.key] < HITS_TO_SINK]


def legal_orders(state: State, side: str) -> tuple[OrderForm, ...]:
    """A plot until it is given; striking the colours at any time."""
    if state.ended or side not in [known.key for known in state.scenario.sides]:
        return ()
    strike = OrderForm("strike", "Strike the colours", "T-5", pressing=False)
    if side in state.plots:
        return (strike,)
    most = _coves(state.scenario)
    blanks = (Number("hide", "Hide in cove", 1, most), Number("shell", "Shell cove", 1, most))
    return (OrderForm("plot", "Plot the turn", "T-1", blanks), strike)


def decide(adjudication: Adjudication[State], given: Given) -> None:
    """Record what follows from an order."""
    state = adjudication.state
    if state.ended:
        raise IllegalOrder("The battle is over.", rule="T-5")
    if isinstance(given.order, Strike):
        _end(adjudication, _enemy(state, given.side), "The colours were struck.")
        return
    _plot(adjudication, given.side, given.order)
    if len(state.plots) == len(state.scenario.sides):
        _resolve(adjudication)


def _plot(adjudication: Adjudication[State], side: str, order: Any) -> None:
    if side in adjudication.state.plots:
        raise IllegalOrder("The plot is sealed.", rule="T-1", field="order")
    for name in ("hide", "shell"):
        if not 1 <= getattr(order, name) <= _coves(adjudication.state.scenario):
            raise IllegalOrder("There is no such cove.", rule="T-1", field=f"blanks.{name}")
    adjudication.record(Plotted(side, order.hide, order.shell), (side,))


def _resolve(adjudication: Adjudication[State]) -> None:
    plots = dict(adjudication.state.plots)
    sides = tuple(side.key for side in adjudication.state.scenario.sides)
    adjudication.record(TurnBegan(adjudication.state.turn + 1))
    adjudication.record(PhaseBegan("fire", "Fire", "T-2"))
    adjudication.record(shared.PlotsRevealed("plot", sides, "T-1"))
    for side in sides:
        _shell(adjudication, side, plots[side][1], plots[_enemy(adjudication.state, side)][0])
    adjudication.record(PhaseBegan("scout", "Scouting", "T-3"))
    for side in sides:
        if adjudication.roll(1, 6, f"scouting/{side}", (side,))[0] >= 4:
            adjudication.record(EnemyScouted(side, plots[_enemy(adjudication.state, side)][0]), (side,))
    adjudication.record(SwellFelt(adjudication.roll(1, 6, "swell", UMPIRE_ONLY)[0]), UMPIRE_ONLY)
    _end_if_due(adjudication)


def _shell(adjudication: Adjudication[State], side: str, cove: int, enemy_cove: int) -> None:
    adjudication.record(CoveShelled(side, cove))
    targets = _afloat(adjudication.state, _enemy(adjudication.state, side))
    if cove != enemy_cove or not targets:
        return
    for face in adjudication.roll(2, 6, f"shelling/{side}"):
        targets = _afloat(adjudication.state, _enemy(adjudication.state, side))
        if face >= 4 and targets:
            adjudication.record(ShipHit(targets[0], adjudication.state.hits[targets[0]] + 1))
            if adjudication.state.hits[targets[0]] == HITS_TO_SINK:
                adjudication.record(ShipSunk(targets[0], _enemy(adjudication.state, side)))


def _end_if_due(adjudication: Adjudication[State]) -> None:
    beaten = [
        side.key for side in adjudication.state.scenario.sides if not _afloat(adjudication.state, side.key)
    ]
    if not beaten and adjudication.state.turn < LAST_TURN:
        return
    scores = _scores(adjudication.state)
    best = max(scores.values())
    winners = [side for side, score in scores.items() if score == best]
    _end(
        adjudication,
        winners[0] if len(winners) == 1 else None,
        "A squadron is gone." if beaten else "Night falls.",
    )


def _end(adjudication: Adjudication[State], winner: str | None, reason: str) -> None:
    scores = {side: str(score) for side, score in _scores(adjudication.state).items()}
    adjudication.record(BattleEnded(winner, reason, "T-5", scores))


def _scores(state: State) -> dict[str, Fraction]:
    return {
        side.key: Fraction(POINTS * _lost(state, _enemy(state, side.key))) for side in state.scenario.sides
    }


def _lost(state: State, side: str) -> int:
    ships = next(other.ships for other in state.scenario.sides if other.key == side)
    return len(ships) - len(_afloat(state, side))


def standing(state: State) -> Standing:
    """A ship is damaged by her first hit; hits are known to everybody."""
    return Standing(
        _scores(state),
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
    return Result(state.ended.winner, state.ended.reason, state.ended.rule, _scores(state))


# --- what is read and drawn ------------------------------------------------------------------


def describe(state: State, event: object) -> Narration:
    """One sentence for every event, from the state before it."""
    return _SENTENCES[type(event)](state, event)


def _rolled(state: State, event: shared.DiceRolled) -> Narration:
    dice = tuple(Die(event.sides, face, event.purpose, event.origin) for face in event.faces)
    return Narration(f"Dice for {event.purpose}.", ("T-2",), QUIET, dice=dice)


def _hit(state: State, event: ShipHit) -> Narration:
    before = Working("hits before", str(state.hits[event.ship]), "T-2")
    workings = (before, Working("this hit", "1", "T-2"))
    return Narration(
        f"{event.ship} is hit.", ("T-2",), NORMAL, workings, str(event.hits), focus=(event.ship,)
    )


def _say(text: str, rule: str, weight: int = NORMAL) -> Callable[[State, Any], Narration]:
    def sentence(state: State, event: Any) -> Narration:
        side = getattr(event, "side", "")
        return Narration(text.format(e=event), (rule,), weight, side=side)

    return sentence


_SENTENCES: Mapping[type, Callable[[State, Any], Narration]] = {
    shared.BattleBegan: _say("The squadrons meet.", "T-1", STRONG),
    shared.TurnBegan: _say("Turn {e.turn} begins.", "T-1"),
    shared.PhaseBegan: _say("{e.title}.", "T-1", QUIET),
    shared.OrderGiven: _say("{e.side} gives the order: {e.order}.", "T-1", QUIET),
    shared.PlotsRevealed: _say("The plots are opened.", "T-1"),
    shared.DiceRolled: _rolled,
    shared.RulingMade: _say("The umpire rules: {e.reason}", "T-1"),
    shared.BattleEnded: _say("The battle is over: {e.reason}", "T-5", STRONG),
    shared.SeedOpened: _say("The seed is opened.", "T-2", QUIET),
    Plotted: _say("{e.side} hides in cove {e.hide} and will shell cove {e.shell}.", "T-1"),
    CoveShelled: _say("{e.side} shells cove {e.cove}.", "T-2"),
    ShipHit: _hit,
    ShipSunk: _say("{e.ship} sinks.", "T-2", STRONG),
    EnemyScouted: _say("{e.side} knows that the enemy was in cove {e.cove}.", "T-3"),
    SwellFelt: _say("The swell is {e.height}.", "T-4", QUIET),
}


def chart(state: State) -> Chart:
    """The ships, each in the cove that is known of her side."""
    sides = tuple(
        ChartSide(side.key, side.name, side.navies[0], notch)
        for notch, side in enumerate(state.scenario.sides)
    )
    pieces = tuple(
        _piece(state, side.key, row, ship)
        for row, side in enumerate(state.scenario.sides)
        for ship in side.ships
    )
    captions = tuple(Caption("Score", str(score), side) for side, score in _scores(state).items())
    return Chart(Ground("hexes", state.scenario.map, sides), pieces, captions=captions)


def _piece(state: State, side: str, row: int, ship: Any) -> Piece:
    is_lost = state.hits[ship.key] >= HITS_TO_SINK
    marks = ("sunk",) if is_lost else ("damaged",) if state.hits[ship.key] else ()
    crew = (Crew(ship.key, ship.name, ship.kind, "", marks),)
    cove = state.plots[side][0] if side in state.plots else 0
    return Piece(ship.key, side, f"{cove:02d}{row:02d}", "out" if is_lost else "up", ship.kind, crew=crew)


def choose_order(
    view: State, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """Shell where the enemy was seen last, hide anywhere."""
    coves = _coves(view.scenario)
    shell = view.scouted.get(side) or 1 + chooser.below(coves)
    return "plot", {"hide": 1 + chooser.below(coves), "shell": shell}


TOY = RulesSystem(
    key="toy",
    title="Coves",
    edition="first",
    author="nobody",
    options=(Option("coves", "Number of coves", (2, 3, 4), 3, "house", "T-1"),),
    orders={"plot": Plot, "strike": Strike},
    events={
        "toy.plotted": Plotted,
        "toy.cove_shelled": CoveShelled,
        "toy.ship_hit": ShipHit,
        "toy.ship_sunk": ShipSunk,
        "toy.enemy_scouted": EnemyScouted,
        "toy.swell_felt": SwellFelt,
    },
    setters=SETTERS,
    initial_state=initial_state,
    legal_orders=legal_orders,
    decide=decide,
    describe=describe,
    chart=chart,
    standing=standing,
    result=result,
    odds=lambda state, given: (),
    bot=choose_order,
    phases={"fire": "Fire", "scout": "Scouting"},
)
