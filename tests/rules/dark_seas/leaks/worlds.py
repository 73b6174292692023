"""Small twins: two short battles that differ in one side's secrets, and what the other side learns.

Each twin is made twice, as world 0 and 1. Its log differs; what the enemy is told of it does not.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import Fact, may_know
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.chart.pieces import pieces
from darkseas.rules.dark_seas.model.orders import (
    DeclareAttacks,
    DeclareEvasion,
    Detachment,
    MoveBlocks,
)
from darkseas.rules.dark_seas.model.state import Contents, State
from darkseas.rules.dark_seas.spotting import phase
from darkseas.rules.dark_seas.turn import sequence
from darkseas.rules.dark_seas.turn.decide import decide
from tests.rules.dark_seas.support.attacks import an_attack, declared, fought, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    KnownDice,
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    dummy,
    group,
    view_after,
    view_of,
)
from tests.rules.dark_seas.support.indistinguishable import in_contact
from tests.rules.dark_seas.support.table_top import Table, deploy, move, on_table

#: Everything that somebody gets, piece by piece.
Account = list[str]


@dataclass(frozen=True)
class Twin:
    """What the enemy gets in a world, and the whole truth of it."""

    enemys: Account
    full: Account


MakeTwin = Callable[[int], Twin]


def accounts(facts: Iterable[Fact], enemy: str, view: State | None = None, *more: str) -> Twin:
    """The facts as the enemy knows them, the pieces that it sees and its forms; and all the facts."""
    facts = list(facts)
    shown = [repr(event) for event, audience in facts if may_know(audience, enemy)]
    if view is not None:
        shown += [repr(pieces(view)), repr(SYSTEM.legal_orders(view, enemy))]
    return Twin([*shown, *more], [*map(repr, facts), *more])


def of_step(before: State, adjudication: Adjudication[State], enemy: str) -> Twin:
    """The accounts of a step in the making."""
    return accounts(adjudication.facts, enemy, view_after(before, adjudication, enemy))


IJN = a_side("ijn", *(a_ship(key, radar=radar) for key, radar in (("kako", 0), ("aoba", 3), ("kinu", 0))))
USN = a_side("usn", sticker("laffey", "D 5-4-3-2 / 1D"))
SMALL = a_scenario(USN, IJN, visibility=3)
LAFFEY = group("usn-1", "0505", "laffey")


def sums_of_spotting(which: int) -> Twin:
    """A block near the enemy has radar, or none: the sums of its attempts, which fail, say which."""
    state = a_state(SMALL, LAFFEY, group("ijn-1", "0507", ("kako", "aoba")[which]))
    adjudication = an_adjudication(state, 1, 1)
    phase.begin(adjudication)
    return of_step(state, adjudication, "usn")


def order_of_a_set_up(which: int) -> Twin:
    """The same blocks in the same hexes, written down in one order or the other, and mixed to match."""
    return _set_up((("kako", "0101"), ("aoba", "0103"))[:: (1, -1)[which]], ((1, 2), (2, 1))[which])


def ships_of_a_set_up(which: int) -> Twin:
    """Two ships stand in two hexes, or each in the other's."""
    return _set_up(zip((("kako", "aoba"), ("aoba", "kako"))[which], ("0101", "0103"), strict=True), (1, 2))


def _set_up(groups: Iterable[tuple[str, str]], faces: tuple[int, int]) -> Twin:
    ijn = a_side("ijn", *(a_ship(key) for key in ("kako", "aoba")), set_up="slot")
    allies = a_side("allies", a_ship("helm"), set_up="bay")
    scenario = a_scenario(ijn, allies, areas={"slot": ["0101", "0103"], "bay": ["0909"]})
    table = Table(scenario, {"t0/set-up/ijn": faces})
    table.give("ijn", deploy(dict(groups)))
    table.give("allies", deploy({"helm": "0909"}))
    return accounts(table.log, "allies", table.views["allies"])


def ships_that_left(which: int) -> Twin:
    """A ship has left her group, and the throw of the mixing says which of the two blocks she is."""
    table = _moving(group("ijn-1", "0505", "kako", "aoba"))
    table.dice.chosen["t1/regroup/0505/10/ijn"] = ((1, 2), (2, 1))[which]
    table.give("ijn", MoveBlocks((), (Detachment("ijn-1", ("aoba",)),)))
    table.give("usn", MoveBlocks())
    return accounts(table.log, "usn", table.views["usn"])


def plotted_detachment(which: int) -> Twin:
    """A ship will leave her group when movement ends, or none will."""
    table = _moving(group("ijn-1", "0505", "kako", "aoba"))
    table.give("ijn", MoveBlocks((), (Detachment("ijn-1", ("aoba",)),) * which))
    return accounts(table.log, "usn", table.views["usn"])


