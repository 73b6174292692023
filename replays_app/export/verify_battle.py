"""Check a battle file with Python alone: python3 verify_battle.py battle.jsonl

Tells whether every line is canonical, the hashes hold up to the head, and the house's dice follow from seeds
committed to beforehand. That it is the battle which was fought, only a head given to you at the time tells.
"""

import hmac
import json
import re
import sys
from collections import Counter, defaultdict
from hashlib import sha256
from typing import Any

LINE = re.compile(rb'\A{"entry":({.*}),"leaf":"(\w{64})","link":"(\w{64})","salt":"([0-9a-f]{32})"}\Z')
HEADER = {"canon": "ds-json-1", "format": "darkseas-battle/1", "hash": "sha-256"}
text_of = json.JSONEncoder(ensure_ascii=False).encode


def need(sound: object, reason: str) -> None:
    if not sound:
        raise ValueError(reason)


def unhex(text: str, *sizes: int) -> bytes:
    need(re.fullmatch("([0-9a-f]{2})*", text) and len(text) // 2 in sizes, "no lower-case hex of its length")
    return bytes.fromhex(text)


def join(*parts: bytes | str | int) -> bytes:
    """Bytes as they are (what is left, which no type tells), text behind its length, numbers in 4 bytes."""
    texts = [len(part).to_bytes(2, "big") + part.encode() if type(part) is str else part for part in parts]
    return b"".join([it.to_bytes(4, "big") if type(it) is int else it for it in texts])  # type: ignore[misc]


def by_side(seeds: dict[str, str]) -> bytes:
    known = [(side, unhex(seeds[side], 0, 32)) for side in sorted(seeds)]
    return b"".join([join("side:" + side, bytes([0, len(seed)]), seed) for side, seed in known])


def canonical(value: object, depth: int) -> str:
    if type(value) is dict and depth and all(re.fullmatch("[A-Za-z0-9_.:/>-]{1,200}", key) for key in value):
        return "{" + ",".join([f'"{key}":{canonical(value[key], depth - 1)}' for key in sorted(value)]) + "}"
    if type(value) is list and depth:
        return "[" + ",".join([canonical(part, depth - 1) for part in value]) + "]"
    plain = value is None or type(value) is bool or (type(value) is int and abs(value) < 2**53)
    need(plain or (type(value) is str and "\0" not in value), "the entry holds what ds-json-1 does not")
    return text_of(value)


def digest(*parts: bytes | str | int, key: bytes = b"") -> bytes:
    return hmac.digest(key, join(*parts), "sha256") if key else sha256(join(*parts)).digest()


# A battle file; `seq` is the entry looked at, -1 the header. Any exception refuses the file.
class Battle:
    def check(self, data: bytes) -> None:
        self.head, self.keys, self.counts = bytes(32), dict[object, tuple[int, bytes]](), Counter[object]()
        rows, [first, *lines] = defaultdict(list), data.split(b"\n")
        need(len(lines) > 1 and lines.pop() == b"", "no entries, or no newline at the end")
        for self.seq, line in enumerate(lines):
            need(parts := LINE.findall(line), "no entry with leaf, link and salt in canonical form")
            kind, payload = self.check_entry(*[part.decode() for part in parts[0]])
            rows[kind].append((self.seq, payload))
        self.seq, [(_, began)], self.entries = -1, rows["battle_began"], len(lines)
        self.id, self.dice, self.scheme = unhex(began["battle"], 16), began["dice"], began["dice"]["scheme"]
        header = {**HEADER, "battle": self.id.hex(), "entries": self.entries, "head": self.head.hex()}
        need(first.decode() == canonical(header, 1), "the header is not " + canonical(header, 1))
        need(self.scheme in ("ds-dice-1", "sha256-1", "table"), "unknown scheme of dice")
        for self.seq, opened in rows["seed_opened"]:
            _, seed = self.keys.setdefault("seed", (self.seq, unhex(opened["seed"], 32)))
            hashed = digest(b"darkseas/sha256-1/seed\0", seed)
            need(hashed.hex() == self.dice["seed_hash"], "the seed does not fit its hash")
        if self.scheme == "ds-dice-1":
            self.open_turns(rows, self.dice["anchors"], self.dice["turns"])
        self.rolls = Counter([self.check_roll(**roll) for self.seq, roll in rows["dice_rolled"]])

    def check_entry(self, text: str, leaf: str, link: str, salt: str) -> tuple[str, dict[str, Any]]:
        entry = json.loads(text)
        need(canonical(entry, 32) == text and len(text.encode()) <= 2**20, "not in canonical form")
        need(" ".join(entry) == "audience given_by kind payload seq shape step", "not the fields of an entry")
        kind, payload, seq = entry["kind"], entry["payload"], entry["seq"]
        need([type(kind), type(payload), type(seq)] == [str, dict, int], "not what an entry holds")
        need(seq == self.seq and (kind == "battle_began") == (seq == 0), "out of sequence")
        hashed = digest(b"darkseas/leaf/1\0", bytes.fromhex(salt), text.encode())
        need(hashed.hex() == leaf, "the leaf does not fit")
        self.head = digest(b"darkseas/link/1\0", self.head, seq.to_bytes(8, "big"), hashed)
        need(self.head.hex() == link, "the link does not fit")
        return kind, payload

    def open_turns(self, rows: dict[str, list[tuple[int, Any]]], anchors: dict[str, str], turns: int) -> None:
        committed, opened = rows["client_seed_committed"], rows["client_seed_opened"]
        order = [seq for seq, _ in committed + opened + rows["dice_rolled"]]
        commits = {it["side"]: it["commit"] for _, it in committed}
        clients, mixes = {it["side"]: it["seed"] for _, it in opened}, {}
        once = (len(commits), len(clients)) == (len(committed), len(opened))
        need(once and order == sorted(order) and 1 <= turns <= 2**16, "bad turns, or seeds twice or late")
        for side, seed in clients.items():
            hashed = digest(b"darkseas/dice/1/client\0", self.id, "side:" + side, unhex(seed, 0, 32))
            need(hashed.hex() == commits.get(side), "a side's seed is not what it committed to")
        anchored = [part for scope in sorted(anchors) for part in (scope, unhex(anchors[scope], 32))]
        mix = digest(b"darkseas/dice/1/mix\0", self.id, turns, *anchored, by_side(clients), "")
        for self.seq, it in rows["turn_opened"]:
            turn, nonces = it["turn"], it["nonces"]
            need(1 <= turn <= turns and not (nonces and turn in mixes), "unknown turn, or its nonces twice")
            if turn not in mixes:
                need(nonces.keys() == clients.keys() == commits.keys(), "seeds or nonces are missing")
                mixes[turn] = digest(b"darkseas/dice/1/turn\0", self.id, turn, mix, by_side(nonces))
            for scope, text in it["seeds"].items():
                seed = before = unhex(text, 32)
                for at in range(turn, 0, -1):
                    before = digest(b"darkseas/dice/1/chain\0", self.id, scope, at, before)
                need(before.hex() == anchors.get(scope), "a seed does not lead to the anchor of its scope")
                key = digest(b"darkseas/dice/1/key\0", self.id, scope, turn, mixes[turn], key=seed)
                self.keys.setdefault((scope, turn), (self.seq, key))

    def check_roll(
        self, purpose: str, sides: int, faces: list[int], turn: int, origin: str = "house", scope: str = "pub"
    ) -> str:
        names = re.fullmatch("[a-z0-9._:/>-]{1,200} (pub|ump|side:[a-z0-9_-]{1,80})", f"{purpose} {scope}")
        need(names and type(faces) is list and {*map(type, (sides, turn, *faces))} == {int}, "no roll")
        need(2 <= sides <= 256 and 1 <= len(faces) <= 1000 and {*faces} <= {*range(1, sides + 1)}, "no dice")
        if origin == "table":
            return origin
        need(origin == "house" and self.scheme != "table", "dice of an unknown origin")
        fair = self.scheme == "ds-dice-1"
        known = not fair or (scope in self.dice["anchors"] and 1 <= turn <= self.dice["turns"])
        since, key = self.keys.get((scope, turn) if fair else "seed", (self.seq + 1, b""))
        need(known and self.seq < since, "unknown scope or turn, or thrown after its seed was opened")
        self.counts.update([(scope, purpose)])
        parts = (key, scope, purpose, self.counts[scope, purpose] - 1)
        head = join(b"darkseas/dice/1/draw\0", purpose) if fair else join(b"darkseas/sha256-1\0", *parts)
        stem, secret, limit = head + sides.to_bytes(2, "big"), key if fair else b"", 256 - 256 % sides
        for place, face in enumerate(faces if key else []):
            blocks = (digest(stem, place.to_bytes(2, "big"), block, key=secret) for block in range(2**32))
            drawn = next(1 + byte % sides for block in blocks for byte in block if byte < limit)
            need(face == drawn, f"die {place + 1} should show {drawn} by its seed, not {face}")
        return "house" if key else "closed"


if __name__ == "__main__":
    battle = Battle()
    try:
        with open(sys.argv[1], "rb") as file:
            battle.check(file.read())
    except Exception as why:
        sys.exit(f"refused at line {vars(battle).get('seq', -1) + 2}: {why}")
    print(f"sound: battle {battle.id.hex()}, {battle.entries} entries, head {battle.head.hex()}")
    print("rolls: {house} derived, {table} on the table, {closed} not opened yet".format_map(battle.rolls))
