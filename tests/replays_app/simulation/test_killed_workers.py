"""W-1, W-9: a worker is killed at any statement, and the next goes on: each thing has happened once."""

import random
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from darkseas.engine.events import BattleEnded, SideTimedOut
from replays_app.log import store as log_store
from replays_app.models import Battle, Call, Holding, Notice, Spell
from replays_app.projections import whose_turn
from replays_app.recording import bot_turns
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from tests.replays_app.clocked import clocked, set_back
from tests.replays_app.live.notifications.mail_sink import MailSink, mail_sink
from tests.replays_app.live.notifications.members_to_move import battle_between
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.builders import seats_of, toy_started
from tests.support.sites import workers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

#: Forks a worker for each line: it does what one does each minute, in tasks as the queue hands them out, and
#: is killed before or after a statement. How it ended is the answer.
MINUTES = """
import os, signal, sys, django
django.setup()
from darkseas.celery import app
from django.db import connection
from replays_app.live.notifications import tasks as notices
from replays_app.simulation import tasks as battles
from tests.support.builders import register_toy
register_toy()
app.conf.task_always_eager = True
def minute(statement, when):
    seen = 0
    def counted(execute, *asked):
        nonlocal seen
        seen += 1
        if seen == statement and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = execute(*asked)
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    connection.execute_wrappers.append(counted)
    battles.run_out_clocks()
    battles.answer_for_bots()
    notices.tell_called()
    notices.tell_running_out()
print("ready", flush=True)
for line in sys.stdin:
    statement, when = line.split()
    child = os.fork()
    if not child:
        minute(int(statement), when)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
#: Statements of one such minute, roughly, where all is still to be done.
STATEMENTS = 250
ALLOWANCE_H = 10


@pytest.fixture
def kills(in_full: bool) -> int:
    """How many workers are killed."""
    return 100 if in_full else 5


class World:
    """Battles in which a worker has something to do: two clocks, two bots, and somebody to be told."""

    def __init__(self, number: int) -> None:
        self.left_to_bot, self.lost = clocked(), clocked(at_zero="loss")
        for battle in (self.left_to_bot, self.lost):
            set_back(seats_of(battle)["red"], ALLOWANCE_H + 1)
        self.bots = battle_of_bots()
        self.told = battle_between(f"dora{number}", "bob")
        self.letters = f"dora{number}@example.org".encode()
        Call.objects.update(since=timezone.now() - timedelta(minutes=5))

    def check(self, sink: MailSink) -> None:
        """Each thing has happened, and once; a letter whose worker died is never written a second time."""
        red = seats_of(self.left_to_bot)["red"]
        holders = Holding.objects.filter(seat=red).order_by("id").values_list("bot", flat=True)
        assert list(holders) == ["", "captain"]
        assert Spell.objects.filter(seat=red, ran_out=True).count() == 1
        assert [type(event) for event in ends(self.lost)] == [SideTimedOut, BattleEnded]
        assert len(ends(self.bots)) == 1
        assert bot_turns.waiting() == []
        notice = Notice.objects.get(seat=seats_of(self.told)["red"])
        letters = sum(b"To: " + self.letters in letter for letter in sink.letters)
        assert (notice.state, letters) in {
            (Notice.State.SENT, 1),
            (Notice.State.SENDING, 1),
            (Notice.State.SENDING, 0),
        }
        for battle in (self.left_to_bot, self.lost, self.bots, self.told):
            battle.refresh_from_db()
            assert log_store.verify(battle.pk) is None
            found = [one.text for one in verification.check(battle)]
            # Since when somebody is called this test has itself put back, above.
            assert [text for text in found if "is called" not in text] == []


def battle_of_bots() -> Battle:
    """A battle in which bots alone sit, and nobody has ordered yet."""
    battle = toy_started(seats=()).battle
    for seat, bot in zip(seats_of(battle).values(), Holding.Bot.values, strict=True):
        taking_seats.sit(seat, Holder(bot=bot), 0)
    whose_turn.project(BattleContext.of(battle))
    return battle


def ends(battle: Battle) -> list[object]:
    """How a battle ended, as often as it says so."""
    events = [entry.event for entry in log_store.read(battle.pk)]
    return [event for event in events if isinstance(event, SideTimedOut | BattleEnded)]


class Foreman:
    """Sets one worker after the other to its work."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def minute(self, statement: int, when: str) -> bool:
        """Let a worker do its work of a minute, killed at a statement; return whether it was."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{statement} {when}\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        assert code in (0, -9)
        return code != 0


def test_w1_w9_whatever_kills_a_worker_each_thing_happens_once(tmp_path: Path, kills: int) -> None:
    chance = random.Random(20261123)
    killed = worlds = 0
    with mail_sink() as sink:
        foreman = Foreman(workers.worker(MINUTES, tmp_path, mail=sink.url))
        while killed < kills:
            world, worlds = World(worlds), worlds + 1
            while foreman.minute(chance.randint(1, STATEMENTS), chance.choice(("before", "after"))):
                killed += 1
            assert not foreman.minute(0, "never")  # once more: nothing is done twice
            world.check(sink)
        foreman.process.communicate(timeout=PATIENCE_S)
        assert foreman.process.returncode == 0
