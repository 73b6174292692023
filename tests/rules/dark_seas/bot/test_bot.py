"""The captain: knows their own view and the forms alone, answers legally, and fights with some sense."""

from collections import Counter
from functools import cache
from hashlib import sha256

import pytest

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import BattleEnded, OrderGiven
from darkseas.engine.play.replay import Views
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.bot.assessment import assess
from darkseas.rules.dark_seas.bot.choose_order import choose_order
from darkseas.rules.dark_seas.bot.combat import declare_attacks
from darkseas.rules.dark_seas.bot.declarations import should_evade
from darkseas.rules.dark_seas.model.events import AttackResolved, BlockSighted, ShipSunk, TorpedoesFired
from darkseas.rules.dark_seas.model.scenario import Aims
from darkseas.rules.dark_seas.model.state import DUMMY, Contents, Report, State
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.conformance.bot_battles import Fought, scenarios, steps_of
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    view_of,
)
from tests.support.library.library_specs import files_of

KEYS = tuple(path.stem for path in files_of("dark_seas"))
SAVO_SEEDS = 6


@cache
def battle(key: str, number: int) -> BotBattle:
    """A battle between captains; it fails when an order is refused or nobody can act."""
    spec = next(spec for spec in scenarios("dark_seas") if spec.key == key)
    return fight(SYSTEM, spec, _seed(key, number), bots={side.key: choose_order for side in spec.sides})


def _seed(key: str, number: int) -> bytes:
    return sha256(f"captain/{key}/{number}".encode()).digest()


def fought(key: str, number: int) -> Fought:
    spec = next(spec for spec in scenarios("dark_seas") if spec.key == key)
    return Fought(SYSTEM, spec, _seed(key, number), battle(key, number))


# --- whole battles -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2))])
@pytest.mark.parametrize("key", KEYS)
def test_captains_fight_every_scenario_to_its_end(key: str, number: int) -> None:
    """§7: every order is legal, and the battle ends by the scenario's rules with points for each side."""
    bot_battle = battle(key, number)
    (end,) = (entry.event for entry in bot_battle.entries if isinstance(entry.event, BattleEnded))
    assert end.rule == "DS-R33"
    assert set(end.scores) == set(bot_battle.state.scenario.sides)
    assert 1 <= bot_battle.state.turn <= bot_battle.state.scenario.aims.turn_limit


def test_captains_at_savo_fire_guns_and_torpedoes_and_sink_ships() -> None:
    """§18: over six battles both weapons are used by captains who come to grips, and ships go down."""
    counted: Counter[str] = Counter()
    for number in range(SAVO_SEEDS):
        for entry in battle("savo-island", number).entries:
            if isinstance(entry.event, AttackResolved):
                counted[entry.event.weapons] += 1
            counted["salvoes"] += isinstance(entry.event, TorpedoesFired)
            counted["sunk"] += isinstance(entry.event, ShipSunk)
    assert counted["guns"] > SAVO_SEEDS
    assert counted["torpedoes"] >= 1
    assert counted["salvoes"] >= 1
    assert counted["sunk"] >= 1


def test_one_seed_is_one_battle_of_captains() -> None:
    """A captain draws on nothing but their view, the forms and the chooser."""
    again = battle.__wrapped__("cape-esperance", 0)
    assert again.entries == battle("cape-esperance", 0).entries


# --- what they may know --------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_answers_do_not_hang_on_what_the_enemy_hides(key: str) -> None:
    """§4: shown the whole state, or one in which all enemy faces are changed about, they say the same."""
    one = fought(key, 0)
    sides = [side.key for side in one.spec.sides]
    views = Views(SYSTEM, one.bot_battle.initial, sides)
    orders: Counter[str] = Counter()
    for facts in steps_of(one):
        views.add(facts)
        for side in views.whole.called:
            view = views.of(side)
            forms = legal_orders(view, side)
            states = (view, _uncovered(views.whole, view), _changed_about(views.whole, view, side))
            answers = [choose_order(state, side, forms, Chooser(one.seed)) for state in states]
            assert answers[0] == answers[1] == answers[2]
            orders[answers[0][0]] += 1
    assert orders["dark_seas.move_blocks"] + orders["dark_seas.set_speeds"] > 1
    # In a battle of two turns, say, the sides may never meet: then there is nothing beside set-up and moves.
    met = any(isinstance(entry.event, BlockSighted) for entry in one.bot_battle.entries)
    assert len(orders) > (2 if met else 1)


def _uncovered(whole: State, view: State) -> State:
    """The state with all faces turned up; what has befallen ships stays as the side knows it.

    Ships that have left and tubes that were reloaded are told to their owner alone.
    """
    other = whole.copy()
    other.ship_status = dict(view.ship_status)
    return other


