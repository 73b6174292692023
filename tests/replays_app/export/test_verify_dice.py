"""What the standalone verifier says about dice: derived, by hand, closed, or wrong."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from darkseas.engine.dice import provably_fair
from darkseas.engine.serialization.canonical_json import Json
from tests.engine.log.battle_samples import DATA, SAMPLES, Story, fair_battle, file_of, seeded_battle
from tests.replays_app.export.verifier import refusal, refused, verified
from tests.support.every_case import every_case

#: An entry of a log as its record in a battle file has it.
Entry: TypeAlias = dict[str, Json]
#: The names and places that lead to a value within entries.
Path: TypeAlias = tuple[str | int, ...]
Change: TypeAlias = Callable[[list[Entry], list[Entry]], list[Entry]]


@every_case(
    "sides, faces",
    [
        (6, [2, 4, 3, 1, 3, 2, 5, 1, 3, 4, 6, 6]),
        (10, [10, 1, 10, 4, 10, 8, 6, 2, 5, 5, 7, 6]),
        (12, [3, 7, 7, 4, 5, 8, 1, 11, 3, 4, 12, 3]),
        (20, [9, 19, 5, 17, 5, 15, 11, 14, 17, 7, 2, 9]),
        (100, [4, 38, 21, 16, 27, 55, 65, 92, 51, 85, 8, 9]),
    ],
)
def test_f1_vectors_are_derived_by_the_verifier(sides: int, faces: list[int]) -> None:
    """Only literals of the protocol's page but for the commitment of side 2, which it leaves out."""
    story = Story(
        "vectors",
        {
            "anchors": {
                "pub": "11309fc5de049db19ba391151ca452e6b3fdb9d9190bb5bab3d2312e6ebc3a36",
                "side:1": "6c5ff53f50cf6eee213f4012c8c64f3baff092107962fdebce18ca1b55807228",
                "side:2": "f9acefde85f97f962b20eabc25059ed1a9c632bcccd11c14167814bc8a8018b2",
            },
            "scheme": "ds-dice-1",
            "turns": 4,
        },
    )
    story.entries[0]["payload"]["seats"] = {"1": "", "2": ""}
    battle = "00112233445566778899aabbccddeeff"
    story.entries[0]["payload"]["battle"] = battle
    commits = {
        "1": "ca02f90948e9375b75123f1e639360f6b4147ecfbfb1bff9d5d205e9f3688852",
        "2": provably_fair.client_commitment(bytes.fromhex(battle), "2", b"\xb2" * 32).hex(),
    }
    for side, commit in commits.items():
        story.tell("client_seed_committed", {"commit": commit, "side": side})
    for side, byte in (("1", "a1"), ("2", "b2")):
        story.tell("client_seed_opened", {"seed": byte * 32, "side": side})
    story.order("1", "plot", {}, "c1" * 32)
    payload: dict[str, Json] = {
        "faces": faces,
        "purpose": "gunnery/bismarck/a/1>hood",
        "sides": sides,
        "turn": 1,
    }
    story.tell("dice_rolled", payload)
    seeds = {"pub": "f72a8b7aedbb765e39ca0a07fdaf021b46a8f2d650475b02c4b1761e645c28fb"}
    mixes = ["eeae4308b23c9de99f4d96f798ecd8e3524deaa57a1d67a5672848aa7511c40a"]
    story.tell("turn_opened", {"mixes": mixes, "seeds": seeds, "turn": 1})
    assert verified(file_of(story.entries)).rolls == {"house": 1}
    for place in range(len(faces)):
        payload["faces"][place] = payload["faces"][place] % sides + 1
        assert "should show" in refused(file_of(story.entries))[1]
        payload["faces"][place] = (payload["faces"][place] - 2) % sides + 1


DICE_KINDS = {
    "battle_began",
    "client_seed_committed",
    "client_seed_opened",
    "dice_rolled",
    "order_given",
    "seed_opened",
    "turn_opened",
}


