"""The outline of a battle from one perspective, as JSON: the data that a viewer needs before the first line.

`codec.write` writes the engine's records (`Ground`), and leaves out fields with their default. Numbers
(``n``, ``first``) count the perspective's own entries from 0.
"""

from collections.abc import Mapping

from darkseas.engine.events import BattleEnded
from darkseas.engine.presentation.ends import end_reason
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem
from replays_app.log.store import head_of

from . import perspectives
from .battle_context import BattleContext
from .battle_summary import in_short
from .whole_battle_facts import Gathered, gather

HOUSE = "house"


def outline(context: BattleContext, perspective: str, open_to: tuple[str, ...]) -> dict[str, Json]:
    """Return ground, turns, marks, scores and the result.

    ``turns`` have their phases, each with its ``first`` entry. ``marks`` are rolls, lost ships, and the first
    events in the summary. ``scores`` has a point of the curve for each change, with fractions as text.
    ``options`` has every choice of the scenario with its origin; ``house`` has the parts of the scenario that
    are the site's own. ``broken`` is present only if the chain does not verify from an entry on.
    """
    battle, system, initial = context.battle, context.system, context.initial
    gathered = gather(context, perspective)
    ground = system.chart(initial.state).ground
    names = perspectives.names(ground.sides)
    payload: dict[str, Json] = {
        "battle": battle.pk.hex,
        "title": battle.title,
        "status": battle.status,
        "system": system.key,
        "system_title": system.title,
        "release": battle.release,
        "perspective": perspective,
        "perspectives": [{"key": key, "name": names.get(key, key)} for key in open_to],
        "ground": write(ground),
        "options": _options(system, initial.spec),
        "house": sorted(place for place, origin in initial.spec.origins.items() if origin == HOUSE),
        "entries": gathered.entries,
        "turns": gathered.turns,
        "marks": {
            "rolls": gathered.rolls,
            "losses": gathered.losses,
            "firsts": sorted(gathered.firsts.values()),
        },
        "scores": gathered.scores,
        "result": _result(context, perspective, gathered),
        "broken_off": _broken_off(context, perspective, gathered),
    }
    if battle.broken_at is not None:
        finding = battle.findings.filter(kind="chain").first()
        payload["broken"] = {"n": payload["entries"], "why": finding.text if finding else ""}
    return payload


def _options(system: RulesSystem, spec: ScenarioSpec) -> list[Json]:
    return [
        {
            "key": option.key,
            "title": option.title,
            "value": spec.options.get(option.key, option.default),
            "is_default": option.key not in spec.options,
            "origin": option.origin,
            "rule": option.rule,
            "note": option.note,
        }
        for option in system.options
    ]


def _result(context: BattleContext, perspective: str, gathered: Gathered) -> Json:
    """Return the ending of the battle, with a few sentences on its course; None before the end."""
    if gathered.ended is None:
        return None
    names = {side.key: side.name for side in context.initial.spec.sides}
    return {
        **_end(gathered.ended, names),
        "n": gathered.ended_at,
        "told": list(in_short(context, perspective, gathered).sentences),
        "head": head_of(context.battle.pk),
    }


def _broken_off(context: BattleContext, perspective: str, gathered: Gathered) -> Json:
    """Return the entry, the reason and the sides to move if the battle was abandoned, with its course; else
    None.
    """
    aborted = gathered.aborted
    if aborted is None:
        return None
    return {
        "n": gathered.ended_at,
        "by": list(aborted.by),
        "reason": aborted.reason,
        "told": list(in_short(context, perspective, gathered).sentences),
    }


def _end(ended: BattleEnded, names: Mapping[str, str]) -> dict[str, Json]:
    return {
        "winner": ended.winner,
        "reason": end_reason(ended, names),
        "rule": ended.rule,
        "scores": dict(ended.scores),
    }
