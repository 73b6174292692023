"""What is not open of the dice of a running battle of ds-dice-1, and how it might stand somewhere."""

import base64
import json
from itertools import groupby
from urllib.parse import quote_from_bytes

from darkseas.engine.dice import provably_fair
from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.events import BattleBegan, DiceRolled
from replays_app.log import store as log_store
from replays_app.models import Battle

ROOT = bytes(range(32))
SCOPES = ("pub", "ump", "side:red", "side:blue")
AHEAD = 20


def secrets_of(battle: Battle) -> dict[str, bytes]:
    """What is not open of the battle's dice: the house's secret, seeds, and the keys of secret rolls."""
    bid, ledger = battle.pk.bytes, Ledger.of(began(battle))
    ends = {scope: provably_fair.last_seed(ROOT, bid, scope) for scope in SCOPES}
    chains = {scope: provably_fair.seed_chain(bid, scope, end) for scope, end in ends.items()}
    secrets = {"root": ROOT, **{f"last {scope}": end for scope, end in ends.items()}}
    for _, step in groupby(log_store.read(battle.pk, 1), key=lambda entry: entry.step):
        for entry in step:
            roll = entry.event
            if isinstance(roll, DiceRolled) and roll.scope != "pub":
                number = ledger.number(roll.scope)
                secrets[f"key {roll.scope} {number}"] = ledger.key(roll.scope, chains[roll.scope][number])
            ledger.apply(entry.event)
    for scope in SCOPES:
        first = ledger.numbers.get(scope, 0) + 1
        numbers = range(first if scope == "pub" else 1, first + AHEAD)
        secrets |= {f"seed {scope} {number}": chains[scope][number] for number in numbers}
    return secrets


def began(battle: Battle) -> BattleBegan:
    """Entry 0."""
    event = log_store.read(battle.pk, 0, 1)[0].event
    assert isinstance(event, BattleBegan)
    return event


def spellings(secret: bytes) -> set[bytes]:
    """A secret as it might stand somewhere: raw, escaped, in an address, hex, base64 at its three places."""
    text = {base64.b64encode(bytes(lead) + secret)[4 if lead else 0 : -4] for lead in (0, 1, 2)}
    of_addresses = {way.translate(bytes.maketrans(b"+/", b"-_")) for way in text}
    escaped = json.dumps(secret.decode("latin-1"))[1:-1].encode()
    ways = {secret, escaped, quote_from_bytes(secret).encode(), *text, *of_addresses}
    return ways | {secret.hex().encode(), secret.hex().upper().encode()}


def leaked(battle: Battle, data: bytes) -> list[str]:
    """The names of the secrets that stand in the data."""
    return [
        name for name, secret in secrets_of(battle).items() if any(way in data for way in spellings(secret))
    ]


def chain_of(bid: bytes, scope: str) -> list[bytes]:
    """The seeds of a scope by number."""
    return provably_fair.seed_chain(bid, scope, provably_fair.last_seed(ROOT, bid, scope))
