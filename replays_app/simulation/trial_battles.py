"""Test battles between captains: one to look at, a hundred to see how a scenario is balanced."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.urls import reverse

from darkseas.engine.bots.battle import BattleStuck, BotBattle, fight
from darkseas.engine.events import BattleEnded, TurnBegan
from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.models import Balance, Battle, Job
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from . import bot_battles, jobs
from .bot_battles import BotFault

ONE, MANY = "trial", "balance"
#: Battles of one balance.
MOST_BATTLES = 200


def request(revision: Revision, battles: int, owner: Member | None = None) -> Job:
    """Return the job that fights a revision: a battle more to look at, or so many for its balance.

    Raises ValueError for a number of battles out of bounds, `jobs.TooManyJobs`.
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise ValueError(f"from 1 to {MOST_BATTLES} battles are fought at a time")
    if battles == 1:
        seed = revision.battles.filter(origin="trial").count() + 1
        return jobs.request(ONE, {"seed": seed}, total=1, owner=owner, revision=revision)
    args: dict[str, Json] = {"battles": battles, "release": registry.RELEASE}
    return jobs.request(MANY, args, total=battles, owner=owner, revision=revision)


def work(job: Job) -> None:
    """Do what the job says, and set its result. Raises `jobs.LeaseLost` where it was taken away."""
    assert job.revision is not None  # noqa: S101 (both kinds are about a revision)
    try:
        if job.kind == ONE:
            _fight_one(job, job.revision)
        else:
            _fight_many(job, job.revision)
    except BadScenario as fault:
        jobs.fail(job, f"It cannot be fought yet: {fault}")
    except (BotFault, BattleStuck) as fault:
        jobs.fail(job, f"The captains could not end the battle: {fault.why}")


# --- one battle, kept -----------------------------------------------------------------------


def _fight_one(job: Job, revision: Revision) -> None:
    spec = spec_of(revision)
    seed = f"trial/{job.args['seed']}"
    fought = bot_battles.fight_bots(spec, seed, with_captains=True)
    lines = bot_battles.file_of(spec, seed, fought.entries)
    with transaction.atomic():
        battle, _ = battle_files.import_battle(lines, origin="trial", revision=revision)
        jobs.finish(job, summary_json(battle))


def summary_json(battle: Battle) -> dict[str, Json]:
    """Return what an author wants to know of a battle at once."""
    summary = battle.summary
    return {
        "battle": battle.pk.hex,
        "url": reverse("replay", args=[battle.pk]),
        "winner": summary.winner,
        "reason": summary.reason,
        "scores": summary.scores,
        "losses": summary.losses,
        "turns": summary.turns,
        "entries": summary.entries,
    }


# --- many, counted --------------------------------------------------------------------------


@dataclass
class Tally:
    """Battles counted so far: wins and ships sunk by side."""

    battles: int = 0
    drawn: int = 0
    turns: int = 0
    entries: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)

    def add(self, spec: ScenarioSpec, battle: BotBattle) -> None:
        """Count one battle."""
        ended = next(entry.event for entry in battle.entries if isinstance(entry.event, BattleEnded))
        if ended.winner is None:
            self.drawn += 1
        else:
            self.wins[ended.winner] += 1
        standing = registry.system(spec.system).standing(battle.state)
        self.losses.update(lost.side for lost in standing.sunk)
        self.turns += sum(isinstance(entry.event, TurnBegan) for entry in battle.entries)
        self.entries += len(battle.entries)
        self.battles += 1

    def counts(self, spec: ScenarioSpec) -> dict[str, Json]:
        """Return the counts, each side with its number."""
        return {
            "battles": self.battles,
            "wins": {side.key: self.wins[side.key] for side in spec.sides},
            "drawn": self.drawn,
            "losses": {side.key: self.losses[side.key] for side in spec.sides},
            "turns": self.turns,
            "entries": self.entries,
        }


def fight_through(spec: ScenarioSpec, battles: int, report: Callable[[int], None]) -> Tally:
    """Fight so many battles between captains, seeds from "1" on; ``report`` hears how many are done.

    Raises BadScenario, BattleStuck.
    """
    tally = Tally()
    for battle in _battles(spec, battles):
        tally.add(spec, battle)
        report(tally.battles)
    return tally


def _battles(spec: ScenarioSpec, battles: int) -> Iterator[BotBattle]:
    system = registry.system(spec.system)
    captains = {side.key: system.bot for side in spec.sides}
    for number in range(1, battles + 1):
        yield fight(system, spec, bot_battles.seed_of(spec, str(number)), bots=captains)


def store(revision: Revision, spec: ScenarioSpec, tally: Tally) -> Balance:
    """Keep the balance of a revision under today's release in place of a former one."""
    balance, _ = Balance.objects.update_or_create(
        revision=revision, release=registry.RELEASE, defaults=tally.counts(spec)
    )
    return balance


def _fight_many(job: Job, revision: Revision) -> None:
    spec = spec_of(revision)
    tally = fight_through(spec, job.total, lambda done: jobs.advance(job, done))
    with transaction.atomic():
        store(revision, spec, tally)
        jobs.finish(job, tally.counts(spec))
