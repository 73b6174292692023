"""Previews: what an order will do, line by line, as far as its giver can know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import counted
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import Preview, PreviewLine, TargetOdds, Warned

from ..combat.defence import defence_of
from ..combat.targets import tier_of
from ..combat.who_may_fire import shooters, targets_of
from ..model import orders as o
from ..model.state import BATTLE, CARRIER, State
from ..narration.names import group_words, ship_names, verb
from ..odds.attack_odds import odds

_Teller = Callable[[State, str, Any], Iterable[PreviewLine]]


def preview(view: State, given: Given) -> Preview:
    """Return the preview of a legal order from its giver's own view."""
    teller = _TELLERS.get(type(given.order))
    return Preview(tuple(teller(view, given.side, given.order))) if teller is not None else Preview()


# --- groups --------------------------------------------------------------------------------------


def _assign(view: State, side: str, order: o.AssignGroups) -> Iterator[PreviewLine]:
    then = divided(view, side, order.carrier_group)
    battle, carrier = (then.in_group(side, group) for group in (BATTLE, CARRIER))
    text = (
        f"In the battle group: {ship_names(view, (ship.key for ship in battle)) or 'nobody'}; "
        f"with the carriers: {ship_names(view, order.carrier_group) or 'nobody'}."
    )
    warnings = () if battle or not carrier else (_no_battle_group("FB-B7"),)
    yield PreviewLine("carrier_group", text, "FB-7", warnings=warnings)
    for ship in carrier:
        defence = defence_of(then, ship)
        yield PreviewLine("carrier_group", f"{ship.name} then has defence {defence.total}.", "FB-13")


def divided(view: State, side: str, with_carriers: Iterable[str]) -> State:
    """Return the view with these escorts in the carrier group and all others in the battle group."""
    state, escorts = view.copy(), tuple(with_carriers)
    for ship in view.afloat(side):
        if ship.type.movable:
            group = CARRIER if ship.key in escorts else BATTLE
            state.ship_status[ship.key] = view.ship_status[ship.key]._replace(group=group)
    return state


def _no_battle_group(rule: str) -> Warned:
    text = "No ship is left in the battle group: it counts as destroyed, and your carriers are exposed."
    return Warned(text, rule)


def _transfers(view: State, side: str, order: o.PlotTransfers) -> Iterator[PreviewLine]:
    if order.retreat:
        yield PreviewLine("retreat", "The fleet leaves the battle, and the other side wins.", "FB-H7")
    if not order.transfers:
        yield PreviewLine("transfers", "No ship changes groups.", "FB-8")
    for number, transfer in enumerate(order.transfers):
        name = ship_name(view, transfer.ship)
        text = f"{name} joins {group_words(transfer.to)} at the end of the turn, if she is afloat."
        idle = Warned(f"{name} holds fire until then.", "FB-8")
        yield PreviewLine(f"transfers.{number}", text, "FB-8", warnings=(idle,))
    stay = {ship.key for ship in view.in_group(side, BATTLE)}
    after = (stay - {transfer.ship for transfer in order.transfers}) or {
        transfer.ship for transfer in order.transfers if transfer.to == BATTLE
    }
    if stay and not after and view.in_group(side, CARRIER):
        text = "The battle group will be empty at the end of the turn."
        yield PreviewLine("transfers", text, "FB-B8", warnings=(_no_battle_group("FB-B8"),))


def _plot_back(view: State, side: str, order: o.WithdrawPlot) -> Iterator[PreviewLine]:
    yield PreviewLine("", "Your plot is withdrawn, and you submit a new one.", "FB-3")


# --- fire ----------------------------------------------------------------------------------------


def _targets(view: State, side: str, order: o.NameTargets) -> Iterator[PreviewLine]:
    """Yield each attack. The first attack on a target shows the odds of all fire at it."""
    chances = {targets[0].ship: targets for targets in odds(view, Given(side, order))}
    for number, attack in enumerate(order.attacks):
        lot = chances.pop(attack.target, ())
        text = _attack_text(view, order, attack, with_odds=bool(lot))
        yield PreviewLine(f"attacks.{number}", text, "FB-4", lot, tuple(_cautions(view, attack, lot)))
    yield from _who_holds_fire(view, side, order)


def _attack_text(view: State, order: o.NameTargets, attack: o.Attack, *, with_odds: bool) -> str:
    target = view.scenario.ships[attack.target]
    die = f" with die {attack.die}" if attack.die else ""
    fires = f"{ship_name(view, attack.ship)} fires at {target.name}{die}"
    if not with_odds:
        return f"{fires}, together with the attacks above."
    others = sum(other.target == attack.target for other in order.attacks) - 1
    together = f"; with {counted(others, 'other attack')} on her" if others else ""
    return f"{fires}, defence {defence_of(view, target).total}{together}."


def _cautions(view: State, attack: o.Attack, lot: tuple[TargetOdds, ...]) -> Iterator[Warned]:
    if any(not target.sunk for target in lot):
        yield Warned("No roll of these dice can sink her.", "FB-1")
    ship = view.scenario.ships[attack.ship]
    if ship.type.submerges:
        defence = ship.card.number("defence")
        yield Warned(f"{ship.name} then stays on the surface this turn, at defence {defence}.", "FB-6")


def _who_holds_fire(view: State, side: str, order: o.NameTargets) -> Iterator[PreviewLine]:
    firing = {attack.ship for attack in order.attacks}
    able = [ship.key for ship in shooters(view, side, tier_of(view.stage)) if targets_of(view, ship)]
    idle = [key for key in able if key not in firing]
    if idle:
        text = f"{ship_names(view, idle)} {verb(len(idle), 'holds', 'hold')} fire."
        yield PreviewLine("attacks", text, "FB-4")


_TELLERS: Mapping[type, _Teller] = {
    o.AssignGroups: _assign,
    o.PlotTransfers: _transfers,
    o.NameTargets: _targets,
    o.WithdrawPlot: _plot_back,
}
