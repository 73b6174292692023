"""What a guide advises can be done at that moment: asked of whole battles of captains and of random players.

Each text is asked by what its words say, of the form alone, and knows nothing of the circumstances that let
it be shown.
"""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from darkseas.engine.bots.battle import fight
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Cell, Choice, Course, Fixed, Formation, OrderForm, Row, Rows, Several
from darkseas.engine.scenario.tutorial import advice_for
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Bot
from darkseas.rules.registry import system
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

#: Battles with each pair of players, by the seeds of their dice and choices.
BATTLES = 6


class Moment(NamedTuple):
    """What a side knows, and the form that it is asked to fill."""

    view: Any
    side: str
    form: OrderForm

    def rows(self, blank: str) -> list[Row]:
        """The lines of a blank; none where it is not in the form."""
        return [
            row for one in self.form.blanks if isinstance(one, Rows) and one.name == blank for row in one.rows
        ]

    def several(self, blank: str) -> list[str]:
        """The values of a blank of which any may be named."""
        blanks = [one for one in self.form.blanks if isinstance(one, Several) and one.name == blank]
        return [str(value) for one in blanks for value in one.values]

    def places(self) -> set[str]:
        """Where blocks may be set up."""
        places = [c.places for one in self.form.blanks if isinstance(one, Formation) for c in one.contingents]
        rows = itertools.chain(*(self.rows(blank) for blank in ("groups", "singles", "dummies")))
        places += [cell.values for row in rows for cell in row if isinstance(cell, Choice)]
        return {str(place) for values in places for place in values}

    def ships(self, block: str) -> set[str]:
        """The ships afloat in a block."""
        inside = self.view.contents[block].ships
        return {ship for ship in inside if self.view.ship_status[ship].afloat}

    def sound(self, block: str) -> bool:
        """Whether a block can fire at all."""
        return any(not self.view.ship_status[ship].damaged for ship in self.ships(block))


def cell(row: Row, name: str) -> Cell:
    """A blank of a line."""
    return next(one for one in row if one.name == name)


def value(row: Row, name: str) -> str:
    """What stands in a blank of a line that nobody may choose."""
    one = cell(row, name)
    assert isinstance(one, Fixed)
    return str(one.value)


# --- Dark Seas -----------------------------------------------------------------------------------


def moves_of(moment: Moment) -> Iterator[tuple[str, Hex, list[Hex]]]:
    """Each block that may move: from where, and where to."""
    for row in moment.rows("moves"):
        course = cell(row, "path")
        assert isinstance(course, Course)
        ends = [parse_label(one.place) for one in course.reach if one.place.isdigit()]
        yield value(row, "block"), parse_label(course.start), ends


def away(moment: Moment, at: Hex) -> int:
    """How far the nearest enemy block lies."""
    enemies = [one for one in moment.view.blocks.values() if one.side != moment.side and one.hex is not None]
    return min(distance(at, enemy.hex) for enemy in enemies)


def comes_nearer(moment: Moment, ship: str) -> bool:
    return any(
        ship in moment.ships(block) and any(away(moment, end) < away(moment, start) for end in ends)
        for block, start, ends in moves_of(moment)
    )


def comes_within_one(moment: Moment) -> bool:
    return any(
        moment.sound(block) and any(away(moment, end) == 1 for end in ends)
        for block, _, ends in moves_of(moment)
    )


def stays_within_one(moment: Moment) -> bool:
    return any(moment.sound(block) and away(moment, start) <= 1 for block, start, _ in moves_of(moment))


def dummy_moves(moment: Moment) -> bool:
    return any(moment.view.contents[block].kind == "dummy" for block, _, _ in moves_of(moment))


def goes_for_the_hurt(moment: Moment) -> bool:
    """A ship of theirs is damaged, and somebody sound comes within a hex of a block that was fired at."""
    ships, view = moment.view.scenario.ships, moment.view
    hurt = [key for key, status in view.ship_status.items() if status.damaged and status.afloat]
    hit = [one.hex for one in view.blocks.values() if one.side != moment.side and one.was_attacked]
    return any(ships[key].side != moment.side for key in hurt) and any(
        moment.sound(block) and distance(end, at) <= 1
        for block, start, ends in moves_of(moment)
        for end in (start, *ends)
        for at in hit
        if at is not None
    )


def comes_off_lunga(moment: Moment, *ships: str) -> bool:
    return any(
        any(not moment.view.ship_status[ship].damaged for ship in moment.ships(block).intersection(ships))
        and not {"0704", "0705"}.isdisjoint(f"{at.col:02}{at.row:02}" for at in (start, *ends))
        for block, start, ends in moves_of(moment)
    )


