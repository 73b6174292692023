"""Slips of the pen in a case: names of ships, blocks, sides, events and rules that there are not."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from darkseas.engine.hexes.board import parse_label
from darkseas.rules.dark_seas.combat import declaration, evasion, resolution, results, target_draws
from darkseas.rules.dark_seas.model.block_key import BlockKey
from darkseas.rules.dark_seas.model.events import EVENTS
from tests.rules.dark_seas.cases.case_file import BadCase, Case
from tests.rules.dark_seas.support.attacks import sticker
from tests.rules.dark_seas.support.citations import is_rule

#: Stored names of all events, without the system's.
STORED = {kind: name.removeprefix("dark_seas.") for name, kind in EVENTS.items()}
#: The events that may follow from what a case orders, by name: those that evasion and attacks record.
FOLLOWING = {
    STORED[kind]: kind
    for module in (evasion, declaration, target_draws, resolution, results)
    for kind in vars(module).values()
    if isinstance(kind, type) and kind in STORED
}
#: A die as it is written: what for, the face, its sides.
DIE = re.compile(r"([a-z0-9/-]+): ([0-9]+) of ([0-9]+)")
SIDES = 2

#: A place in the case, and what is wrong there.
Slip = tuple[str, str]


def assert_no_slips(case: Case) -> None:
    """BadCase for the first name in the case that nothing bears."""
    for where, reason in _slips(case):
        raise BadCase(case.title, where, reason)


def fields_of(event: type) -> list[str]:
    """The fields of an event that a case may compare."""
    kind: Any = event
    return [part.name for part in fields(kind)]


def _slips(case: Case) -> Iterator[Slip]:
    """Every slip in turn; what comes later looks names up that came before, so only the first is sure."""
    yield from _of_rules(case)
    yield from _of_blocks(case)
    yield from _of_what_was(case)
    yield from _of_orders(case)
    yield from _of_dice(case)
    yield from _of_what_follows(case)


def _unknown(where: str, what: str, name: str, known: Any) -> Iterator[Slip]:
    if name not in known:
        yield where, f"there is no {what} “{name}”: choose among {', '.join(sorted(known))}"


def _of_rules(case: Case) -> Iterator[Slip]:
    cited = [("rule", case.rule)]
    cited += [("refused.rule", case.refused.rule)] if case.refused else []
    cited += [(f"multipliers.{place}.rule", each.rule) for place, each in enumerate(case.multipliers or ())]
    cited += [(f"then.{place}.rule", each["rule"]) for place, each in enumerate(case.then) if "rule" in each]
    for where, rule in cited:
        if not is_rule(str(rule)):
            yield where, f"there is no rule “{rule}”: the rules stand in darkseas/rules/dark_seas/README.md"


def _of_blocks(case: Case) -> Iterator[Slip]:
    if len(case.given.training) != SIDES:
        yield "given.training", "a case needs two sides with their training"
    ships: list[str] = []
    for key, block in case.given.blocks.items():
        where = f"given.blocks.{key}"
        yield from _unknown(f"{where}.side", "side", block.side, case.given.training)
        if BlockKey.of(key).side != block.side or not BlockKey.of(key).number:
            yield where, f"a block of {block.side} is called {block.side} with a hyphen and a number"
        if not block.ships or (block.single and len(block.ships) > 1):
            yield f"{where}.ships", "a block has ships, a single one has one"
        for ship, text in block.ships.items():
            if ship in ships:
                yield f"{where}.ships.{ship}", "this ship is in another block already"
            yield from _of_sticker(f"{where}.ships.{ship}", ship, text)
        ships += block.ships


def _of_sticker(where: str, ship: str, text: str) -> Iterator[Slip]:
    try:
        sticker(ship, text)
    except AssertionError as error:
        yield where, str(error)


def _of_what_was(case: Case) -> Iterator[Slip]:
    given, ships = case.given, _ships(case)
    for key, targets in given.sights.items():
        for name in (key, *targets):
            yield from _unknown(f"given.sights.{key}", "block", name, given.blocks)
    for word in ("damaged", "second_salvo"):
        for ship in getattr(given, word):
            yield from _unknown(f"given.{word}", "ship", ship, ships)
    if given.initiative:
        yield from _unknown("given.initiative", "side", given.initiative, given.training)
    yield from _of_smoke(case)


def _of_smoke(case: Case) -> Iterator[Slip]:
    for hex_, makers in case.given.smoke.items():
        for side in makers:
            yield from _unknown(f"given.smoke.{hex_}", "side", side, case.given.training)
        try:
            parse_label(hex_)
        except ValueError as error:
            yield f"given.smoke.{hex_}", str(error)


def _of_orders(case: Case) -> Iterator[Slip]:
    given = case.given
    for side, blocks in case.order.evade.items():
        yield from _unknown("order.evade", "side", side, given.training)
        for block in blocks:
            yield from _unknown(f"order.evade.{side}", "block", block, given.blocks)
    for place, attack in enumerate(case.order.attack):
        where = f"order.attack.{place}"
        yield from _unknown(f"{where}.block", "block", attack.block, given.blocks)
        for text in attack.with_:
            yield from _of_battery(f"{where}.with", text, _ships(case))


def _of_battery(where: str, text: str, ships: dict[str, str]) -> Iterator[Slip]:
    ship, _, weapon = text.partition(" ")
    yield from _unknown(where, "ship", ship, ships)
    batteries = sticker(ship, ships[ship]).ratings.batteries
    if weapon not in {battery.weapon for battery in batteries}:
        yield where, f"“{text}” is no ship with one of her batteries, such as “helena D”"


def _of_dice(case: Case) -> Iterator[Slip]:
    for place, text in enumerate(case.dice):
        written = DIE.fullmatch(text)
        if written is None:
            yield f"dice.{place}", f"“{text}” is no die such as “usn/1/guns: 3 of 12”"
        else:
            yield from _unknown(f"dice.{place}", "side", written[1].partition("/")[0], case.given.training)


def _of_what_follows(case: Case) -> Iterator[Slip]:
    if bool(case.then) == (case.refused is not None):
        yield "then", "a case says either what follows (then) or what is refused (refused)"
    for place, wanted in enumerate(case.then):
        where, event = f"then.{place}", str(wanted.get("event", ""))
        yield from _unknown(f"{where}.event", "event", event, FOLLOWING)
        for word in wanted:
            if word != "event":
                yield from _unknown(f"{where}.{word}", f"field of {event}", word, fields_of(FOLLOWING[event]))


def _ships(case: Case) -> dict[str, str]:
    return {ship: text for block in case.given.blocks.values() for ship, text in block.ships.items()}