def who_is_due(which: int) -> Twin:
    """A block that waits outside may come in this turn, or later: is its side called?"""
    contents = Contents("group", "TG", ("kako",), entry="west", arrives=1 + which)
    state = a_state(SMALL, FAR, Placed("ijn-1", None, contents), phase="move-2", initiative="usn")
    adjudication = an_adjudication(state)
    adjudication.state.called = ()
    sequence.advance(adjudication)
    twin = of_step(state, adjudication, "usn")
    return Twin(twin.enemys, [*twin.full, str(contents)])


def ship_drawn(which: int) -> Twin:
    """Yunagi is drawn, before a battleship in the roster of her block or behind a destroyer."""
    others = (("kirishima", 1), ("akatsuki", 2))
    ijn = a_side("ijn", sticker("akatsuki", "/ 1D"), sticker("yunagi", "/ 1D"), sticker("kirishima", "/ 5B"))
    beside, face = others[which]
    ships = sorted(("yunagi", beside), key=[ship.key for ship in ijn.ships].index)
    state = a_state(a_scenario(USN, ijn), LAFFEY, group("ijn-1", "0605", *ships))
    sighted = in_sight(state, {"usn-1": ["ijn-1"]})
    order = an_attack(sighted.scenario, "usn-1", "0605", "laffey D")
    adjudication = fought(declared(sighted, "usn", order), face, 12)
    return accounts(adjudication.facts, "usn")


def block_beside_the_sighted_one(which: int) -> Twin:
    """A block is sighted; the one in its hex, which is not, is a group or a dummy."""
    beside = (group("ijn-2", "0605", "aoba", "kinu"), dummy("ijn-2", "0605", "ijn"))[which]
    state = a_state(SMALL, LAFFEY, group("ijn-1", "0605", "kako"), beside)
    adjudication = an_adjudication(state)
    adjudication.state.sightings["usn-1"] = ("ijn-1",)
    phase.announce(adjudication)
    twin = of_step(state, adjudication, "usn")
    return Twin(twin.enemys, [*twin.full, str(beside)])


def ships_of_a_sighted_group(which: int) -> Twin:
    """A task group is sighted, with one ship or with another of her class: it stays face down (DS-R36)."""
    state = a_state(SMALL, LAFFEY, group("ijn-1", "0605", "kako", ("aoba", "kinu")[which]))
    adjudication = an_adjudication(state)
    adjudication.state.sightings["usn-1"] = ("ijn-1",)
    phase.announce(adjudication)
    twin = of_step(state, adjudication, "usn")
    return Twin(twin.enemys, [*twin.full, str(state.contents)])


def refusals(which: int) -> Twin:
    """Orders of the enemy that are refused, where a block far off is a group or a dummy."""
    hidden = (group("ijn-2", "0108", "aoba", "kinu"), dummy("ijn-2", "0108", "ijn"))[which]
    near = group("ijn-1", "0505", "kako")
    texts = []
    for stage, orders in WRONG_ORDERS.items():
        state = a_state(SMALL, FAR, near, hidden, phase=stage, initiative="usn")
        state.called = ("usn",)
        texts += [_refusal(state, order) for order in orders]
    return Twin(texts, [*texts, str(hidden)])


def sealed_evasion(which: int) -> Twin:
    """A side has plotted that its blocks evade, or that they do not."""
    alternative = in_contact("evasion-both")[which]
    hunters = tuple(key for key in alternative.state.sightings if key.startswith("ijn"))
    before = len(alternative.entries)
    alternative.give("ijn", DeclareEvasion(hunters[: 1 - which]))
    facts = [Fact(entry.event, entry.audience) for entry in alternative.entries[before:]]
    return accounts(facts, "allies", alternative.views.of("allies"))


FAR = group("usn-1", "1109", "laffey")
#: What the enemy's order asks of blocks that it has not, or in a way that it may not.
WRONG_ORDERS: Mapping[str, tuple[object, ...]] = {
    "move-4": (
        move("ijn-2", "0208"),
        move("usn-1", "0101"),
        move("usn-9", "0101"),
        MoveBlocks((), (Detachment("ijn-2", ("aoba",)),)),
        DeclareEvasion(),
    ),
    "evasion-2": (DeclareEvasion(("ijn-2",)), DeclareEvasion(("usn-1",)), MoveBlocks()),
    "attacks-2": (DeclareAttacks((an_attack(SMALL, "usn-1", "0108", "laffey D"),)), DeclareEvasion()),
}


def _refusal(state: State, order: object) -> str:
    """What is said to the enemy, of the whole truth and of what it knows itself."""
    said = []
    for known in (state, view_of(state, "usn")):
        try:
            decide(Adjudication(SYSTEM.setters, known, KnownDice(())), Given("usn", order))
        except IllegalOrder as refusal:
            said.append(f"{refusal.reason} {refusal.rule} {refusal.field}")
    assert len(said) == 2, f"{order} is taken"
    return " / ".join(said)


def _moving(block: Placed) -> Table:
    state = a_state(SMALL, FAR, block, phase="move-3", initiative="usn")
    state.called = ("ijn",)
    return on_table(state)
