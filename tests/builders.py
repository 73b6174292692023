"""Plain builders: a scenario of the toy system, a battle of it, and the toy's place in the registry."""

from typing import Any

from darkseas.engine.bot_battle import Bout, fight
from darkseas.engine.codec import write
from darkseas.engine.events import BattleBegan, Fact
from darkseas.engine.scenario import MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules import registry
from replays_app import log
from replays_app.models import Battle
from scenarios_app.models import Revision
from scenarios_app.spec import publish, spec_of
from tests.toy_system import TOY


def register_toy() -> None:
    """Add the toy to the rules systems of this process, once."""
    if TOY not in registry.SYSTEMS:
        registry.SYSTEMS = (*registry.SYSTEMS, TOY)
        registry._BY_KEY = {**registry._BY_KEY, TOY.key: TOY}


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
        revision=revision, title="Bare", system="toy", release="r1", dice_scheme="none"
    )
    began = BattleBegan(battle.pk.hex, "toy", "r1", write(spec_of(revision)), {"scheme": "none"}, {})
    log.append(battle.pk, 0, 0, [Fact(began)])
    return battle


def toy_bout(seed: bytes = bytes(32), **changes: Any) -> Bout:
    """A whole battle of the toy, fought by bots."""
    return fight(TOY, toy_scenario(), seed, **changes)
