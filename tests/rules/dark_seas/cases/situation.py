"""From a case to the battle that it describes: its state, its dice, its orders."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice, Roll
from darkseas.engine.hexes.board import label, parse_label
from darkseas.rules.dark_seas.combat import declaration, evasion, resolution
from darkseas.rules.dark_seas.model.orders import Attack, DeclareAttacks, DeclareEvasion
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.cases.case_file import AttackWords, BlockWords, Case
from tests.rules.dark_seas.cases.slips import DIE
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    Placed,
    ShipPlan,
    a_scenario,
    a_side,
    a_state,
    group,
    single,
)


def state_of(case: Case) -> State:
    """The state of what is given."""
    given = case.given
    sides: dict[str, list[ShipPlan]] = {side: [] for side in given.training}
    for block in given.blocks.values():
        sides[block.side] += [sticker(key, text) for key, text in block.ships.items()]
    plans = [a_side(key, *ships, training=given.training[key]) for key, ships in sides.items()]
    land = [label(at) for at in given.land]
    scenario = a_scenario(*plans, light=given.light, visibility=given.visibility, land=land)
    placed = [_placed(key, block) for key, block in given.blocks.items()]
    state = in_sight(
        a_state(scenario, *placed, damaged=given.damaged, initiative=given.initiative), given.sights
    )
    for ship in given.second_salvo:
        state.ship_status[ship] = state.ship_status[ship]._replace(salvoes=1)
    for hex_, makers in given.smoke.items():
        state.smoke[parse_label(hex_)] = makers
    return state


def _placed(key: str, block: BlockWords) -> Placed:
    build = single if block.single else group
    return build(key, label(block.hex), *block.ships)


def dice_of(case: Case) -> RecordedDice:
    """Dice written as "usn/1/guns: 3 of 12"; a draw's is known to the side alone whose ships are drawn."""
    rolls = []
    for text in case.dice:
        written = DIE.fullmatch(text)
        assert written, f"not a die: {text}"
        faces = (int(written[2]),)
        rolls.append(
            Roll(f"t1/combat/{written[1]}", int(written[3]), faces, scope=_scope_of(written[1], case))
        )
    return RecordedDice(rolls)


def _scope_of(die: str, case: Case) -> str:
    side, _, *more = die.split("/")
    if "draw" not in more:
        return "pub"
    (enemy,) = (other for other in case.given.training if other != side)
    return f"side:{side if more[-1] == 'friend' else enemy}"


def give(adjudication: Adjudication[State], case: Case) -> None:
    """Evasions, then attacks, each by the side named in them; then combat."""
    for side, blocks in case.order.evade.items():
        evasion.declare(adjudication, side, DeclareEvasion(blocks))
    for side in adjudication.state.scenario.sides:
        own = tuple(
            _attack(adjudication.state, attack)
            for attack in case.order.attack
            if adjudication.state.blocks[attack.block].side == side
        )
        declaration.declare(adjudication, side, DeclareAttacks(own))
    resolution.resolve(adjudication)


def _attack(state: State, words: AttackWords) -> Attack:
    return an_attack(
        state.scenario,
        words.block,
        label(words.target),
        *words.with_,
        classes=words.classes,
        together=words.together,
        keep_out=words.keep_out,
    )
