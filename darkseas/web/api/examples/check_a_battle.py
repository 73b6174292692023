"""Verify a finished battle through the API: python3 check_a_battle.py SITE BATTLE

Checks the hash chain and its head, and checks every house die (scheme sha256-1) against the committed seed.
"""

import json
import re
import sys
from collections import Counter
from hashlib import sha256
from typing import Any
from urllib.request import urlopen

ENTRY = re.compile(rb'{"entry":(.*),"leaf":"(\w+)","link":"(\w+)","salt":"(\w+)"}\n?')


def need(sound: object, reason: str) -> None:
    if not sound:
        sys.exit(f"refused: {reason}")


def check(lines: list[bytes], head: str) -> str:
    entries, link = [], bytes(32)
    for seq, line in enumerate(lines):
        parts = ENTRY.fullmatch(line)
        text, leaf, linked, salt = parts.groups() if parts else (b"", b"", b"", b"")
        hashed = sha256(b"darkseas/leaf/1\0" + bytes.fromhex(salt.decode()) + text).digest()
        link = sha256(b"darkseas/link/1\0" + link + seq.to_bytes(8, "big") + hashed).digest()
        need((hashed.hex(), link.hex()) == (leaf.decode(), linked.decode()), f"entry {seq} was changed")
        entries.append(json.loads(text))
    need(link.hex() == head, "the last entry does not match the head of the battle")
    return f"{len(entries)} entries and {check_dice(entries)} house rolls verified"


def check_dice(entries: list[Any]) -> int:
    dice = entries[0]["payload"]["dice"]
    need(dice["scheme"] == "sha256-1", f"for {dice['scheme']} use verify_battle.py of the export")
    (seed,) = [bytes.fromhex(it["payload"]["seed"]) for it in entries if it["kind"] == "seed_opened"]
    need(sha256(b"darkseas/sha256-1/seed\0" + seed).hexdigest() == dice["seed_hash"], "seed and hash differ")
    counts = Counter[tuple[str, str]]()
    for roll in [it["payload"] for it in entries if it["kind"] == "dice_rolled"]:
        names = (roll.get("scope", "pub"), roll["purpose"])
        joined = b"".join([len(name).to_bytes(2, "big") + name.encode() for name in names])
        stem = b"darkseas/sha256-1\0" + seed + joined + counts[names].to_bytes(4, "big")
        stem += roll["sides"].to_bytes(2, "big")
        drawn = [die(stem + place.to_bytes(2, "big"), roll["sides"]) for place in range(len(roll["faces"]))]
        need(drawn == roll["faces"], f"the seed gives {drawn}: {roll}")
        counts[names] += 1
    return counts.total()


def die(stem: bytes, sides: int) -> int:
    blocks = (sha256(stem + number.to_bytes(4, "big")).digest() for number in range(2**32))
    return next(1 + byte % sides for block in blocks for byte in block if byte < 256 - 256 % sides)


if __name__ == "__main__":
    battle = f"{sys.argv[1].rstrip('/')}/api/v1/battles/{sys.argv[2]}"
    with urlopen(battle) as one, urlopen(f"{battle}/events?format=ndjson") as every:
        print(check(every.readlines(), json.load(one)["log"]["head"]))
