"""The two groups of a fleet: dividing it before the battle (FB-7) and changing groups later (FB-8, FB-12)."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, OrderForm, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.events import (
    BattleGroupLost,
    GroupsAssigned,
    PlotSealed,
    TransferLapsed,
    TransfersMade,
    TransfersPlotted,
)
from ..model.orders import ORDER_NAMES, AssignGroups, PlotTransfers, Transfer
from ..model.scenario import GroupKey, Ship
from ..model.state import BATTLE, CARRIER, SET_UP, TRANSFERS, State


def _refuse(reason: str, rule: str, field: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=f"blanks.{field}")


# --- set-up ----------------------------------------------------------------------------------------


def assign(adjudication: Adjudication[State], side: str, order: AssignGroups) -> None:
    """Record a side's division of its fleet, secret until both are ready (FB-H2)."""
    _check_assignment(adjudication.state, side, order)
    adjudication.record(_assignment(adjudication.state, side, order.carrier_group), (side,))
    adjudication.record(PlotSealed(side, str(SET_UP)))


def reveal(adjudication: Adjudication[State]) -> None:
    """Reveal both divisions."""
    for side in adjudication.state.scenario.sides:
        escorts = [ship.key for ship in adjudication.state.in_group(side, CARRIER) if ship.type.movable]
        adjudication.record(_assignment(adjudication.state, side, tuple(escorts)))


def _assignment(state: State, side: str, escorts: tuple[str, ...]) -> GroupsAssigned:
    ships = [
        state.scenario.ships[key]
        for key in state.scenario.sides[side].ships
        if state.scenario.ships[key].type.groups
    ]
    carrier = tuple(ship.key for ship in ships if ship.key in escorts or ship.type.groups == (CARRIER,))
    return GroupsAssigned(side, tuple(ship.key for ship in ships if ship.key not in carrier), carrier)


def _check_assignment(state: State, side: str, order: AssignGroups) -> None:
    own = state.scenario.sides[side]
    for place, key in enumerate(order.carrier_group):
        field = f"carrier_group.{place}"
        if key not in own.ships:
            raise _refuse(f"{own.name} has no ship “{key[:60]}”.", "FB-7", field)
        ship = state.scenario.ships[key]
        if not ship.type.movable:
            reason = f"{ship.name} is a {ship.type.key}: only destroyers and light cruisers are divided."
            raise _refuse(reason, "FB-7", field)
    if len(set(order.carrier_group)) != len(order.carrier_group):
        raise _refuse("Name each ship only once.", "FB-7", "carrier_group")
    if own.rules.fixed_groups and sorted(order.carrier_group) != sorted(suggested_escorts(state, side)):
        raise _refuse(
            "The scenario fixes the groups: divide the fleet as in the scenario.", "FB-7", "carrier_group"
        )


def suggested_escorts(state: State, side: str) -> list[str]:
    """Return the escorts that the scenario puts with the carriers, in roster order."""
    own, ships = state.scenario.sides[side], state.scenario.ships
    return [key for key in own.ships if ships[key].type.movable and own.suggested.get(key) == CARRIER]


def assign_form(state: State, side: str) -> OrderForm:
    """Return the form for choosing which escorts go with the carriers."""
    own, ships = state.scenario.sides[side], state.scenario.ships
    blank: Several | Fixed
    if own.rules.fixed_groups:
        fixed: list[Json] = list(suggested_escorts(state, side))
        blank = Fixed("carrier_group", fixed, "card", "With the carriers")
    else:
        movable = tuple(key for key in own.ships if ships[key].type.movable)
        blank = Several("carrier_group", "With the carriers", movable, subject="card")
    why = "Before the battle, each side divides its escorts between its carrier group and its battle group."
    return OrderForm(ORDER_NAMES[AssignGroups], "Divide the fleet", "FB-7", (blank,), because=why)


def note_missing_groups(adjudication: Adjudication[State]) -> None:
    """Record fleets that start without a battle group (FB-B7)."""
    for side in adjudication.state.scenario.sides:
        _note_empty(adjudication, side, "there is none from the start", "FB-B7")


def _note_empty(adjudication: Adjudication[State], side: str, reason: str, rule: str) -> None:
    if not adjudication.state.has_lost_group(side) and not adjudication.state.in_group(side, BATTLE):
        adjudication.record(BattleGroupLost(side, reason, rule))


