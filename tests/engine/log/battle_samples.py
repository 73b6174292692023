"""Whole battles as files, made from fixed seeds: one for each scheme of dice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from darkseas.engine.dice import provably_fair
from darkseas.engine.dice.provably_fair import FairDice
from darkseas.engine.dice.rolls import Roll
from darkseas.engine.dice.seeded import SeededDice, seed_hash
from darkseas.engine.log import battle_file, chain
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json

#: An entry of a log as its record in a battle file has it.
Entry: TypeAlias = dict[str, Json]

DATA = Path(__file__).parent / "data"
SIDES = ("allies", "axis")
SCOPES = ("pub", "side:allies", "side:axis", "ump")
NO_NONCES: Mapping[str, str] = {}
TURNS_PLAYED = 2
TURNS = 8
EVERYONE = ("everyone",)


def fixed(name: str, size: int = 32) -> bytes:
    """Bytes that look like chance and are the same for ever."""
    return sha256(name.encode()).digest()[:size]


class Story:
    """The entries of a battle as they are told one after the other."""

    def __init__(self, battle: str, dice: dict[str, Json]) -> None:
        self.battle = fixed(battle, 16)
        self.entries: list[Entry] = []
        self.step = 0
        lines = (
            f"{hour:02}:{minute:02} «rien à l'horizon»\n" for hour in range(24) for minute in (0, 15, 30, 45)
        )
        scenario = {"briefing": "".join(lines) * 3, "night": True, "wind": {"from": 135, "kn": 5}}
        self.tell(
            "battle_began",
            {
                "battle": self.battle.hex(),
                "dice": dice,
                "release": "r1",
                "scenario": scenario,
                "seats": {side: fixed(side, 16).hex() for side in SIDES},
                "system": "dark_seas",
            },
        )

    def tell(
        self,
        kind: str,
        payload: dict[str, Json],
        audience: Sequence[str] = EVERYONE,
        given_by: str | None = None,
    ) -> None:
        self.entries.append(
            {
                "audience": list(audience),
                "given_by": given_by,
                "kind": kind,
                "payload": payload,
                "seq": len(self.entries),
                "shape": 1,
                "step": self.step,
            }
        )

    def order(self, side: str, order: str, blanks: dict[str, Json], nonce: str = "") -> None:
        self.step += 1
        payload: dict[str, Json] = {"blanks": blanks, "order": order, "side": side}
        if nonce:
            payload["nonce"] = nonce
        self.tell("order_given", payload, (side,), fixed(side, 16).hex())

    def roll(self, roll: Roll, turn: int, audience: Sequence[str] = EVERYONE) -> None:
        """A roll as the log has it: an origin or scope that is the usual one is left out."""
        payload: dict[str, Json] = {
            "faces": list(roll.faces),
            "purpose": roll.purpose,
            "sides": roll.sides,
            "turn": turn,
        }
        if roll.origin != "house":
            payload["origin"] = roll.origin
        if roll.scope != "pub":
            payload["scope"] = roll.scope
        self.tell("dice_rolled", payload, audience)


def file_of(entries: Sequence[Entry]) -> bytes:
    """The battle file of these entries, each with its own salt, leaf and link."""
    return sealed(entries[0]["payload"]["battle"], map(canonical_json.encode, entries))


def sealed(battle: str, entries: Iterable[bytes]) -> bytes:
    """The file of entries that are bytes already, canonical or not, with a sound chain."""
    rows: list[tuple[bytes, bytes, bytes, bytes]] = []
    last = chain.GENESIS_LINK
    for seq, data in enumerate(entries):
        salt = fixed(f"salt {seq}", 16)
        leaf = chain.leaf(salt, data)
        last = chain.link(last, seq, leaf)
        rows.append((data, salt, leaf, last))
    return b"".join(battle_file.write(battle, rows))


def tell_turn(
    story: Story, turn: int, dice: SeededDice | FairDice, nonces: Mapping[str, str] = NO_NONCES
) -> None:
    """One turn: plots of both sides, gunfire in the open, a search that only one side may know."""
    story.tell("turn_began", {"title": "Détection", "turn": turn})
    for side in SIDES:
        path = ["0806", "0907", f"10{turn:02}"]
        plot: dict[str, Json] = {"groups": {f"{side}-1": {"path": path, "speed_kn": 26}}}
        story.order(side, "dark_seas.plot", plot, nonces.get(side, ""))
    for number, sides in enumerate((6, 12) if turn % 2 else (10, 20), 1):
        purpose = f"t{turn}/gunnery/chokai/{number}>quincy"
        story.roll(dice.roll(4 * number, sides, purpose), turn)
        modifiers = [{"by": -1, "why": "night"}, {"by": 2, "why": 'searchlight \\u0000 "on"'}]
        payload = {"boxes": number, "modifiers": modifiers, "ship": "quincy", "sunk": False, "target": None}
        story.tell("dark_seas.ship_hit", payload)
    for side in SIDES:
        secret = dice.roll(5, 10, f"t{turn}/search/{side}", scope=f"side:{side}")
        story.roll(secret, turn, (side,))
    story.roll(dice.roll(4, 100, f"t{turn}/weather", scope="ump"), turn, ())


def seeded_battle(scheme: str = "sha256-1") -> list[Entry]:
    """The seed opened at the end. Scheme sha256-1, all by the house; or table, some dice thrown by hand."""
    seed = fixed("seed of the battle")
    story = Story("seeded", {"scheme": scheme, "seed_hash": seed_hash(seed).hex()})
    dice = SeededDice(seed)
    for turn in range(1, TURNS_PLAYED + 1):
        tell_turn(story, turn, dice)
        story.roll(dice.roll(6, 6, "asked/again"), turn)
        last = dice.roll(4, 6, f"t{turn}/salvo")
        story.roll(last._replace(origin="table") if scheme == "table" else last, turn)
        story.tell(
            "ruling_made", {"reason": "«laissé à l'arbitre»", "rule": "§2"}, (), fixed("umpire", 16).hex()
        )
    story.tell("battle_ended", {"reason": "all ships withdrew", "rule": "§30", "scores": {}, "winner": None})
    story.tell("seed_opened", {"seed": seed.hex()})
    return story.entries


def fair_battle(turns_opened: int = TURNS_PLAYED, *, is_over: bool = True) -> list[Entry]:
    """Scheme ds-dice-1; one side puts in no seed, and its second nonce does not come.

    The public seeds of the first turns are opened, and everything at the end.
    """
    battle, root = fixed("fair", 16), fixed("secret of the house")
    ends = {scope: provably_fair.last_seed(root, battle, scope) for scope in SCOPES}
    chains = {s: provably_fair.seed_chain(battle, s, end, TURNS) for s, end in ends.items()}
    anchors = {scope: seeds[0] for scope, seeds in chains.items()}
    clients = {"allies": fixed("client seed"), "axis": b""}
    committed = {
        "anchors": {s: a.hex() for s, a in anchors.items()},
        "scheme": "ds-dice-1",
        "seed_hash": seed_hash(root).hex(),
        "turns": TURNS,
    }
    story = Story("fair", committed)
    tell_seeds(story, battle, clients)
    mix = provably_fair.battle_mix(battle, TURNS, anchors, clients)
    nonces: dict[str, bytes] = {}
    for turn in range(1, TURNS_PLAYED + 1):
        new = {side: fixed(f"nonce {side} {turn}") for side in (SIDES if turn == 1 else SIDES[:1])}
        nonces |= new
        of_turn = provably_fair.turn_mix(battle, turn, mix, nonces)
        keys = {s: provably_fair.scope_key(chains[s][turn], battle, s, turn, of_turn) for s in SCOPES}
        tell_turn(story, turn, FairDice(keys), {side: nonce.hex() for side, nonce in new.items()})
        if turn <= turns_opened:
            seeds = {"pub": chains["pub"][turn].hex()}
            story.tell("turn_opened", {"mixes": [of_turn.hex()], "seeds": seeds, "turn": turn})
    if is_over:
        ended: dict[str, Json] = {"reason": "all withdrew", "rule": "§30", "scores": {}, "winner": None}
        story.tell("battle_ended", ended)
        story.tell("seed_opened", {"seed": root.hex()})
    return story.entries


def tell_seeds(story: Story, battle: bytes, clients: Mapping[str, bytes]) -> None:
    """The sides' seeds: sealed by both, then opened; none is as good as open."""
    for side, seed in clients.items():
        commit = provably_fair.client_commitment(battle, side, seed).hex()
        story.order(side, "commit_seed", {"commit": commit if seed else "none"})
        story.tell("client_seed_committed", {"commit": commit, "side": side})
    for side, seed in sorted(clients.items(), key=lambda given: bool(given[1])):
        if seed:
            story.order(side, "open_seed", {"seed": seed.hex()})
        story.tell("client_seed_opened", {"seed": seed.hex(), "side": side})


SAMPLES: Mapping[str, Callable[[], list[Entry]]] = {
    "battle-sha256-1.jsonl": seeded_battle,
    "battle-ds-dice-1.jsonl": fair_battle,
    "battle-table.jsonl": partial(seeded_battle, "table"),
}
