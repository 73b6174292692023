"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

It steams in divisions, each line ahead behind its leader, at the range where exact odds favour it most; it
turns its broadside, masses fire without wasting it, keeps torpedoes for good targets and evades those of
others, makes smoke when it is beaten, hunts boats and stalks with its own. Its judgement is arithmetic in
whole numbers; it never gambles, so that chance has no part in it.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import air, damage_control, deployment, gunnery, movement, submarine_hunting, torpedoes

#: The stored name and blanks of the order that a sensible captain gives now.
choose_order: Bot = bot_of(
    {
        "easyships.ready": deployment.ready,
        "easyships.set_up": deployment.deploy,
        "easyships.move_ship": movement.move,
        "easyships.plan_strikes": air.strike,
        "easyships.fire_anti_aircraft": air.fire_anti_aircraft,
        "easyships.fire_guns": gunnery.fire_guns,
        "easyships.launch_torpedoes": torpedoes.launch,
        "easyships.drop_depth_charges": submarine_hunting.drop,
        "easyships.control_damage": damage_control.control_damage,
        "easyships.move_planes": air.move_planes,
    }
)
