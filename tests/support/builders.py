"""Plain builders: a scenario of the toy system, a battle of it, and the toy's place in the registry."""

from functools import cache
from typing import Any

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.events import BattleBegan, Fact
from darkseas.engine.orders import OrderForm
from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.serialization.codec import write
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle, Seat
from replays_app.projections import whose_turn
from replays_app.recording import bot_turns
from replays_app.recording.orders import Answer, Order, give_order, legal_forms
from replays_app.recording.start import Started, start
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import bot_battles
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish, spec_of
from tests.support.library.first_published import publish_first
from tests.support.toys.toy_system import TOY


def register_toy() -> None:
    """Add the toy to the rules systems of this process, once."""
    if TOY not in registry.SYSTEMS:
        registry.SYSTEMS = (*registry.SYSTEMS, TOY)


def toy_scenario(key: str = "coves", **changes: Any) -> ScenarioSpec:
    """Two squadrons of two ships each."""
    spec: dict[str, Any] = {
        "key": key,
        "title": "The coves",
        "system": "toy",
        "sides": (toy_side("red", "RN"), toy_side("blue", "IJN")),
        "map": MapSpec("coves", "Coves", 5, 3),
        "origins": {"options.coves": "house"},
    }
    return ScenarioSpec(**{**spec, **changes})


def toy_side(key: str, navy: str, ships: int = 2) -> SideSpec:
    """A side with so many ships."""
    names = [f"{key}-{number}" for number in range(1, ships + 1)]
    return SideSpec(
        key, key.title(), (navy,), tuple(ShipSpec(name, name.title(), "C", navy, "CL", {}) for name in names)
    )


def toy_revision(key: str = "coves", **changes: Any) -> Revision:
    """The toy's scenario, published."""
    return publish(toy_scenario(key, **changes))


def bare_battle(key: str = "coves") -> Battle:
    """A battle that has begun, and nothing more: for tests of the log alone."""
    revision = toy_revision(key)
    battle = Battle.objects.create(
        revision=revision, title="Bare", system="toy", release=registry.RELEASE, dice_scheme="none"
    )
    began = BattleBegan(battle.pk.hex, "toy", "r1", write(spec_of(revision)), {"scheme": "none"}, {})
    log_store.append(battle.pk, 0, 0, [Fact(began)])
    return battle


def toy_bot_battle(seed: bytes = bytes(32), **changes: Any) -> BotBattle:
    """A whole battle of the toy, fought by bots."""
    return fight(TOY, toy_scenario(), seed, **changes)


# --- battles in the database ---------------------------------------------------------------


def toy_started(**changes: Any) -> Started:
    """A battle of the toy that has begun, with a seed that is always the same."""
    return start(toy_revision(), **{"seed": bytes(range(32)), **changes})


def seats_of(battle: Battle) -> dict[str, Seat]:
    """The seats of a battle by side."""
    return {seat.side: seat for seat in battle.seats.select_related("battle")}


def forms_of(seat: Seat) -> tuple[int, tuple[OrderForm, ...]]:
    """How many entries a seat knows, and the forms that it may fill now."""
    return legal_forms(BattleContext.of(seat.battle), seat)


def played(context: BattleContext, most: int = bot_turns.MOST_ORDERS) -> int:
    """Let bots and standing orders go on; return how many orders were given."""
    return bot_turns.play(context, whose_turn.project(context), most)


def give(seat: Seat, name: str, blanks: Any, **more: Any) -> Answer:
    """Give an order from a seat."""
    return give_order(BattleContext.of(seat.battle), seat, Order(name, blanks, **more))


def plot(seat: Seat, hide: int = 1, shell: int = 1, **more: Any) -> Answer:
    """Give a seat's plot, knowing all that the seat knows."""
    length, _ = forms_of(seat)
    return give(seat, "plot", {"hide": hide, "shell": shell}, **{"expected": length, **more})


def fight_turns(battle: Battle, turns: int) -> None:
    """Fight so many turns of the toy, always in the same way; shells find a ship in turns 2 and 3 alone.

    So no side can be gone before turn 6.
    """
    seats = seats_of(battle)
    for turn in range(1, turns + 1):
        plot(seats["red"], 1, 2 if turn == 2 else 1)
        plot(seats["blue"], 2, 1 if turn == 3 else 2)


def toy_battle(seed: str = "1") -> Battle:
    """A whole battle of the toy between bots, taken in from its file."""
    publish_first(toy_scenario())
    return battle_files.import_battle(toy_file(seed)).battle


def toy_file(seed: str = "1") -> list[bytes]:
    """The lines of a bot battle's file."""
    return list(_toy_lines(seed))


@cache
def _toy_lines(seed: str) -> tuple[bytes, ...]:
    spec = toy_scenario()
    return tuple(bot_battles.file_of(spec, seed, bot_battles.fight_bots(spec, seed).entries))
