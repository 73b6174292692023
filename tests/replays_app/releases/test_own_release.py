"""Battles of older releases: checked and fought on under their own, in a child that can do nothing else."""

import io

import pytest
from django.core.management import CommandError, call_command

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import OrderGiven
from darkseas.engine.log import battle_file
from darkseas.engine.orders import IllegalOrder
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.export.battle_files import OfOtherRules
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.table_dice import BadThrow
from replays_app.releases import archives, children
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import CAPTAIN, Holder
from replays_app.simulation import verification
from tests.replays_app.releases.planted import Shelf, begun_under, shelf
from tests.support.builders import fight_turns, forms_of, give, played, plot, seats_of, toy_battle
from tests.support.toys.toy_state import ShipHit

pytestmark = pytest.mark.django_db

__all__ = ["shelf"]

#: A rule that today's toy has otherwise: a shell hits on any face but 1.
MILD_SEA = ("if face >= 4 and targets", "if face >= 2 and targets")


def findings_in(battle: Battle) -> list[tuple[str, int | None]]:
    """What a check finds, by kind and entry."""
    return [(finding.kind, finding.seq) for finding in verification.check(battle)]


def test_v7_each_battle_is_checked_under_its_own_release_in_one_run(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.freeze("r0", MILD_SEA)
    old, today = begun_under("r0", monkeypatch), toy_battle()
    fight_turns(old, 3)
    assert today.release == registry.RELEASE != old.release
    out = io.StringIO()
    call_command("check_battles", stdout=out)
    assert "2 battles checked, no errors." in out.getvalue()
    # It is another rule that was kept: by today's, the same log is not what is decided.
    monkeypatch.setattr(registry, "RELEASE", "r0")
    assert [kind for kind, _ in findings_in(old)] == ["divergence"]


def test_swapped_archive_is_not_run(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = shelf.freeze("r0")
    battle = begun_under("r0", monkeypatch)
    archives.path_of("r0").write_bytes(frozen.data.replace(b"face >= 4", b"face >= 1"))
    assert findings_in(battle) == [("rules", None)]
    assert frozen.sha256 in battle.findings.get().text
    archives.path_of("r0").write_bytes(frozen.data)
    assert findings_in(battle) == []


def test_missing_archive_is_named_with_what_to_do(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.freeze("r0")
    battle = begun_under("r0", monkeypatch)
    archives.path_of("r0").unlink()
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 battles checked, 1 errors"):
        call_command("check_battles", stdout=out)
    assert "The rules r0 are not installed: put rules-r0.pyz into releases/" in out.getvalue()
    unknown = begun_under("../../r9", monkeypatch)
    assert findings_in(unknown) == [("rules", None)]
    assert "No release of the rules is called" in unknown.findings.get().text
    assert battle.findings.get().release == "r0"


def test_release_that_falls_is_a_finding_and_the_run_goes_on(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.freeze("r0")
    fallen = begun_under("r0", monkeypatch)
    plot(seats_of(fallen)["red"])
    shelf.freeze("r3", ("    state = adjudication.state\n", "    raise SystemExit\n"))
    Battle.objects.filter(pk=fallen.pk).update(release="r3")
    sound = begun_under("r0", monkeypatch)
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 battles checked"):
        call_command("check_battles", stdout=out)
    assert "The process of the rules r3 ended before it answered." in out.getvalue()
    assert findings_in(sound) == []
    children.close_all()  # as one that was killed: the next question starts another
    assert findings_in(sound) == []


def test_child_has_no_environment_no_files_and_no_network(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 38: what an archive may do is written into the refusal of an order."""
    tried = f"""
    raise IllegalOrder(repr({{
        "environment": sorted(os.environ),
        "file": _tried(lambda: open({str(shelf.known)!r})),
        "network": _tried(lambda: socket.socket()),
        "packages": find_django,
        "isolated": sys.flags.isolated,
    }}), rule="T-1")
"""
    imports = """
import os, socket, sys
from importlib.util import find_spec
find_django = bool(find_spec("django"))

def _tried(deed):
    try:
        deed()
    except OSError as error:
        return error.errno
    return "done"


LAST_TURN = 6
"""
    first_line = '    """Record what follows from an order."""\n'
    shelf.freeze("r0", ("LAST_TURN = 6\n", imports), (first_line, tried))
    battle = begun_under("r0", monkeypatch)
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    with pytest.raises(IllegalOrder) as refused:
        plot(seats_of(battle)["red"])
    could = eval(refused.value.reason)
    too_many_files = 24
    assert could.pop("environment") in ([], ["LC_CTYPE"])  # the second Python itself has set
    assert could == {"file": too_many_files, "network": too_many_files, "packages": False, "isolated": 1}


@pytest.mark.parametrize("scheme", ["sha256-1", "ds-dice-1"])
def test_running_battle_is_fought_on_under_its_own_release(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    """Forms, orders with dice of the house and captains: all by the rules that it began under."""
    shelf.freeze("r0", ('int(spec.options.get("coves", 3))', "2"), MILD_SEA)
    battle = begun_under("r0", monkeypatch, scheme=scheme)
    seats = seats_of(battle)
    if scheme == "sha256-1":
        _, forms = forms_of(seats["red"])
        assert [getattr(blank, "most", None) for blank in forms[0].blanks] == [2, 2]
        with pytest.raises(IllegalOrder, match="There is no such cove"):
            plot(seats["red"], 3, 1)
    for seat in seats.values():
        taking_seats.sit(seat, Holder(bot=CAPTAIN), 1)
    context = BattleContext.of(battle)
    assert played(context) > 0
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    orders = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, OrderGiven)]
    plots = [order.blanks["hide"] for order in orders if order.order == "plot"]
    assert plots
    assert set(plots) <= {1, 2}, "r0 has two coves, the sea of today three"
    assert findings_in(battle) == []


def test_dice_of_a_table_are_asked_for_and_typed_in(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the sea of r0 a shell hits on a 2; what is missing or wrong leaves the child ready for more."""
    shelf.freeze("r0", MILD_SEA)
    battle = begun_under("r0", monkeypatch, scheme="table")
    seats = seats_of(battle)
    plot(seats["red"], 1, 2)
    for throws, trouble in ((None, DiceNeeded), ([(2, 2), (1,)], DiceNeeded), ([(7, 1)], BadThrow)):
        with pytest.raises(trouble):
            plot(seats["blue"], 2, 3, throws=throws)
    plot(seats["blue"], 2, 3, throws=[(2, 1), (1,), (1,), (1,)])
    assert [entry.event.hits for entry in log_store.read(battle.pk) if isinstance(entry.event, ShipHit)] == [
        1
    ]
    assert findings_in(battle) == []


def test_no_release_lets_a_draw_be_offered_again_and_again(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release that knows no bound decides; what is recorded has one all the same."""
    shelf.freeze("r0")
    red = seats_of(begun_under("r0", monkeypatch))["red"]
    for name in ("offer_draw", "decline_draw"):
        give(red, name, {}, expected=forms_of(red)[0])
    with pytest.raises(IllegalOrder, match="already offered a draw"):
        give(red, "offer_draw", {}, expected=forms_of(red)[0])


def test_without_its_archive_a_battle_is_read_resigned_and_nothing_else(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.freeze("r0")
    battle = begun_under("r0", monkeypatch)
    seats = seats_of(battle)
    fight_turns(battle, 1)
    children.close_all()
    archives.path_of("r0").unlink()
    length, forms = forms_of(seats["red"])
    assert [form.order for form in forms] == ["offer_draw", "resign"]
    with pytest.raises(IllegalOrder, match="uses the rules r0, which are not installed"):
        give(seats["red"], "plot", {"hide": 1, "shell": 1}, expected=length)
    give(seats["red"], "resign", {}, expected=length)
    battle.refresh_from_db()
    assert battle.is_over


def test_file_of_an_older_release_is_taken_in_by_its_own_rules(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.freeze("r0", MILD_SEA)
    battle = begun_under("r0", monkeypatch)
    fight_turns(battle, 3)
    file = battle_file.read(battle_files.export_battle(battle))
    assert battle_files.check_file(file).began.release == "r0"
    children.close_all()
    archives.path_of("r0").unlink()
    with pytest.raises(OfOtherRules, match="put rules-r0"):
        battle_files.check_file(file)
