"""Battles with dice of ds-dice-1: seeds, nonces, what is shown when, and the end."""

from collections.abc import Callable

import pytest

from darkseas.engine.dice import provably_fair
from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.dice.seeded import seed_hash
from darkseas.engine.events import (
    BattleAborted,
    BattleBegan,
    BattleEnded,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    Entry,
    OrderGiven,
    SeedOpened,
    TurnOpened,
)
from darkseas.engine.log import battle_file
from darkseas.engine.orders import IllegalOrder
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle, BattleSecret, Seat
from replays_app.recording import orders
from replays_app.simulation import verification
from tests.support.builders import forms_of, plot, seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.fair_battles import (
    chance,
    commit,
    fair_open,
    fair_started,
    fight_fair_turns,
    now,
    open_seed,
)

pytestmark = pytest.mark.django_db

ROOT = bytes(range(32))


def began(battle: Battle) -> BattleBegan:
    """Entry 0."""
    event = log_store.read(battle.pk, 0, 1)[0].event
    assert isinstance(event, BattleBegan)
    return event


def kinds(battle: Battle) -> list[str]:
    """The types of a battle's events."""
    return [type(entry.event).__name__ for entry in log_store.read(battle.pk)]


def status(battle: Battle) -> str:
    return Battle.objects.get(pk=battle.pk).status


# --- beginning -----------------------------------------------------------------------------


def test_entry_0_holds_the_anchors_and_nothing_that_leads_to_a_seed() -> None:
    battle = fair_started()
    dice = began(battle).dice
    assert set(dice) == {"scheme", "turns", "anchors", "seed_hash"}
    assert (dice["scheme"], dice["turns"]) == ("ds-dice-1", provably_fair.USUAL_TURNS)
    assert dice["seed_hash"] == seed_hash(ROOT).hex()
    for scope in ("pub", "ump", "side:red", "side:blue"):
        last = provably_fair.last_seed(ROOT, battle.pk.bytes, scope)
        chain = provably_fair.seed_chain(battle.pk.bytes, scope, last)
        assert dice["anchors"][scope] == chain[0].hex()


def test_seeds_are_sealed_by_all_before_any_is_opened() -> None:
    battle = fair_started()
    seats = seats_of(battle)
    assert [form.order for form in forms_of(seats["red"])[1]] == ["commit_seed"]
    commit(seats["red"])
    assert forms_of(seats["red"])[1] == ()
    with pytest.raises(IllegalOrder, match="every side"):
        open_seed(seats["red"])
    commit(seats["blue"])
    assert [form.order for form in forms_of(seats["red"])[1]] == ["open_seed"]
    open_seed(seats["blue"])
    assert forms_of(seats["blue"])[1] == ()
    with pytest.raises(IllegalOrder, match="First every side"):
        plot(seats["blue"])
    open_seed(seats["red"])
    ready = [form.order for form in forms_of(seats["red"])[1]]
    assert ready == ["plot", "strike", "offer_draw", "resign"]
    assert [kind for kind in kinds(battle) if kind.startswith("ClientSeed")] == [
        "ClientSeedCommitted",
        "ClientSeedCommitted",
        "ClientSeedOpened",
        "ClientSeedOpened",
    ]


def test_sides_that_put_in_no_seed_have_nothing_to_open() -> None:
    battle = fair_started()
    seats = seats_of(battle)
    for side in ("red", "blue"):
        [form] = forms_of(seats[side])[1]
        [blank] = form.blanks
        now(seats[side], form.order, {blank.name: blank.values[0]})  # type: ignore[union-attr]
    opened = [e.event for e in log_store.read(battle.pk) if isinstance(e.event, ClientSeedOpened)]
    assert opened == [ClientSeedOpened("blue", ""), ClientSeedOpened("red", "")]
    fight_fair_turns(battle, 6)
    assert verification.check(battle) == []


@every_case(
    "give, field",
    [
        (lambda seats: commit(seats["red"], "00"), "blanks.commit"),
        (lambda seats: commit(seats["red"], "AB" * 32), "blanks.commit"),
        (lambda seats: commit(seats["blue"]), "order"),
        (lambda seats: open_seed(seats["blue"]), "order"),
        (lambda seats: now(seats["umpire"], "commit_seed", {"commit": "none"}), "side"),
        (lambda seats: now(seats["umpire"], "rule", {"reason": "So be it.", "events": []}), "order"),
        (lambda seats: commit(seats["red"], nonce="00"), "nonce"),
    ],
)
def test_seed_that_is_not_due_or_no_seed_is_refused(
    give: Callable[[dict[str, Seat]], object], field: str
) -> None:
    battle = fair_started(seats=["red", "blue", "umpire"])
    seats = seats_of(battle)
    commit(seats["blue"])
    before = log_store.length(battle.pk)
    with pytest.raises(IllegalOrder) as refusal:
        give(seats)
    assert refusal.value.field == field
    assert log_store.length(battle.pk) == before


