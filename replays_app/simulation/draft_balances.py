"""Balances of a draft's states, stored for comparison. Publishing a state keeps its balance.

Rules read neither title nor sources, so states that differ only in these share their balance.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from darkseas.engine.scenario.spec import About, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules import registry
from replays_app.models import Balance
from scenarios_app.differences.chapters import differences
from scenarios_app.models import Draft, Revision, Scenario
from scenarios_app.revisions.store import spec_of

from . import balance

#: How many states of a draft are shown, and how many changes between two of them.
MOST_STATES, MOST_CHANGES = 6, 3


@dataclass(frozen=True, slots=True)
class FoughtState:
    """A playtested state: its results, and the changes since the previous state."""

    counts: Balance
    is_now: bool
    names: Mapping[str, str]
    changes: tuple[str, ...]
    further_changes: int

    @property
    def json(self) -> dict[str, Json]:
        """The JSON that the editor reads."""
        return {
            "made_at": self.counts.made_at.isoformat(timespec="seconds"),
            "revision": self.counts.revision.number,
            "is_now": self.is_now,
            "names": dict(self.names),
            "changes": list(self.changes),
            "further_changes": self.further_changes,
            "battles": self.counts.battles,
            "wins": self.counts.wins,
            "drawn": self.counts.drawn,
            "losses": self.counts.losses,
            "turns": self.counts.turns,
        }


def fought_states(draft: Draft, now: ScenarioSpec) -> list[FoughtState]:
    """Return the states of a draft with a balance under the current release, newest first."""
    states = _one_of_each(_balances(draft.scenario)[: 2 * (MOST_STATES + 1)])
    return [
        _state(one, spec, states[place + 1][1] if place + 1 < len(states) else None, now)
        for place, (one, spec) in enumerate(states[:MOST_STATES])
    ]


def _one_of_each(newest: Iterable[Balance]) -> list[tuple[Balance, ScenarioSpec]]:
    """Return each state once, with its newest balance. A published state includes its draft's balances."""
    kept: list[tuple[Balance, ScenarioSpec]] = []
    for one in newest:
        spec = spec_of(one.revision)
        if not kept or _as_fought(kept[-1][1]) != _as_fought(spec):
            kept.append((one, spec))
    return kept


def fought_before(revision: Revision, *, with_drafts: bool) -> Balance | None:
    """Return the newest balance of another state of the scenario. It may not apply to the current state.

    Balances of draft states are only for the scenario's authors, because other people must not know of a
    draft.
    """
    others = _balances(revision.scenario).exclude(revision=revision)
    return (others if with_drafts else others.filter(revision__number__isnull=False)).first()


def fought_alike(spec: ScenarioSpec, revisions: Iterable[Revision]) -> frozenset[int]:
    """Return the keys of the revisions that play exactly like this scenario."""
    wanted = _as_fought(spec)
    states = {one.pk: one for one in revisions}
    return frozenset(pk for pk, one in states.items() if _as_fought(spec_of(one)) == wanted)


def hand_on(revision: Revision) -> None:
    """Copy the balance of the same draft state to a new revision, if there is one."""
    if balance.current(revision) is not None:
        return
    wanted = _as_fought(spec_of(revision))
    for one in _balances(revision.scenario):
        if _as_fought(spec_of(one.revision)) == wanted:
            one.pk, one._state.adding, one.revision = None, True, revision
            one.save()
            return


def _balances(scenario: Scenario) -> QuerySet[Balance]:
    of_scenario = Balance.objects.filter(revision__scenario=scenario, release=registry.RELEASE)
    return of_scenario.select_related("revision").order_by("-made_at", "-pk")


def _state(one: Balance, spec: ScenarioSpec, before: ScenarioSpec | None, now: ScenarioSpec) -> FoughtState:
    chapters = differences(_as_fought(before), _as_fought(spec)) if before else ()
    sentences = [sentence for chapter in chapters for sentence in chapter.sentences]
    return FoughtState(
        counts=one,
        is_now=_as_fought(spec) == _as_fought(now),
        names={side.key: side.name for side in spec.sides},
        changes=tuple(sentences[:MOST_CHANGES]),
        further_changes=len(sentences[MOST_CHANGES:]),
    )


def _as_fought(spec: ScenarioSpec) -> ScenarioSpec:
    return replace(spec, title="", about=About(), guide=(), origins={})
