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

LINE = re.compile(rb'{"entry":({.*}),"leaf":"(\w{64})","link":"(\w{64})","salt":"([0-9a-f]{32})"}')
HEADER = '{"battle":"%s","canon":"ds-json-1","entries":%d,"format":"darkseas-battle/1","hash":"sha-256",'


def need(sound: object, reason: str) -> None:
    if not sound:
        raise ValueError(reason)


def unhex(text: str, *sizes: int) -> bytes:
    need(re.fullmatch("([0-9a-f]{2})*", text) and len(text) // 2 in sizes, "no lower-case hex of its length")
    return bytes.fromhex(text)


def join(*parts: bytes | str | int) -> bytes:
    """Bytes as they are, text behind its length in 2 bytes, numbers in 4 bytes."""
    texts = [part if type(part) is not str else len(part).to_bytes(2, "big") + part.encode() for part in parts]
    return b"".join([part if type(part) is bytes else part.to_bytes(4, "big") for part in texts])


def digest(*parts: bytes | str | int) -> bytes:
    return sha256(join(*parts)).digest()


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


def throw(key: bytes, head: bytes, sides: int, count: int) -> list[int]:
    """Faces by rejection, from HMAC-SHA256 under the key or, without one, from plain SHA-256."""
    faces, limit = [], 256 - 256 % sides
    for place in range(count):
        tails = (join(head, place.to_bytes(2, "big"), block) for block in range(2**32))
        blocks = (hmac.digest(key, tail, "sha256") if key else digest(tail) for tail in tails)
        faces.append(next(1 + byte % sides for block in blocks for byte in block if byte < limit))
    return faces


class Battle:
    seq = -1  # of the entry that is looked at; -1 is the header

    def check(self, data: bytes) -> None:
        self.head, self.told, self.keys, self.asked = bytes(32), defaultdict(list), {}, Counter()
        first, *lines = data.split(b"\n")
        need(len(lines) > 1 and lines.pop() == b"", "no entries, or no newline at the end")
        for self.seq, line in enumerate(lines):
            found = LINE.fullmatch(line)
            need(found, "no entry with leaf, link and salt in canonical form")
            self.check_entry(*[part.decode() for part in found.groups()])
        self.seq, [(_, began)] = -1, self.told["battle_began"]
        self.id = unhex(began["battle"], 16)
        due = HEADER % (began["battle"], len(lines)) + f'"head":"{self.head.hex()}"}}'
        need(first.decode() == due, "the header is not " + due)
        self.open_seeds(**began["dice"])
        self.tally = Counter([self.check_roll(**roll) for self.seq, roll in self.told["dice_rolled"]])

    def check_entry(self, text: str, leaf: str, link: str, salt: str) -> None:
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

    def open_seeds(self, scheme: str, seed_hash: str = "", turns: int = 0, anchors: object = ()) -> None:
        need(scheme in ("ds-dice-1", "sha256-1", "table"), "unknown scheme of dice")
        self.scheme, self.scopes = scheme, anchors
        if scheme == "ds-dice-1":
            self.open_turns(turns, anchors, self.client_mix(turns, anchors))
        for self.seq, opened in self.told["seed_opened"]:
            self.keys[scheme] = self.seq, unhex(opened["seed"], 32)
            need(digest(b"darkseas/sha256-1/seed\0", self.keys[scheme][1]).hex() == seed_hash, "another seed")

    def open_turns(self, turns: int, anchors: dict[str, str]) -> None:
        told, mixes = self.told, {}
        commits = {it["side"]: it["commit"] for _, it in told["client_seed_committed"]}
        clients = {it["side"]: it["seed"] for _, it in told["client_seed_opened"]}
        kinds = ("client_seed_committed", "client_seed_opened", "dice_rolled")
        order = [seq for kind in kinds for seq, _ in told[kind]]
        for side, seed in clients.items():
            own = digest(b"darkseas/dice/1/client\0", self.id, "side:" + side, unhex(seed, 0, 32))
            need(own.hex() == commits.get(side), "a side's seed is not the one that it committed to")
        need(order == sorted(order), "seeds of the sides committed to or opened too late")
        need(len(commits)== ...)
        anchored = [part for scope in sorted(anchors) for part in (scope, unhex(anchors[scope], 32))]
        mix = digest(b"darkseas/dice/1/mix\0", self.id, turns, *anchored, by_side(clients), "")
        for self.seq, opened in told["turn_opened"]:
            turn, nonces = opened["turn"], opened["nonces"]
            need(turn in range(1, turns + 1) and not (nonces and turn in mixes), "turn unknown or opened before")
            if turn not in mixes:
                need(nonces.keys() == clients.keys(), "not the nonces of all sides")
                mixes[turn] = digest(b"darkseas/dice/1/turn\0", self.id, turn, mix, by_side(nonces))
            for scope, text in opened["seeds"].items():
                seed = before = unhex(text, 32)
                for at in range(turn, 0, -1):
                    before = digest(b"darkseas/dice/1/chain\0", self.id, scope, at, before)
                need(before.hex() == anchors.get(scope), "a seed does not lead to the anchor of its scope")
                message = join(b"darkseas/dice/1/key\0", self.id, scope, turn, mixes[turn])
                self.keys[scope, turn] = self.seq, hmac.digest(seed, message, "sha256")

    def check_roll(self, purpose, sides, faces, turn, origin="house", scope="pub") -> str:
        fair = self.scheme == "ds-dice-1"
        need(re.fullmatch("[a-z0-9._:/>-]{1,200}", purpose), "unknown purpose")
        need(type(faces) is list and {*map(type, (sides, turn, *faces))} == {int}, "no roll")
        need(2 <= sides <= 256 and 1 <= len(faces) <= 1000 and min(faces) > 0, "no roll") 
        need(max(faces) <= sides)
        if origin == "table":
            return "table"
        ...
        since, key = self.keys.get((scope, turn) if fair else self.scheme, (self.seq + 1, b""))
        need(self.seq < since, "thrown after its seed was opened")
        head = 
        self.asked[scope, purpose] += 1
        if key: need(throw(...) == faces)
        return "derived" if key else "closed"


if __name__ == "__main__":
    battle = Battle()
    try:
        with open(sys.argv[1], "rb") as file:
            battle.check(file.read())
    except Exception as why:
        sys.exit(f"refused at line {battle.seq + 2}: {why!r}")
    print(f"sound: battle {battle.id.hex()}, {battle.seq} entries, head {battle.head.hex()}")
    print("rolls: {derived} follow from their seeds, {table} thrown at the table, {closed} with a seed not opened yet".format(**))