@every_case("seed", ["00" * 32, "", "ff" * 31, "none"])
def test_another_seed_than_the_sealed_one_is_refused(seed: str) -> None:
    battle = fair_started()
    seats = seats_of(battle)
    commit(seats["red"])
    commit(seats["blue"])
    with pytest.raises(IllegalOrder):
        open_seed(seats["red"], seed)
    assert "ClientSeedOpened" not in kinds(battle)


def test_other_schemes_take_neither_seeds_nor_nonces() -> None:
    battle = toy_started().battle
    seat = seats_of(battle)["red"]
    with pytest.raises(IllegalOrder, match="need no nonce"):
        commit(seat, "none")
    with pytest.raises(IllegalOrder, match="need no nonce"):
        plot(seat, nonce="00" * 32)
    assert log_store.length(battle.pk) == 1


# --- the battle ----------------------------------------------------------------------------


def rolls(entries: list[Entry], scope: str) -> list[DiceRolled]:
    return [e.event for e in entries if isinstance(e.event, DiceRolled) and e.event.scope == scope]


def test_each_step_with_dice_uses_the_next_seed_of_each_scope() -> None:
    """By hand: seeds from the root, nonces as they were given, turn 2 and 3 with public dice."""
    battle = fair_open()
    fight_fair_turns(battle, 6)
    entries = log_store.read(battle.pk)
    bid = battle.pk.bytes
    ledger = Ledger.of(began(battle))
    clients = {side: chance(side) for side in ("red", "blue")}
    mix = provably_fair.battle_mix(bid, ledger.turns, ledger.anchors, clients)
    used = {"pub": (2, 3), "ump": range(1, 7), "side:red": range(1, 7), "side:blue": range(1, 7)}
    for scope, turns in used.items():
        chain = provably_fair.seed_chain(bid, scope, provably_fair.last_seed(ROOT, bid, scope))
        thrown = rolls(entries, scope)
        assert [roll.turn for roll in thrown] == list(turns)
        for number, roll in enumerate(thrown, 1):
            nonces = {side: chance(f"{side} {roll.turn}") for side in ("red", "blue")}
            of_turn = provably_fair.turn_mix(bid, number, mix, nonces)
            key = provably_fair.scope_key(chain[number], bid, scope, number, of_turn)
            assert roll.faces == provably_fair.faces(key, roll.purpose, roll.sides, len(roll.faces))


def test_seed_of_public_dice_is_opened_at_the_end_of_their_turn_and_no_other() -> None:
    battle = fair_open()
    fight_fair_turns(battle, 6)
    entries = log_store.read(battle.pk)
    opened = [entry for entry in entries if isinstance(entry.event, TurnOpened)]
    assert [entry.event.turn for entry in opened if isinstance(entry.event, TurnOpened)] == [1, 2]
    assert all(list(e.event.seeds) == ["pub"] for e in opened if isinstance(e.event, TurnOpened))
    assert all(entry.audience == ("everyone",) for entry in opened)


def test_end_opens_the_secret_and_every_die_follows_from_it() -> None:
    battle = fair_open()
    fight_fair_turns(battle, 6)
    entries = log_store.read(battle.pk)
    assert isinstance(entries[-2].event, BattleEnded)
    assert entries[-1].event == SeedOpened(ROOT.hex())
    assert status(battle) == "finished"
    assert not BattleSecret.objects.filter(battle=battle).exists()
    assert first_wrong_die(entries) is None
    assert verification.check(Battle.objects.get(pk=battle.pk)) == []


def test_nonce_stands_with_its_order_and_only_its_giver_knows_it() -> None:
    battle = fair_open()
    seats = seats_of(battle)
    plot(seats["red"], nonce="ab" * 32)
    [entry] = [e for e in log_store.read(battle.pk) if isinstance(e.event, OrderGiven) and e.event.nonce]
    assert entry.audience == ("red",)
    assert isinstance(entry.event, OrderGiven)
    assert entry.event.nonce == "ab" * 32


def test_battle_goes_out_as_a_file_and_in_again() -> None:
    battle = fair_open()
    fight_fair_turns(battle, 6)
    battle.refresh_from_db()
    lines = list(battle_files.export_battle(battle))
    checked = battle_files.check_file(battle_file.read(lines))
    assert checked.began.dice["scheme"] == "ds-dice-1"


# --- battles that are broken off -------------------------------------------------------------


def test_f8_side_that_has_lost_its_seed_breaks_the_battle_off_on_record() -> None:
    battle = fair_started()
    seats = seats_of(battle)
    commit(seats["red"])
    commit(seats["blue"])
    open_seed(seats["blue"])
    open_seed(seats["red"], "lost")
    entries = log_store.read(battle.pk)
    assert isinstance(entries[-2].event, BattleAborted)
    assert entries[-2].event.by == ("red",)
    assert entries[-1].event == SeedOpened(ROOT.hex())
    assert status(battle) == "broken-off"
    assert verification.check(battle) == []
    with pytest.raises(orders.BattleOver):
        plot(seats["blue"])
    assert ClientSeedCommitted.__name__ in kinds(battle)
