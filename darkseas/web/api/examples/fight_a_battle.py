"""A bot that gives random orders and then verifies the battle. Needs Python 3.10 and this folder.

python3 fight_a_battle.py SITE SCENARIO [SIDE]        a new battle; the captain (our bot) plays the other
sides DARKSEAS_TOKEN=... python3 fight_a_battle.py SITE challenges/END-OF-THE-LINK      against the challenger
"""

import json
import os
import sys
import time
import uuid
from random import choice, randint, random, sample
from typing import Any
from urllib.request import Request, urlopen

from check_a_battle import check


def ask(address: str, body: object = None, **headers: str) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items() if value}
    with urlopen(Request(address, data, {"Content-Type": "application/json", **headers})) as answer:
        return answer.readlines() if "ndjson" in answer.headers["Content-Type"] else json.load(answer)


def fill(blanks: list[Any]) -> dict[str, Any]:
    return {it["name"]: value_of(it) for it in blanks if not (it.get("optional") and random() < 0.5)}


def value_of(blank: Any) -> Any:
    values = [it["value"] if isinstance(it, dict) else it for it in blank.get("values", [])]
    if blank["blank"] == "rows":
        most = 1 if blank["once"] else len(blank["rows"])
        return [fill(row) for row in sample(blank["rows"], randint(blank["least"], most))]
    if blank["blank"] == "course":
        return way_to(choice(blank["reach"])["place"], {it["place"]: it["before"] for it in blank["reach"]})
    if blank["blank"] == "several":
        return sample(values, randint(blank["least"], min(blank["most"], len(values))))
    if blank["blank"] == "number":
        return randint(blank["least"], blank["most"])
    return choice(values) if blank["blank"] == "choice" else blank["value"]


def way_to(place: str, before: dict[str, str]) -> list[str]:
    return [*(way_to(before[place], before) if before[place] else []), place]


def fight(battle: str, keys: dict[str, str]) -> Any:
    while (known := ask(battle, Authorization=next(iter(keys.values()))))["status"] == "running":
        orders = [ask_and_order(battle, side, key) for side, key in keys.items()]
        time.sleep(0 if any(orders) else 1)
    return known


def ask_and_order(battle: str, side: str, key: str) -> bool:
    now = ask(f"{battle}/forms", Authorization=key)
    pressing = [form for form in now["forms"] if form["pressing"]]
    for form in pressing[:1]:
        order = {"order": form["order"], "blanks": fill(form["blanks"]), "expected": now["length"]}
        ask(f"{battle}/orders", order, Authorization=key, Idempotency_Key=str(uuid.uuid4()))
        print(f"{side}: {form['title']}")
    return bool(pressing)


def begin(site: str, what: str, side: str) -> tuple[str, dict[str, str]]:
    if what.startswith("challenges/"):
        key = f"Bearer {os.environ['DARKSEAS_TOKEN']}"
        accepted = ask(f"{site}/{what.rstrip('/')}/accept", {}, Authorization=key)
        return f"{site}/battles/{accepted['battle']}", {accepted["side"]: key}
    begun = ask(f"{site}/battles", {"scenario": what, "captains": others(site, what, side) if side else []})
    return f"{site}/battles/{begun['battle']}", {one: f"Seat {key}" for one, key in begun["seats"].items()}


def others(site: str, scenario: str, side: str) -> list[str]:
    page = ask(f"{site}/scenarios/")
    while not (found := [one for one in page["scenarios"] if one["key"] == scenario]):
        page = ask(site.removesuffix("/api/v1") + page["next"])
    return [one["key"] for one in found[0]["sides"] if one["key"] != side]


if __name__ == "__main__":
    battle, keys = begin(sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2], "".join(sys.argv[3:]))
    over = fight(battle, keys)
    print(
        check(
            ask(f"{battle}/events?format=ndjson", Authorization=next(iter(keys.values()))),
            over["log"]["head"],
        )
    )
    print(over["title"], ask(f"{battle}/outline", Authorization=next(iter(keys.values())))["result"])