def note_losses(adjudication: Adjudication[State], sunk: tuple[str, ...]) -> None:
    """Record battle groups whose last ship was sunk (FB-9), for the rest of the battle (FB-12)."""
    state = adjudication.state
    for side in state.scenario.sides:
        had = any(state.scenario.ships[key].side == side and state.group_of(key) == BATTLE for key in sunk)
        if had:
            _note_empty(adjudication, side, "its last ship is sunk", "FB-9")


# --- changing groups -------------------------------------------------------------------------------


def possible_transfers(state: State, side: str) -> list[tuple[Ship, GroupKey]]:
    """Return the ships that may change groups this turn, each with its new group."""
    transfers: list[tuple[Ship, GroupKey]] = []
    for ship in state.afloat(side):
        to: GroupKey = CARRIER if state.group_of(ship.key) == BATTLE else BATTLE
        if ship.type.movable and not (to == BATTLE and state.has_lost_group(side)):
            transfers.append((ship, to))
    return transfers


def plot(adjudication: Adjudication[State], side: str, order: PlotTransfers) -> None:
    """Record a side's transfers, sealed until the other side has plotted (FB-H3)."""
    state = adjudication.state
    if order.retreat and not state.scenario.options.retreat:
        raise _refuse("In this scenario no side may leave the battle.", "FB-B18", "retreat")
    seen: list[str] = []
    for place, transfer in enumerate(order.transfers):
        _check_transfer(state, side, transfer, f"transfers.{place}")
        if transfer.ship in seen:
            raise _refuse("Name each ship only once.", "FB-8", f"transfers.{place}.ship")
        seen.append(transfer.ship)
    adjudication.record(TransfersPlotted(side, order.transfers, order.retreat), (side,))
    adjudication.record(PlotSealed(side, str(TRANSFERS)))


def _check_transfer(state: State, side: str, transfer: Transfer, field: str) -> None:
    own = state.scenario.sides[side]
    if transfer.ship not in own.ships:
        raise _refuse(f"{own.name} has no ship “{transfer.ship[:60]}”.", "FB-8", f"{field}.ship")
    ship = state.scenario.ships[transfer.ship]
    if not state.ship_status[ship.key].afloat:
        raise _refuse(f"{ship.name} is sunk.", "FB-8", f"{field}.ship")
    if not ship.type.movable:
        reason = f"{ship.name} is a {ship.type.key} and does not change groups."
        raise _refuse(reason, "FB-7", f"{field}.ship")
    if state.group_of(ship.key) == transfer.to:
        raise _refuse(f"{ship.name} is already in the {transfer.to} group.", "FB-8", f"{field}.to")
    if transfer.to == BATTLE and state.has_lost_group(side):
        reason = "The battle group is lost and cannot be formed again."
        raise _refuse(reason, "FB-12", f"{field}.to")


def transfers_form(state: State, side: str) -> OrderForm:
    """Return a line for each possible transfer, and leaving the battle if the scenario allows it."""
    rows = tuple(
        (Fixed("ship", ship.key, "card"), Fixed("to", to)) for ship, to in possible_transfers(state, side)
    )
    blanks: list[Rows | Choice] = [Rows("transfers", "Ships that change groups", rows)]
    if state.scenario.options.retreat:
        blanks.append(Choice("retreat", "Leave the battle", (True,), optional=True))
    why = "A turn begins: escorts may change groups. Those that do hold fire this turn."
    return OrderForm(ORDER_NAMES[PlotTransfers], "Change groups", "FB-8", tuple(blanks), because=why)


def open_transfers(adjudication: Adjudication[State]) -> None:
    """Reveal both sides' transfers."""
    state = adjudication.state
    for side in state.scenario.sides:
        moves = tuple(
            Transfer(key, state.moving[key])
            for key in state.scenario.sides[side].ships
            if key in state.moving
        )
        if moves or side in state.leaving:
            adjudication.record(TransfersPlotted(side, moves, side in state.leaving))


def make_transfers(adjudication: Adjudication[State]) -> None:
    """Move ships that are still afloat to their new group at the end of a turn (FB-8, FB-H5)."""
    state = adjudication.state
    for side in state.scenario.sides:
        due = [(ship.key, state.moving[ship.key]) for ship in state.afloat(side) if ship.key in state.moving]
        lapsed = [key for key, to in due if to == BATTLE and state.has_lost_group(side)]
        for key in lapsed:
            adjudication.record(TransferLapsed(side, key))
        made = tuple(Transfer(key, to) for key, to in due if key not in lapsed)
        if made:
            adjudication.record(TransfersMade(side, made))
        if any(to == CARRIER for _, to in due):
            _note_empty(adjudication, side, "its last ship has left it", "FB-B8")
