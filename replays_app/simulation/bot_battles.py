"""Battles between bots as battle files, for the library and for finding bugs in the rules.

The scenario and one seed determine the whole battle, including its id and salts. So the same call writes the
same file, byte for byte.
"""

import math
import time
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from darkseas.engine.bots.battle import BattleStuck, BotBattle, Seating, fight
from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import Entry, OrderGiven
from darkseas.engine.log import battle_file
from darkseas.engine.log.chain import GENESIS_LINK, SALT_BYTES
from darkseas.engine.orders import OrderForm
from darkseas.engine.play.replay import known_to, set_facts, state_after
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Bot
from darkseas.rules import registry
from replays_app.log import store as log_store
from scenarios_app.revisions.store import canonical, digest_of

#: Limit of CPU seconds for a worker's battle: many times the slowest battle of the library.
MOST_S = 30.0
_SEED, _SALT, _PARTICIPANT = b"darkseas/bot-battle/seed\0", b"salt\0", b"participant\0"


class BotFault(Exception):
    """A bot battle that showed a bug in the rules: the reason, and the battle up to there."""

    def __init__(self, why: str, entries: Sequence[Entry]) -> None:
        super().__init__(why)
        self.why = why
        self.entries = tuple(entries)


def fight_bots(
    spec: ScenarioSpec,
    seed: str,
    *,
    with_captains: bool = False,
    by_chance: Collection[str] = (),
    most_s: float = math.inf,
) -> BotBattle:
    """Play a scenario to its end, and check the battle like any other battle. Raises BotFault.

    The sides in ``by_chance`` submit random legal orders; the others have captains. Captains give up after
    ``most_s`` seconds of CPU time.
    """
    system = registry.system(spec.system)
    led = [side.key for side in spec.sides if with_captains and side.key not in by_chance]
    captains = dict.fromkeys(led, patient(system.bot, most_s))
    try:
        battle = fight(system, spec, seed_of(spec, seed), seating=_seating(spec, seed), bots=captains)
    except BattleStuck as stuck:
        raise BotFault(stuck.why, stuck.entries) from stuck
    _check(spec, battle)
    return battle


def patient(bot: Bot, most_s: float) -> Bot:
    """Return a bot for one battle that begins now. It raises BattleStuck after ``most_s``.

    The limit counts CPU seconds of this thread, for bots, rules and dice together.
    """
    began = time.thread_time()

    def choose(
        view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        if time.thread_time() - began > most_s:
            why = f"it takes more than {most_s:.0f} seconds of CPU time; use fewer ships or turns"
            raise BattleStuck(why, ())
        return bot(view, side, forms, chooser)

    return choose


def seed_of(spec: ScenarioSpec, seed: str) -> bytes:
    """Return the 32 bytes from which a bot battle's dice and choices are derived."""
    return sha256(_SEED + f"{spec.key}/{seed}".encode()).digest()


def file_of(spec: ScenarioSpec, seed: str, entries: Sequence[Entry]) -> Iterator[bytes]:
    """Yield the lines of a bot battle's file. The battle may be unfinished."""
    stem = seed_of(spec, seed)
    seating = _seating(spec, seed)
    codec, stored, previous = log_store.codec_of(spec.system), [], GENESIS_LINK
    giver, step = None, -1
    for entry in entries:
        if entry.step != step:
            step = entry.step
            giver = seating.seats[entry.event.side] if isinstance(entry.event, OrderGiven) else None
        salt = sha256(_SALT + stem + entry.seq.to_bytes(8, "big")).digest()[:SALT_BYTES]
        stored += log_store.chained(codec, [entry], giver, salt, previous)
        previous = stored[-1].row.link
    rows = (entry.row for entry in stored)
    return battle_file.write(seating.battle, ((row.data, row.salt, row.leaf, row.link) for row in rows))


def _seating(spec: ScenarioSpec, seed: str) -> Seating:
    stem = seed_of(spec, seed)
    seats = {
        side.key: sha256(_PARTICIPANT + stem + side.key.encode()).hexdigest()[:32] for side in spec.sides
    }
    # A changed scenario or release gives the battle another id, because a site may have the older battle.
    name = f"darkseas:{spec.key}/{digest_of(canonical(spec))}/{seed}/{registry.RELEASE}"
    return Seating(uuid5(NAMESPACE_URL, name).hex, registry.RELEASE, seats)


# --- what must hold of every battle ------------------------------------------------------


def _check(spec: ScenarioSpec, battle: BotBattle) -> None:
    """Raise BotFault if the battle cannot be verified, folded, stored or narrated."""
    system = registry.system(spec.system)
    divergence = first_divergence(system, battle.initial, battle.entries)
    if divergence is not None:
        raise BotFault(f"entry {divergence.seq}: {divergence.sentence(system)}", battle.entries)
    die = first_wrong_die(battle.entries)
    if die is not None:
        raise BotFault(f"entry {die.seq}: {die.why}", battle.entries)
    try:
        _check_storing(spec, battle)
        _check_folding(spec, battle)
    except BotFault:
        raise
    except Exception as fault:
        raise BotFault(f"{fault!r}", battle.entries) from fault


def _check_storing(spec: ScenarioSpec, battle: BotBattle) -> None:
    codec = log_store.codec_of(spec.system)
    for entry in battle.entries:
        if codec.decode(canonical_json.decode(codec.encode(entry, None))) != entry:
            raise BotFault(f"entry {entry.seq} is different after storing and reading", battle.entries)


def _check_folding(spec: ScenarioSpec, battle: BotBattle) -> None:
    """Fold the log from every perspective, narrate every event, and draw every final state."""
    system = registry.system(spec.system)
    for side in (None, *(side.key for side in spec.sides)):
        state = battle.initial.copy()
        for entry in known_to(side, battle.entries):
            system.describe(state, entry.event)
            set_facts(system.setters, state, (entry.event,))
        system.chart(state)
    if state_after(system, battle.initial, (entry.event for entry in battle.entries)) != battle.state:
        raise BotFault("folding the log does not give the battle's final state", battle.entries)