def weapons(moment: Moment) -> Iterator[tuple[str, set[tuple[str, bool]]]]:
    """Each line of an attack: the block, and who fires, with torpedoes or without."""
    ships = moment.view.scenario.ships
    for row in moment.rows("attacks"):
        mounts = cell(row, "mounts")
        assert isinstance(mounts, Several)
        fired = [mount for mount in mounts.values if isinstance(mount, dict)]
        keys = [(str(mount["ship"]), int(str(mount["battery"]))) for mount in fired]
        yield value(row, "block"), {(s, ships[s].ratings.batteries[b].weapon == "T") for s, b in keys}


def who_fires(moment: Moment) -> set[str]:
    """The ships that an attack may be made with, by the form for it, whatever is asked now."""
    if moment.form.order == "dark_seas.declare_attacks":
        return {ship for _, fired in weapons(moment) for ship, _ in fired}
    view = moment.view
    return {
        ship
        for block, sighted in view.sightings.items()
        if sighted and view.blocks[block].side == moment.side
        for ship in moment.ships(block)
        if not view.ship_status[ship].damaged
    }


def both_fire(moment: Moment, *pair: str) -> bool:
    return any({(ship, False) for ship in pair} <= fired for _, fired in weapons(moment))


def unseen_with_torpedoes(moment: Moment) -> bool:
    return any(
        any(torpedo for _, torpedo in fired) and not moment.view.blocks[block].spotted
        for block, fired in weapons(moment)
    )


def evaders(moment: Moment) -> set[str]:
    """The ships in blocks that may evade."""
    return {ship for block in moment.several("blocks") for ship in moment.ships(block)}


def only_those_fire(moment: Moment, *ships: str) -> bool:
    return bool(who_fires(moment)) and who_fires(moment) <= set(ships)


HEAVY, CRUISERS, SCREEN = ("chokai", "aoba"), ("canberra", "chicago"), ("patterson", "bagley")

#: What words of a guide say, and whether it can be so.
NIGHT: dict[str, Callable[[Moment], bool]] = {
    "Put the Van on 0203": lambda m: {"0203"} < m.places(),
    "near 0503": lambda m: "0503" in m.places(),
    "Go east with Chokai": lambda m: comes_nearer(m, "chokai"),
    "let the dummy go ahead": dummy_moves,
    "Chokai cannot come nearer": lambda m: not comes_nearer(m, "chokai"),
    "Wait, or move one hex only": lambda m: (
        any(distance(start, end) == 1 for _, start, ends in moves_of(m) for end in ends)
    ),
    "Come within one hex of what you want to fight": comes_within_one,
    "Who lies within one hex of an enemy need not go nearer": stays_within_one,
    "You lie within one hex of an enemy": stays_within_one,
    "No enemy can be brought within one hex": lambda m: not (comes_within_one(m) or stays_within_one(m)),
    "This is the last turn": lambda m: m.view.turn == 3,
    "come within one hex of a block that was fired at": goes_for_the_hurt,
    "Take the destroyers off Lunga": lambda m: comes_off_lunga(m, *SCREEN),
    "take the cruisers off Lunga": lambda m: comes_off_lunga(m, *CRUISERS),
    "Only a dummy moves": lambda m: dummy_moves(m) and not any(m.sound(block) for block, _, _ in moves_of(m)),
    "What moves now is damaged": lambda m: not any(m.sound(block) for block, _, _ in moves_of(m)),
    "None of these blocks can move": lambda m: not m.rows("moves"),
    "Let it stand: send this as it is": lambda m: bool(m.rows("void")) and not m.rows("dummies"),
    "Your dummy alone": lambda m: bool(m.rows("dummies")),
    "none may evade": lambda m: not evaders(m),
    "evade with none": lambda m: bool(evaders(m)) and bool(evaders(m) & who_fires(m)),
    "Hold the course of those who can fire": lambda m: (
        bool(evaders(m) & who_fires(m)) and bool(evaders(m) - who_fires(m))
    ),
    "Nobody who is named here can fire": lambda m: bool(evaders(m)),
    "Evade with the destroyers": lambda m: bool(evaders(m).intersection(SCREEN)),
    "with the cruisers do not": lambda m: bool(evaders(m).intersection(CRUISERS)),
    "Do not evade with the cruisers": lambda m: bool(evaders(m).intersection(CRUISERS)),
    "let them fire": lambda m: bool(who_fires(m).intersection(CRUISERS)),
    "evade with all who are named": lambda m: bool(evaders(m)),
    "Nobody of yours can fire": lambda m: not m.rows("attacks"),
    "Choose the block of Chokai and Aoba": lambda m: both_fire(m, *HEAVY),
    "add their torpedoes: nobody has seen them": unseen_with_torpedoes,
    "Chokai and Aoba cannot fire together": lambda m: (
        not both_fire(m, *HEAVY) and bool(who_fires(m).intersection(HEAVY))
    ),
    "Of your ships only Tenryu may fire": lambda m: only_those_fire(m, "tenryu"),
    "Fire with both cruisers in one attack": lambda m: both_fire(m, *CRUISERS),
    "The cruisers cannot fire together": lambda m: (
        not both_fire(m, *CRUISERS) and bool(who_fires(m).intersection(CRUISERS))
    ),
    "Only your destroyers may fire": lambda m: only_those_fire(m, *SCREEN),
    "and add torpedoes": lambda m: any(torpedo for _, fired in weapons(m) for _, torpedo in fired),
    "beside Chokai or Aoba": lambda m: bool(hosts(m).intersection(HEAVY)),
    "beside one of your blocks": lambda m: bool(m.rows("dummies")),
}  # fmt: skip


