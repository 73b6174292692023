"""The victory conditions of a finished or unfinished scenario, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from darkseas.engine.presentation.words import capital, counted, joined, mixed, party, times, wins
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.partial import read_what_is_there

from ..model.scenario import Aims, Edge, SideRules, Victory
from .names import area_words

_HERS = "her points"
_LOST = "a side has lost all its ships"


def aims_in_words(spec: ScenarioSpec) -> tuple[str, ...]:
    """Sentences on victory, points, exits and the end; parts that cannot be read yet are left out."""
    names = {side.key: side.name.strip() or side.key for side in spec.sides}
    aims = read_what_is_there(Aims, spec.aims, turn_limit=0)
    if aims is None:
        return ()
    return tuple(
        capital(sentence)
        for sentence in (
            *_victory(aims, names),
            *_losses(aims),
            *_leaving(aims, spec, names),
            *_presence(aims, names),
            *_ends(aims, names),
        )
    )


def _other(side: str, names: Mapping[str, str]) -> str:
    """The other side in a sentence; "the other side" unless there are exactly two."""
    others = [name for key, name in names.items() if key != side]
    return party(others[0]) if len(others) == 1 else "the other side"


def _name(side: str, names: Mapping[str, str]) -> str:
    return names.get(side) or side or "nobody"


# --- victory ---------------------------------------------------------------------------------------


def _victory(aims: Aims, names: Mapping[str, str]) -> Iterator[str]:
    otherwise = _otherwise(aims.otherwise, names)
    if not aims.victory:
        yield f"{otherwise}."
        return
    conditions = [f"{wins(_name(each.winner, names))} {_condition(each, names)}" for each in aims.victory]
    yield f"{'; failing that, '.join(conditions)}; otherwise {otherwise}."


def _otherwise(answer: str, names: Mapping[str, str]) -> str:
    if answer == "score":
        return "the higher score wins, and equal scores are a draw"
    if answer == "draw":
        return "the battle is a draw"
    return wins(_name(answer, names))


def _condition(victory: Victory, names: Mapping[str, str]) -> str:
    points = victory_terms(victory, names)
    return f"with {points}" if points else "with any score"


def victory_terms(victory: Victory, names: Mapping[str, str]) -> str:
    """The points that a victory condition requires, in words; "" if any score will do."""
    other = _other(victory.winner, names)
    parts = [
        f"at least {_points(victory.minimum)}" if victory.minimum else "",
        _ratio(victory.ratio, other) if victory.ratio else "",
        f"{_points(victory.margin)} more than {other}" if victory.margin else "",
    ]
    return joined([part for part in parts if part])


def _points(points: Fraction) -> str:
    if points.denominator == 1:
        return counted(points.numerator, "point")
    return f"{mixed(points)} points"


def _ratio(ratio: Fraction, other: str) -> str:
    if ratio == 1:
        return f"no fewer points than {other}"
    return times(ratio, f"the points of {other}")


# --- points ----------------------------------------------------------------------------------------


def _losses(aims: Aims) -> Iterator[str]:
    sunk, damaged = _share(aims.sunk), _share(aims.damaged)
    yield f"a ship sunk scores the other side {sunk}, a damaged one afloat {damaged}."


def _share(share: Fraction) -> str:
    return times(share, _HERS) if share else "nothing"


def _leaving(aims: Aims, spec: ScenarioSpec, names: Mapping[str, str]) -> Iterator[str]:
    for side in spec.sides:
        rules = read_what_is_there(SideRules, side.rules, training=1, group_limit=0)
        if rules is not None and rules.exit_edges:
            yield f"{party(_name(side.key, names))} may leave the map over {_edges(rules.exit_edges)}."
    for points in aims.exit_points:
        name = party(_name(points.side, names))
        yield f"each ship of {name} that leaves the map scores {name} {_share(points.share)}."
    for late in aims.deadlines:
        yield (
            f"each ship of {party(_name(late.side, names))} still afloat on the map at the end of turn "
            f"{late.by_turn} scores {_other(late.side, names)} {_share(late.share)}."
        )


def _edges(edges: Sequence[Edge]) -> str:
    return f"the {joined(list(dict.fromkeys(edges)))} {'edges' if len(set(edges)) > 1 else 'edge'}"


def _presence(aims: Aims, names: Mapping[str, str]) -> Iterator[str]:
    for there in aims.presence:
        name = party(_name(there.side, names))
        area = area_words(there.area) or "an area"
        yield f"each ship of {name} afloat in {area} at the end scores {name} {_share(there.share)}."


# --- the end ---------------------------------------------------------------------------------------


def _ends(aims: Aims, names: Mapping[str, str]) -> Iterator[str]:
    """When the battle ends. All ships of a side sunk always ends it; all gone only if the scenario says
    so.
    """
    last = f"after turn {aims.turn_limit}" if aims.turn_limit > 0 else ""
    gone = list(dict.fromkeys(party(_name(side, names)) for side in aims.ends_when_gone))
    either = f"no ship of {' or none of '.join(gone)} is left on the map" if gone else _LOST
    also = f", or {_LOST}" if gone and len(gone) < len(names) else ""
    yield f"the battle ends {last}{', or earlier once ' if last else 'once '}{either}{also}."