def _changed_about(whole: State, view: State, side: str) -> State:
    """The same with other things on the enemy's faces, the first a dummy, and other sightings and plots."""
    other = _uncovered(whole, view)
    enemy = whole.scenario.enemy_of(side)
    theirs = [key for key in whole.contents if whole.blocks[key].side == enemy]
    faces = [whole.contents[key] for key in theirs]
    other.contents.update(zip(theirs, [Contents(DUMMY, "Dummy", ()), *faces][: len(theirs)], strict=True))
    for key in theirs:
        other.sightings.pop(key, None)
        other.contacts.pop(key, None)
    other.spotting_sums.pop(enemy, None)
    other.detaching.pop(enemy, None)
    other.dummies_left[enemy] += 1
    return other


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_answers_are_legal_whatever_chance_decides(key: str) -> None:
    """H-4: at every moment of a battle, three captains with other luck give orders that are taken."""
    one = fought(key, 1)
    views = Views(SYSTEM, one.bot_battle.initial, [side.key for side in one.spec.sides])
    taken = 0
    for facts in steps_of(one):
        views.add(facts)
        for side in views.whole.called:
            forms = legal_orders(views.of(side), side)
            for luck in range(3):
                name, blanks = choose_order(views.of(side), side, forms, Chooser(bytes([luck]) * 32))
                assert name in {form.order for form in forms}
                first, *rest = take_step(
                    SYSTEM, views.whole, read_order(SYSTEM, side, name, blanks), SeededDice(bytes(32))
                )
                assert isinstance(first.event, OrderGiven)
                assert rest
                taken += 1
    orders = sum(isinstance(entry.event, OrderGiven) for entry in one.bot_battle.entries)
    assert taken >= 3 * orders > 0


# --- sense ---------------------------------------------------------------------------------------


def a_duel(*, turn: int = 2, fish: int = 4, defence: int = 1, friends: int = 0) -> State:
    """The IJN's kako has sighted an allied cruiser in the next hex, with guns and torpedoes ready."""
    kako = a_ship("kako", "C", a_battery("D", 4, 4), a_battery("T", fish, fish), points=5)
    mates = [a_ship(f"mate{n}", "C", a_battery("D", 1, 1), defence=1, points=50) for n in range(friends)]
    quincy = a_ship("quincy", "C", a_battery("C", 5, 5), defence=defence, points=20)
    scenario = a_scenario(
        a_side("ijn", kako, *mates, training=1), a_side("allies", quincy, training=2),
        aims=Aims(turn_limit=9),
    )  # fmt: skip
    placed = [group("ijn-1", "0505", "kako"), group("allies-1", "0506", "quincy", spotted="sighted")]
    if mates:
        placed.append(group("ijn-2", "0506", *(mate.key for mate in mates)))
    state = a_state(scenario, *placed, dummy("ijn-9", "0505", "ijn"), turn=turn, phase="attacks-2")
    state.called = ("ijn",)
    state.sightings["ijn-1"] = ("allies-1",)
    state.reports["allies-1"] = Report(1, (), 1)
    return state


def weapons_used(state: State) -> list[str]:
    """The weapons of the batteries that the captain fires, in the order of the attacks."""
    view = view_of(state, "ijn")
    (form,) = (f for f in legal_orders(view, "ijn") if f.order == "dark_seas.declare_attacks")
    answer = declare_attacks(view, "ijn", form, Chooser(bytes(32)))
    attacks = answer["attacks"]
    assert isinstance(attacks, list)
    mounts = [mount for attack in attacks for mount in _mounts(attack)]
    return [state.scenario.ships[m["ship"]].ratings.batteries[m["battery"]].weapon for m in mounts]


def _mounts(attack: Json) -> list[dict[str, Json]]:
    assert isinstance(attack, dict)
    mounts = attack["mounts"]
    assert isinstance(mounts, list)
    return [mount for mount in mounts if isinstance(mount, dict)]


def test_torpedoes_are_kept_for_good_odds() -> None:
    """§18k: against a stout target a weak salvo stays in its tubes; against a weak one it is fired."""
    assert weapons_used(a_duel(fish=1, defence=4)) == ["D"]
    assert weapons_used(a_duel(fish=6, defence=1)) == ["D", "T"]


def test_torpedoes_go_at_the_last_chance_whatever_the_odds() -> None:
    """§18k: kept beyond the last turn they are worth nothing."""
    assert weapons_used(a_duel(fish=1, defence=4, turn=7)) == ["D"]
    assert weapons_used(a_duel(fish=1, defence=4, turn=8)) == ["D", "T"]


def test_fire_is_held_where_friends_are_likelier_to_be_hit() -> None:
    """§18i: untrained gunners do not fire into a hex full of their own ships."""
    assert "D" in weapons_used(a_duel())
    assert weapons_used(a_duel(friends=4)) == []


def test_dummies_say_that_they_saw_nothing_and_do_not_evade() -> None:
    """§22c: a dummy never gives itself up, and never weighs whether to evade."""
    state = a_duel()
    assert should_evade(assess(view_of(state, "ijn"), "ijn"), "ijn-9") is False
    answered = [
        entry.event
        for key in KEYS
        for number in range(3)
        for entry in battle(key, number).entries
        if isinstance(entry.event, OrderGiven) and entry.event.order == "dark_seas.declare_sightings"
    ]
    answers = [one.get("answer", "void") for event in answered for one in event.blanks.get("dummies", ())]
    assert answered
    assert set(answers) == {"void"}
    assert not any(event.blanks.get("void") for event in answered)
