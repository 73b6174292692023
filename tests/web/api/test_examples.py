"""The examples do what they say, on a site that runs, as programs of somebody else."""

import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from darkseas.members.models import Member
from darkseas.members.personal_tokens import store as tokens
from replays_app.lobby import challenges
from replays_app.models import Battle, Holding
from replays_app.recording.dice_schemes import HOUSE
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario
from tests.support.builders import forms_of, give, seats_of
from tests.support.library.stored_library import load_library
from tests.support.members import member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

EXAMPLES = Path(__file__).resolve().parents[3] / "darkseas/web/api/examples"
SHORT, WITHIN_S = "first-salvoes", 300


def started(program: str, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start an example with nothing but Python."""
    return subprocess.Popen(
        [sys.executable, "-S", str(EXAMPLES / program), *arguments],
        env={"PATH": os.environ["PATH"], **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(process: "subprocess.Popen[str]") -> str:
    """What an example printed, once it has ended well."""
    out, err = process.communicate(timeout=WITHIN_S)
    assert process.returncode == 0, err
    return out


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """The address of a site with its library."""
    load_library()
    return str(live_server.url)


def sides() -> list[str]:
    """The sides of the short battle."""
    return [side["key"] for side in Scenario.objects.get(key=SHORT).card["sides"]]


@pytest.mark.parametrize("ours", [1, 2])
def test_example_fights_a_battle_and_proves_it(site: str, ours: int) -> None:
    out = output(started("fight_a_battle.py", site, SHORT, *sides()[: ours % 2]))
    battle = Battle.objects.get()
    assert battle.status == Battle.Status.FINISHED
    held = re.search(r"(\d+) entries and (\d+) house rolls verified", out)
    assert held is not None
    assert (int(held[1]), int(held[2]) > 0) == (battle.entries.count(), True)
    assert {line.partition(":")[0] for line in out.splitlines()} & set(sides()) == set(sides()[:ours])


def test_example_takes_a_seat_with_a_personal_token(site: str) -> None:
    revision = Scenario.objects.get(key=SHORT).current
    assert revision is not None
    maker, owner = member("maker"), member("owner")
    challenge = challenges.make(
        revision, Holder(member=maker), challenges.Wanted(side=sides()[0], dice=HOUSE)
    )
    token = tokens.make(owner, "bot", ["play"])
    bot = started("fight_a_battle.py", site, f"challenges/{challenge.token}", DARKSEAS_TOKEN=token)
    while not has_ordered(owner):
        assert bot.poll() is None, bot.communicate()
        time.sleep(0.1)
    battle = Battle.objects.get()
    seat = seats_of(battle)[sides()[0]]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    assert "house rolls verified" in output(bot)
    assert seats_of(battle)[sides()[1]].holdings.get().member == owner


def has_ordered(owner: Member) -> bool:
    """Say whether a member's seat has given the order that it was called for."""
    holding = Holding.objects.filter(member=owner).select_related("seat__battle").first()
    return holding is not None and not any(form.pressing for form in forms_of(holding.seat)[1])


def test_example_refuses_entries_that_were_changed(site: str) -> None:
    output(started("fight_a_battle.py", site, SHORT))
    battle = Battle.objects.get().pk.hex
    output(started("check_a_battle.py", site, battle))
    address = f"{site}/api/v1/battles/{battle}"
    with urllib.request.urlopen(f"{address}/events?format=ndjson") as answer:
        lines = answer.readlines()
    with urllib.request.urlopen(address) as answer:
        head = re.search(rb'"head":"(\w+)"', answer.read())
    assert head is not None
    call = "import sys; import check_a_battle as it; it.check(sys.stdin.buffer.readlines(), sys.argv[1])"
    place = next(number for number, line in enumerate(lines) if b"dice_rolled" in line)
    face = re.sub(
        rb'"faces":\[(\d)', lambda found: b'"faces":[' + bytes([48 + int(found[1]) % 6 + 1]), lines[place]
    )
    for changed, reason in (
        (lines, ""),
        (lines[:-1], "does not match the head of the battle"),
        ([*lines[:place], face, *lines[place + 1 :]], f"entry {place} was changed"),
        ([*lines[:3], *lines[4:]], "entry 3 was changed"),
    ):
        checked = subprocess.run(
            [sys.executable, "-S", "-c", call, head[1].decode()],
            cwd=EXAMPLES,
            input=b"".join(changed),
            capture_output=True,
            check=False,
        )
        assert (checked.returncode == 0) == (not reason)
        assert reason in checked.stderr.decode()
