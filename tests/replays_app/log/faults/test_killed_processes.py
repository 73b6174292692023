"""D-1, F-6: whoever is killed, whenever: what was acknowledged stands, whole, and with the same dice."""

import random
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from tests.replays_app.log.faults.fought import FAIR, Fought, Reply, long_battle
from tests.replays_app.log.faults.served_site import Site, serving, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform != "linux", reason="the processes of the site are found in /proc"),
]

#: A process lives for so long at most once it has answered: some orders.
LIVES_S = 0.06


@pytest.fixture
def kills(in_full: bool) -> int:
    """How many processes are killed."""
    return 100 if in_full else 4


def fight_until(stop: threading.Event, site: Site, fought: Fought) -> None:
    """Give order after order."""
    while not stop.is_set():
        fought.order_next(site.port)


def repeat_until(
    stop: threading.Event, site: Site, fought: Fought, chance: random.Random, other: list[Reply]
) -> None:
    """Send orders that were acknowledged again, the newest and others; keep what is told otherwise."""
    while not stop.is_set():
        keys = list(fought.answers)
        for key in keys[-1:] + chance.sample(keys, min(len(keys), 1)):
            reply = fought.repeat(site.port, key)
            fought.repeated += 1
            if reply != (201, fought.answers[key]):
                other.append(reply)


def test_a2_order_that_is_sent_again_is_told_the_same_whoever_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, in_full: bool
) -> None:
    battles = [long_battle(monkeypatch), long_battle(monkeypatch, "sha256-1")]
    other: list[Reply] = []
    stop, most = threading.Event(), 3_000 if in_full else 256
    with serving(tmp_path) as site:
        deeds = [partial(fight_until, stop, site, fought) for fought in battles]
        for number in range(4):
            deeds.append(partial(repeat_until, stop, site, battles[number % 2], random.Random(number), other))
        people = [threading.Thread(target=deed) for deed in deeds]
        for person in people:
            person.start()
        for _ in range(kills):
            wait_until(partial(_more_was_heard, battles, _heard(battles)))
            site.kill_worker()
        wait_until(lambda: sum(fought.repeated for fought in battles) >= most)
        stop.set()
        for person in people:
            person.join()
    assert other == []
    for fought in battles:
        fought.check()


def _heard(battles: list[Fought]) -> int:
    return sum(len(fought.plots) for fought in battles)


def _more_was_heard(battles: list[Fought], before: int) -> bool:
    return _heard(battles) > before


def test_d1_f6_what_a_killed_web_process_acknowledged_stands_with_its_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    chance = random.Random(20261122)
    battles = [long_battle(monkeypatch), long_battle(monkeypatch, "sha256-1")]
    victims, stop = set(), threading.Event()
    with serving(tmp_path) as site:
        people = [threading.Thread(target=fight_until, args=(stop, site, fought)) for fought in battles]
        for person in people:
            person.start()
        for _ in range(kills):
            wait_until(partial(_more_was_heard, battles, _heard(battles)))
            time.sleep(chance.random() * LIVES_S)
            victims.add(site.worker())
            site.kill_worker()
        stop.set()
        for person in people:
            person.join()
    for fought in battles:
        fought.check()
    assert len(victims) == kills
    assert _heard(battles) >= kills
    assert battles[0].battle.dice_scheme == FAIR