def leaves(value: Json, path: Path = ()) -> list[Path]:
    """The path of every leaf value."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, part in parts for found in leaves(part, (*path, key))]
    return [path]


def at(value: Json, path: Path) -> Json:
    for key in path:
        value = value[key]
    return value


def dice_leaves(entries: list[Entry]) -> Iterator[Path]:
    """Paths of all values that the dice of a finished battle hang on."""
    for seq, entry in enumerate(entries):
        payload = entry["payload"]
        if entry["kind"] not in DICE_KINDS or payload.get("origin") == "table":
            continue
        for path in leaves(payload["dice"], ("dice",)) if seq == 0 else leaves(payload):
            if entry["kind"] != "order_given" or path == ("nonce",):
                yield (seq, "payload", *path)


def mutations(value: int | str) -> list[int] | list[str]:
    if isinstance(value, int):
        return [value + 1, value - 1]
    if value == "":
        return ["00" * 32]
    if len(value) in (32, 64):
        other = "0" if value[-1] != "0" else "1"
        return [value[:-1] + other, other + value[1:], value[:-1], value.upper(), ""]
    return [value + "x", value[:-1], "pub" if value != "pub" else "ump"]


@every_case("name", SAMPLES)
def test_f4_each_changed_value_of_the_dice_is_refused(name: str) -> None:
    """The chain is made anew each time, so that nothing but the dice can tell.

    Not told by the dice: the turn of a roll or an opening, on which no face hangs, for a roll's address
    names its turn. A roll moved to a scope that nobody opened is no longer derived but counted as closed.
    """
    rolled = verified((DATA / name).read_bytes()).rolls["house"]
    tried = 0
    passed: list[tuple[Path, int | str]] = []
    for path in dice_leaves(SAMPLES[name]()):
        if path[-1] == "turn":
            continue
        sound = at(SAMPLES[name](), path)
        for value in {*mutations(sound)} - {sound}:
            entries = SAMPLES[name]()
            at(entries, path[:-1])[path[-1]] = value
            tried += 1
            found = refusal(file_of(entries))
            if found is None and verified(file_of(entries)).rolls["house"] == rolled:
                passed.append((path, value))
    assert tried > 150
    assert passed == []


# --- what is closed, and what may not happen with seeds, sides and scopes ---------------------------


@every_case(
    "turns_opened, is_over, rolls",
    [
        (0, False, {"closed": 10}),
        (1, False, {"house": 2, "closed": 8}),
        (2, False, {"house": 4, "closed": 6}),
        (2, True, {"house": 10}),
    ],
)
def test_rolls_of_closed_seeds_are_counted_as_not_opened(
    turns_opened: int, is_over: bool, rolls: dict[str, int]
) -> None:
    assert verified(file_of(fair_battle(turns_opened, is_over=is_over))).rolls == rolls


def test_running_battle_of_one_seed_is_sound_with_its_rolls_closed() -> None:
    assert verified(file_of(seeded_battle()[:-1])).rolls == {"closed": 14}
    assert verified(file_of(seeded_battle("table")[:-1])).rolls == {"closed": 12, "table": 2}


@every_case("make", [seeded_battle, fair_battle])
def test_dice_by_hand_are_refused_where_the_house_throws(make: Callable[[], list[Entry]]) -> None:
    for number, entry in enumerate(make()):
        if entry["kind"] == "dice_rolled":
            entries = make()
            entries[number]["payload"]["origin"] = "table"
            assert "wrong origin" in refused(file_of(entries))[1]


def test_battle_at_the_table_counts_its_rolls_and_takes_none_of_the_house() -> None:
    story = Story("table", {"scheme": "table"})
    roll: dict[str, Json] = {"faces": [3, 4], "origin": "table", "purpose": "t1/a", "sides": 6, "turn": 1}
    story.tell("dice_rolled", roll)
    assert verified(file_of(story.entries)).rolls == {"table": 1}
    del roll["origin"]
    assert "origin" in refused(file_of(story.entries))[1]


def nth(entries: list[Entry], kind: str, number: int = 0) -> Entry:
    return [entry for entry in entries if entry["kind"] == kind][number]


def in_order(entries: list[Entry]) -> list[Entry]:
    return [{**entry, "seq": seq} for seq, entry in enumerate(entries)]


def moved(entries: list[Entry], entry: Entry, place: int) -> list[Entry]:
    """The entries, numbered anew, with one of them at another place."""
    others = [other for other in entries if other is not entry]
    return in_order([*others[:place], entry, *others[place:]])


def again(entries: list[Entry], entry: Entry, **changes: Json) -> list[Entry]:
    """The entries with a changed copy of one of them at the end."""
    return in_order([*entries, {**entry, "payload": {**entry["payload"], **changes}}])


def payload_of(entries: list[Entry], kind: str, number: int = 0, **changes: Json) -> list[Entry]:
    nth(entries, kind, number)["payload"].update(changes)
    return entries


def dice_of(entries: list[Entry], **changes: Json) -> list[Entry]:
    entries[0]["payload"]["dice"].update(changes)
    return entries


def without_anchor(entries: list[Entry], scope: str) -> list[Entry]:
    del entries[0]["payload"]["dice"]["anchors"][scope]
    return entries


def of_sides(entries: list[Entry], *sides: str) -> list[Entry]:
    entries[0]["payload"]["scenario"]["sides"] = [{"key": side} for side in sides]
    return entries


def seated(entries: list[Entry], *seats: str) -> list[Entry]:
    payload = entries[0]["payload"]
    payload["seats"] = dict.fromkeys(seats, "")
    payload["dice"]["anchors"] = {"pub": payload["dice"]["anchors"]["pub"]}
    return entries


#: What sides order before the first turn: two that seal a seed, one that opens it.
SEED_ORDERS = ("commit_seed", "commit_seed", "open_seed")

WRONG: dict[str, tuple[Change, str]] = {
    "scheme unknown": (lambda f, s: dice_of(f, scheme="ds-dice-2"), "unknown scheme"),
    "no dice named": (
        lambda f, s: [{**s[0], "payload": {"battle": s[0]["payload"]["battle"]}}, *s[1:]],
        "dice",
    ),
    "turns without end": (lambda f, s: dice_of(f, turns=2**32), "bad turns"),
    "anchor in upper case": (
        lambda f, s: dice_of(
            f, anchors={k: v.upper() for k, v in f[0]["payload"]["dice"]["anchors"].items()}
        ),
        "hex",
    ),
    "anchor of a side left out": (lambda f, s: without_anchor(f, "side:axis"), "not the anchors"),
    "a side of the scenario without a seat": (
        lambda f, s: of_sides(f, "allies", "axis", "third"),
        "not the anchors",
    ),
    "no side at all": (lambda f, s: seated(f, "umpire"), "no side"),
    "anchor of another scope": (
        lambda f, s: dice_of(f, anchors={**f[0]["payload"]["dice"]["anchors"], "side:neutral": "00" * 32}),
        "not the anchors",
    ),
    "scope unknown": (lambda f, s: payload_of(f, "dice_rolled", scope="side:neutral"), "unknown scope"),
    "scope of no kind": (lambda f, s: payload_of(s, "dice_rolled", scope="all"), "no roll"),
    "more steps with dice than seeds": (
        lambda f, s: dice_of(fair_battle(0, is_over=False), turns=1),
        "unknown scope",
    ),
    "origin unknown": (lambda f, s: payload_of(s, "dice_rolled", origin="internet"), "origin"),
    "purpose in capitals": (lambda f, s: payload_of(s, "dice_rolled", purpose="T1/Gunnery"), "no roll"),
    "face 0": (lambda f, s: payload_of(s, "dice_rolled", faces=[0, 1, 2, 3]), "no dice"),
    "face 7 of a d6 by hand": (
        lambda f, s: payload_of(s, "dice_rolled", origin="table", faces=[7], sides=6),
        "no dice",
    ),
    "face as truth": (lambda f, s: payload_of(s, "dice_rolled", faces=[True]), "no roll"),
    "no faces": (lambda f, s: payload_of(s, "dice_rolled", faces=[]), "no dice"),
    "one side": (lambda f, s: payload_of(s, "dice_rolled", faces=[1], sides=1), "no dice"),
    "field more": (lambda f, s: payload_of(s, "dice_rolled", note=""), "note"),
    "roll twice": (lambda f, s: in_order([*s[:-1], nth(s, "dice_rolled"), s[-1]]), "should show"),
    "roll after its seed": (lambda f, s: again(s, nth(s, "dice_rolled")), "after its seed"),
    "fair roll after its seed": (lambda f, s: again(f, nth(f, "dice_rolled")), "after its seed"),
    "another seed": (lambda f, s: payload_of(s, "seed_opened", seed="00" * 32), "does not fit its hash"),
    "another secret of ds-dice-1": (lambda f, s: payload_of(f, "seed_opened", seed="00" * 32), "hash"),
    "seed of another turn": (
        lambda f, s: payload_of(f, "turn_opened", seeds=nth(f, "turn_opened", 1)["payload"]["seeds"]),
        "does not lead to the anchor",
    ),
    "seed of a side in the middle": (
        lambda f, s: payload_of(f, "turn_opened", seeds={"side:axis": "00" * 32}),
        "not what",
    ),
    "turn opened twice": (lambda f, s: again(f, nth(f, "turn_opened")), "not what"),
    "mix left out": (lambda f, s: payload_of(f, "turn_opened", mixes=[]), "not what"),
    "another mix": (lambda f, s: payload_of(f, "turn_opened", mixes=["00" * 32]), "not what"),
    "nonce exchanged": (
        lambda f, s: payload_of(f, "order_given", len(SEED_ORDERS), nonce="00" * 32),
        "not what",
    ),
    "nonce of half a size": (
        lambda f, s: payload_of(f, "order_given", len(SEED_ORDERS), nonce="00" * 16),
        "hex",
    ),
    "nonce of a side that is none": (
        lambda f, s: payload_of(f, "order_given", len(SEED_ORDERS), side="neutral"),
        "a nonce from no side",
    ),
    "client seed not committed to": (
        lambda f, s: payload_of(f, "client_seed_opened", 1, seed="00" * 32),
        "not what it committed to",
    ),
    "client that declined has a seed": (
        lambda f, s: payload_of(f, "client_seed_opened", seed="00" * 32),
        "not what it committed to",
    ),
    "client seed never opened": (
        lambda f, s: in_order([entry for entry in f if entry is not nth(f, "client_seed_opened", 1)]),
        "dice before",
    ),
    "client seed opened twice": (
        lambda f, s: moved([*f, {**nth(f, "client_seed_opened")}], f[0], 0),
        "early or twice",
    ),
    "commitment twice": (lambda f, s: again(f, nth(f, "client_seed_committed")), "committed twice"),
    "commitment after a seed": (
        lambda f, s: moved(f, nth(f, "client_seed_committed", 1), 6),
        "early or twice",
    ),
    "client seed after dice": (lambda f, s: moved(f, nth(f, "client_seed_opened", 1), 14), "dice before"),
}


@every_case("what", WRONG)
def test_wrong_conduct_with_dice_is_refused(what: str) -> None:
    change, reason = WRONG[what]
    assert reason in refused(file_of(change(fair_battle(), seeded_battle())))[1]
