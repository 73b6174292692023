"""Playtests between captains: one battle to watch, or many battles for a scenario's balance."""

from django.db import transaction
from django.urls import reverse

from darkseas.engine.bots.battle import BattleStuck
from darkseas.engine.presentation.ends import reason_text
from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.models import Battle, Job
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from . import balance, balance_parts, bot_battles, jobs
from .balance_parts import PartFailed
from .bot_battles import MOST_S, BotFault

ONE, MANY = "trial", "balance"
#: The most battles of one balance.
MOST_BATTLES = 200


def request(revision: Revision, battles: int, owner: Member | None = None) -> Job:
    """Return the job for a revision: another battle to watch, or this many battles for its balance.

    Raises ValueError for an invalid number of battles, `jobs.TooManyJobs`.
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise ValueError(f"choose from 1 to {MOST_BATTLES} battles")
    if battles == 1:
        seed = revision.battles.filter(origin="trial").count() + 1
        return jobs.request(ONE, {"seed": seed}, total=1, owner=owner, revision=revision)
    args: dict[str, Json] = {"battles": battles, "release": registry.RELEASE}
    return jobs.request(MANY, args, total=battles, owner=owner, revision=revision)


def work(job: Job) -> None:
    """Do the job and store its result. Raises `jobs.LeaseLost`."""
    assert job.revision is not None  # noqa: S101 (both kinds are about a revision)
    try:
        if job.kind == ONE:
            _fight_one(job, job.revision)
        else:
            _fight_many(job, job.revision)
    except BadScenario as fault:
        jobs.fail(job, f"The scenario is not ready to play: {fault}")
    except PartFailed as fault:
        jobs.fail(job, str(fault))
    except (BotFault, BattleStuck) as fault:
        jobs.fail(job, f"The captains could not finish the battle: {fault.why}")


# --- one battle, stored ---------------------------------------------------------------------


def _fight_one(job: Job, revision: Revision) -> None:
    spec = spec_of(revision)
    seed = f"trial/{job.args['seed']}"
    fought = bot_battles.fight_bots(spec, seed, with_captains=True, most_s=MOST_S)
    lines = bot_battles.file_of(spec, seed, fought.entries)
    # Not in one transaction: checking and narrating the battle take seconds and would block other writers. If
    # a worker takes over the job, it finds the battle already imported.
    battle, _ = battle_files.import_battle(lines, origin="trial", revision=revision)
    jobs.finish(job, summary_json(battle))


def summary_json(battle: Battle) -> dict[str, Json]:
    """Return the summary of a battle for an author."""
    summary = battle.summary
    return {
        "battle": battle.pk.hex,
        "url": reverse("replay", args=[battle.pk]),
        "winner": summary.winner,
        "reason": reason_text(summary.reason),
        "scores": summary.scores,
        "losses": summary.losses,
        "turns": summary.turns,
        "entries": summary.entries,
    }


# --- many, counted --------------------------------------------------------------------------


def _fight_many(job: Job, revision: Revision) -> None:
    spec = spec_of(revision)
    if job.total > balance_parts.BATTLES:
        tally = balance_parts.fight(job, revision)
    else:
        tally = balance.fight_through(spec, job.total, lambda done: jobs.advance(job, done), most_s=MOST_S)
    with transaction.atomic():
        balance.store(revision, spec, tally)
        jobs.finish(job, tally.counts(spec))
        balance_parts.drop_parts_of(job)
