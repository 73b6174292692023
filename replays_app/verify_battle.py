"""Check a battle file with Python alone: python3 verify_battle.py battle.jsonl

Tells whether every line is canonical, the hashes hold up to the head, and the house's dice follow from seeds
committed to beforehand. That it is the battle which was fought, only a head given to you at the time tells.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter, defaultdict

HEADER = '{"battle":"%s","canon":"ds-json-1","entries":%d,"format":"darkseas-battle/1","hash":"sha-256","head":"%s"}'
LINE = re.compile(rb'{"entry":({.*}),"leaf":"([0-9a-f]{64})","link":"([0-9a-f]{64})","salt":"([0-9a-f]{32})"}')


def need(sound: object, reason: str) -> None:
    if not sound:
        raise ValueError(reason)


def unhex(text: str, *sizes: int) -> bytes:
    need(re.fullmatch("([0-9a-f]{2})*", text) and len(text) // 2 in sizes, "no lower-case hex of its length")
    return bytes.fromhex(text)


def join(*parts: bytes | str | int) -> bytes:
    """Bytes as they are, text behind its length in 2 bytes, numbers in 4 bytes."""
    forms = [len(part).to_bytes(2, "big") + part.encode() if type(part) is str else part for part in parts]
    return b"".join([part.to_bytes(4, "big") if type(part) is int else part for part in forms])


def digest(*parts: bytes | str | int) -> bytes:
    return hashlib.sha256(join(*parts)).digest()


def canonical(value: object, depth: int) -> str:
    if type(value) is dict and depth and all(re.fullmatch("[A-Za-z0-9_.:/>-]{1,200}", key) for key in value):
        return "{" + ",".join([f'"{key}":{canonical(value[key], depth - 1)}' for key in sorted(value)]) + "}"
    if type(value) is list and depth:
        return "[" + ",".join([canonical(part, depth - 1) for part in value]) + "]"
    plain = value is None or type(value) is bool or (type(value) is int and abs(value) < 2**53)
    need(plain or (type(value) is str and "\0" not in value), "the entry holds what ds-json-1 does not")
    return json.dumps(value, ensure_ascii=False)


def throw(key: bytes, head: bytes, sides: int, count: int) -> list[int]:
    """Faces by rejection, from HMAC-SHA256 under the key or, without one, from plain SHA-256."""
    faces, limit = [], 256 - 256 % sides
    for place in range(count):
        tails = (head + place.to_bytes(2, "big") + join(block) for block in range(2**32))
        blocks = (hmac.digest(key, tail, "sha256") if key else digest(tail) for tail in tails)
        faces.append(next(1 + byte % sides for block in blocks for byte in block if byte < limit))
    return faces


class Battle:
    seq = -1  # of the entry that is looked at; -1 for the header

    def check(self, data: bytes) -> None:
        self.head, self.told, self.tally = bytes(32), defaultdict(list), Counter()
        first, *lines = data.split(b"\n")
        need(len(lines) > 1 and lines.pop() == b"", "no entries, or no newline at the end")
        for self.seq, line in enumerate(lines):
            found = LINE.fullmatch(line)
            need(found, "no entry with leaf, link and salt in canonical form")
            self.read_entry(*[part.decode() for part in found.groups()])
        self.seq, [(_, began)] = -1, self.told["battle_began"]
        self.id, due = unhex(began["battle"], 16), HEADER % (began["battle"], len(lines), self.head.hex())
        need(first.decode() == due, "the header is not " + due)
        self.check_dice(**began["dice"])

    def read_entry(self, text: str, leaf: str, link: str, salt: str) -> None:
        entry = json.loads(text)
        need(canonical(entry, 32) == text and len(text.encode()) <= 2**20, "not in canonical form")
        need(" ".join(entry) == "audience given_by kind payload seq shape step", "not the fields of an entry")
        kind, payload, seq = entry["kind"], entry["payload"], entry["seq"]
        need([type(kind), type(payload), type(seq)] == [str, dict, int], "not what an entry holds")
        need(seq == self.seq and (kind == "battle_began") == (seq == 0), "out of sequence")
        own = digest(b"darkseas/leaf/1\0", bytes.fromhex(salt), text.encode())
        need(own.hex() == leaf, "the leaf does not fit")
        self.head = digest(b"darkseas/link/1\0", self.head, seq.to_bytes(8, "big"), own)
        need(self.head.hex() == link, "the link does not fit")
        self.told[kind].append((seq, payload))

    def check_dice(self, scheme: str, seed_hash: str = "", turns: int = 0, anchors: object = ()) -> None:
        need(scheme in ("ds-dice-1", "sha256-1", "table"), "unknown scheme of dice")
        self.scheme, keys = scheme, self.fair_keys(turns, anchors) if scheme == "ds-dice-1" else {}
        for self.seq, opened in self.told["seed_opened"]:
            keys[None] = self.seq, unhex(opened["seed"], 32)
            need(digest(b"darkseas/sha256-1/seed\0", keys[None][1]).hex() == seed_hash, "not the seed of the hash")
        for self.seq, roll in self.told["dice_rolled"]:
            self.tally[self.check_roll(keys, **roll)] += 1

    def check_roll(self, keys, purpose, sides, faces, turn, origin="house", scope="pub") -> str:
        need(re.fullmatch("[a-z0-9._:/>-]{1,200}", purpose) and re.fullmatch("pub|ump|side:[a-z0-9_-]{1,80}", scope), "unknown")
        need(type(faces) is list and {type(n) for n in (sides, turn, *faces)} == {int}, "no dice")
        need(1 < sides < 257 and 0 < len(faces) < 1001 and 0 < min(faces) <= max(faces) <= sides, "no such dice")
        if origin == "table":
            return "table"
        need(origin == "house" and self.scheme != "table", "unknown origin")
        if self.scheme == "ds-dice-1":
            need(scope in self.seeds and 0 < turn <= self.turns, "unknown scope or turn")
            need(self.used.setdefault((scope, turn, purpose), (sides, faces)) == (sides, faces), "thrown otherwise before")
            head, place = join(b"darkseas/dice/1/draw\0", purpose), (scope, turn)
        since, key = keys.get(place, (self.seq + 1, None))
        need(self.seq < since, "thrown after its seed was opened")
        if place is None:
            head, key = join(b"darkseas/sha256-1\0", key or b"", scope, purpose, self.tally[scope, purpose])...
            self.tally[scope, purpose] += 1
        if not key: return "closed"
        need(throw(key, head + sides.to_bytes(2, "big"), sides, len(faces)) == faces, "the faces do not follow from the seed")
        return "derived"

    def fair_keys(self, turns: int, anchors: dict) -> dict:
        told, about, mixes, keys = self.told, b"darkseas/dice/1/%b\0" + self.id, {}, {}
        need(type(turns) is int and 0 < turns <= 2**16, "no number of turns")
        commits = {it["side"]: it["commit"] for _, it in told["client_seed_committed"]}
        clients = {it["side"]: unhex(it["seed"], 0, 32) for _, it in told["client_seed_opened"]}
        dates = [seq for kind in ("client_seed_committed", "client_seed_opened", "dice_rolled") for seq, _ in told[kind]]
        for side, seed in clients.items():
            need(digest(about % b"client", "side:" + side, seed).hex() == commits.get(side), "client")
        need(...)
        mix = digest(about % b"mix", turns, ...)
        for self.seq, opened in told["turn_opened"]:
            turn, nonces = opened["turn"], opened["nonces"]
            need(type(turn) is int and 0 < turn <= turns and (not nonces or turn not in mixes), "a turn that is unknown or opened before")
            if nonces or not clients:
                need(nonces.keys() == clients.keys(), "not the nonces of all sides")
                mixes[turn] = digest(about % b"turn", turn, mix, by_side(nonces))
            for scope, text in opened["seeds"].items():
                need(scope in chains, "unknown scope")
                at, seed, chain = turn, unhex(text, 32), chains[scope]
                while at not in chain:
                    chain[at] = self.seq, seed
                    at, seed = at - 1, digest(about % b"chain", scope, at, seed)
                need(chain[at][1] == seed, "a seed that does not lead to its anchor")
        for scope, turn in [(scope, turn) for scope in chains for turn in chains[scope].keys() & mixes.keys()]:
            since, seed = chains[scope][turn]
            message = join(about % b"key", scope, turn, mixes[turn])
            keys[scope, turn] = since, hmac.digest(seed, message, "sha256")
        return keys


if __name__ == "__main__":
    battle = Battle()
    try:
        with open(sys.argv[1], "rb") as file:
            battle.check(file.read())
    except Exception as why:
        sys.exit(f"refused at line {battle.seq + 2}: {why!r}")
    print(f"sound: battle {battle.id.hex()}, {} entries, head {battle.head.hex()}")
    print("rolls:
