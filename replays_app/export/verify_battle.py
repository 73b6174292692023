"""Check a battle file with Python alone: python3 verify_battle.py battle.jsonl

It checks that every line is canonical, that the hashes lead to the head, and that the site's dice follow from
seeds committed to beforehand. Only a head given to you at the time proves that this is the battle you fought.
"""

import hmac
import json
import re
import sys
from collections import Counter
from hashlib import sha256
from typing import Any

LINE = re.compile(rb'\A{"entry":({.*}),"leaf":"(\w{64})","link":"(\w{64})","salt":"([0-9a-f]{32})"}\Z')
HEADER = {"canon": "ds-json-1", "format": "darkseas-battle/1", "hash": "sha-256"}


def need(sound: object, reason: str) -> None:
    if not sound:
        raise ValueError(reason)


def unhex(text: str, *sizes: int) -> bytes:
    need(re.fullmatch("([0-9a-f]{2})*", text) and len(text) // 2 in sizes, "no lower-case hex of its length")
    return bytes.fromhex(text)


def join(*parts: bytes | str | int) -> bytes:
    """Join bytes as they are (typeless rest), text with its length, numbers in 4 bytes."""
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
    return json.dumps(value, ensure_ascii=False)


def digest(*parts: bytes | str | int, key: bytes = b"") -> bytes:
    return hmac.digest(key, join(*parts), "sha256") if key else sha256(join(*parts)).digest()


# A battle file; `seq` is the current entry, -1 the header. Any exception refuses the file.
class Battle:
    def check(self, data: bytes) -> str:
        self.head, ends, [top, *lines] = bytes(32), 0, re.split(b"\r?\n", data.removeprefix(b"\xef\xbb\xbf"))
        need(len(lines) > 1 and lines.pop() == b"", "no entries, or no newline at the end")
        for self.seq, line in enumerate(lines):
            need(parts := LINE.findall(line), "no entry with leaf, link and salt in canonical form")
            kind, payload = self.check_entry(*[part.decode() for part in parts[0]])
            getattr(self, "on_" + kind, len)(payload)
            ends += kind in ("battle_ended", "battle_aborted")
        self.seq, self.entries = -1, len(lines)
        header = {**HEADER, "battle": self.id.hex(), "entries": self.entries, "head": self.head.hex()}
        need(top.decode() == canonical(header, 1), "the header is not " + canonical(header, 1))
        self.rolls: Counter[str] = Counter([self.check_roll(*by, **it) for self.seq, it, *by in self.rolled])
        self.seen: Counter[str] = Counter(f"seen by {len(by) - 2} of the sides{by[1]}" for by in self.seen_by)
        return "sound" if ends and not self.rolls["closed"] else "incomplete"

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

    def on_battle_began(self, it: dict[str, Any]) -> None:
        self.id, self.dice, self.scheme = unhex(it["battle"], 16), it["dice"], it["dice"]["scheme"]
        need(self.scheme in ("ds-dice-1", "sha256-1", "table"), "unknown scheme of dice")
        self.rolled, self.keys = list[Any](), dict[object, tuple[int, bytes]]()
        self.counts, self.fresh, self.thrown = Counter[object](), list[str](), set[str]()
        self.fair, self.anchors, self.by = self.scheme == "ds-dice-1", self.dice.get("anchors", {}), [*""]
        self.sides = {one["key"] for one in it["scenario"].get("sides", [])} or {*it["seats"]} - {"umpire"}
        self.nonces = dict.fromkeys(sorted(self.sides) if self.fair else [], "")
        self.commits, self.clients, self.seen_by = dict[str, str](), dict[str, str](), list[list[str]]()
        if self.fair:
            need({*self.anchors} - {"ump"} == {"pub", *map("side:".__add__, self.sides)}, "not the anchors")
            need(self.sides and 1 <= self.dice["turns"] <= 2**16, "bad turns, or no side")

    def on_client_seed_committed(self, it: dict[str, str]) -> None:
        need(it["side"] in {*self.nonces} - {*self.commits}, "a seed committed twice, or by no side")
        self.commits[it["side"]] = it["commit"]

    def on_client_seed_opened(self, it: dict[str, str]) -> None:
        side, seed, ready = it["side"], it["seed"], len(self.commits) == len(self.nonces)
        need(ready and side not in self.clients, "a seed opened early or twice")
        hashed = digest(b"darkseas/dice/1/client\0", self.id, "side:" + side, unhex(seed, 0, 32))
        need(hashed.hex() == self.commits[side], "a side's seed is not what it committed to")
        self.clients[side] = seed

    def on_order_given(self, it: dict[str, str]) -> None:
        self.thrown = set()
        if "nonce" in it:
            need(it["side"] in self.nonces and unhex(it["nonce"], 32), "a nonce from no side")
            self.nonces[it["side"]] = it["nonce"]

    def on_dice_rolled(self, it: dict[str, Any]) -> None:
        number, mix, scope = 0, b"", it.get("scope", "pub")
        if self.fair and it.get("origin", "house") == "house":
            need(len(self.clients) == len(self.nonces), "dice before every side's seed is open")
            self.counts[scope] += scope not in self.thrown
            number, turns, clients = self.counts[scope], self.dice["turns"], by_side(self.clients)
            anchors = [part for at in sorted(self.anchors) for part in (at, unhex(self.anchors[at], 32))]
            mix = digest(b"darkseas/dice/1/mix\0", self.id, turns, *anchors, clients, "")
            mix = digest(b"darkseas/dice/1/turn\0", self.id, number, mix, by_side(self.nonces))
            self.fresh += [mix.hex()] if scope == "pub" and scope not in self.thrown else []
            self.thrown.add(scope)
        self.rolled.append((self.seq, it, number, mix))
        self.seen_by += [[scope, *self.by]] * (it.get("origin") == "table" and self.by != [])

    def on_table_witnessed(self, it: dict[str, Any]) -> None:
        self.by = [", typed in later" * ("afterwards" in it), *({*it.get("by", [])} & self.sides)]

    def on_table_confirmed(self, it: dict[str, str]) -> None:
        for roll in self.seen_by:
            roll += {it["side"]} & self.sides - {*roll} if roll[0] in ("pub", "side:" + it["side"]) else ()  # noqa: PLW2901

    def on_turn_opened(self, it: dict[str, Any]) -> None:
        need([*it["seeds"]] == ["pub"] and it["mixes"] == self.fresh != [], "not what seeds and nonces give")
        self.open_chain("pub", self.counts["pub"], unhex(it["seeds"]["pub"], 32))
        self.fresh = []

    def on_seed_opened(self, it: dict[str, str]) -> None:
        root = unhex(it["seed"], 32)
        hashed = digest(b"darkseas/sha256-1/seed\0", root).hex()
        need(hashed == self.dice["seed_hash"], "the seed does not fit its hash")
        self.keys.setdefault("root", (self.seq, root))
        for scope in self.anchors:
            end = digest(b"darkseas/dice/1/end\0", self.id, scope, key=root)
            self.open_chain(scope, self.dice["turns"], end)

    def open_chain(self, scope: str, number: int, seed: bytes) -> None:
        for at in range(number, 0, -1):
            self.keys.setdefault((scope, at), (self.seq, seed))
            seed = digest(b"darkseas/dice/1/chain\0", self.id, scope, at, seed)
        need(seed.hex() == self.anchors[scope], "a seed does not lead to the anchor of its scope")

    def check_roll(self, number: int, mix: bytes, purpose: str, sides: int, faces: list[int], turn: int,
                   origin: str = "house", scope: str = "pub") -> str:  # fmt: skip
        names = re.fullmatch("[a-z0-9._:/>-]{1,200} (pub|ump|side:[a-z0-9_-]{1,80})", f"{purpose} {scope}")
        need(names and type(faces) is list and {*map(type, (sides, turn, *faces))} == {int}, "no roll")
        need(2 <= sides <= 256 and 1 <= len(faces) <= 1000 and {*faces} <= {*range(1, sides + 1)}, "no dice")
        if origin == "table" == self.scheme:
            return origin
        need(origin == "house" and {self.scheme, *self.dice} - {"table", "scheme"}, "dice of wrong origin")
        since, key = self.keys.get((scope, number) if self.fair else "root", (self.seq + 1, b""))
        known = not self.fair or (scope in self.anchors and number <= self.dice["turns"])
        need(known and self.seq < since, "unknown scope, or thrown after its seed was opened")
        self.counts[scope, purpose] += 1
        parts = (key, scope, purpose, self.counts[scope, purpose] - 1)
        head = join(b"darkseas/dice/1/draw\0", purpose) if self.fair else join(b"darkseas/sha256-1\0", *parts)
        if self.fair and key:
            key = digest(b"darkseas/dice/1/key\0", self.id, scope, number, mix, key=key)
        stem, secret, limit = head + sides.to_bytes(2, "big"), key if self.fair else b"", 256 - 256 % sides
        for place, face in enumerate(faces if key else []):
            blocks = (digest(stem, place.to_bytes(2, "big"), block, key=secret) for block in range(2**32))
            drawn = next(1 + byte % sides for block in blocks for byte in block if byte < limit)
            need(face == drawn, f"die {place + 1} should show {drawn} by its seed, not {face}")
        return "house" if key else "closed"


if __name__ == "__main__":
    battle = Battle()
    try:
        with open(sys.argv[1], "rb") as file:
            word = battle.check(file.read())
    except Exception as why:
        sys.exit(f"refused at line {vars(battle).get('seq', -1) + 2}: {why}")
    print(f"{word}: battle {battle.id.hex()}, {battle.entries} entries, head {battle.head.hex()}")
    print("rolls: {house} derived, {table} on the table, {closed} not opened yet".format_map(battle.rolls))
    print(*[f"on the table, {by}: {n}\n" for by, n in battle.seen.items()], sep="", end="")
    sys.exit(0 if word == "sound" else 3)