def hosts(moment: Moment) -> set[str]:
    """The ships beside whose blocks a dummy may come back."""
    beside = [cell(row, "beside") for row in moment.rows("dummies")]
    blocks = {str(key) for one in beside if isinstance(one, Choice) for key in one.values}
    return {ship for block in blocks for ship in moment.ships(block)}


# --- Fleet Battle --------------------------------------------------------------------------------


def targets(moment: Moment) -> dict[str, set[str]]:
    """Whom each ship may fire at."""
    found: dict[str, set[str]] = {}
    for row in moment.rows("attacks"):
        named = cell(row, "target")
        assert isinstance(named, Choice)
        found[value(row, "ship")] = set(map(str, named.values))
    return found


def all_targets(moment: Moment) -> set[str]:
    return set().union(*targets(moment).values())


def fires_later(moment: Moment) -> bool:
    """One of the targets stands in a lower tier."""
    ships = moment.view.scenario.ships
    now = min(ships[key].type.tier for key in targets(moment))
    return any(ships[key].type.tier > now for key in all_targets(moment))


CARDS: dict[str, Callable[[Moment], bool]] = {
    "There is nothing to divide": lambda m: not m.several("carrier_group"),
    "Nothing to change": lambda m: not m.rows("transfers"),
    "let two ships fire at one": lambda m: len(targets(m)) > 1,
    "One ship of yours fires now": lambda m: len(targets(m)) == 1,
    "choose one that you are likely to hit": lambda m: len(all_targets(m)) > 1,
    "is sunk now does not fire any more": lambda m: fires_later(m) and len(all_targets(m)) > 1,
    "has still to fire after you": lambda m: not fires_later(m) and len(all_targets(m)) > 1,
    "The last turn": lambda m: m.view.turn == 3 and len(all_targets(m)) > 1,
    "There is one target left": lambda m: len(all_targets(m)) == 1,
}


def random_orders(
    view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """Whoever gives any order that they may."""
    return random_order(forms, chooser)


def reading(bot: Bot, read: Callable[[Moment], None]) -> Bot:
    """A player who reads what the guide says of every form that is pressing."""

    def give(
        view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        for form in forms:
            if form.pressing:
                read(Moment(view, side, form))
        return bot(view, side, forms, chooser)

    return give


@every_case(("key", "claims"), [("first-night", NIGHT), ("first-salvoes", CARDS)])
def test_what_a_guide_advises_is_possible(key: str, claims: dict[str, Callable[[Moment], bool]]) -> None:
    spec = library_spec(key)
    rules = system(spec.system)
    silent = [entry.text for entry in spec.guide if not any(words in entry.text for words in claims)]
    assert not silent, "say here what has to be so for this text to be shown"

    def read(moment: Moment) -> None:
        said = advice_for(spec, moment.side, moment.view.turn, moment.form, partial(rules.holds, *moment))
        assert len(said) == 1, (moment.form, said)
        for words, is_so in claims.items():
            assert words not in said[0].text or is_so(moment), (said[0].text, moment.form)

    captain, anybody = reading(rules.bot, read), reading(random_orders, read)
    sides = [side.key for side in spec.sides]
    for number, players in itertools.product(range(BATTLES), itertools.product((captain, anybody), repeat=2)):
        bots = dict(zip(sides, players, strict=True))
        fight(rules, spec, bytes([number]) * 32, bots=bots)
