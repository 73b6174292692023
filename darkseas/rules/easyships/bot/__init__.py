"""The captain (computer opponent): a sensible bot that knows only its own side's view and the order forms.

Its divisions steam in line ahead at the range where exact odds favour them most. It turns its broadside,
concentrates fire without waste, saves torpedoes for good targets and evades enemy ones, makes smoke when it
is losing, hunts submarines and stalks with its own. It decides by integer arithmetic and uses no random
numbers.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import air, damage_control, deployment, gunnery, movement, submarine_hunting, torpedoes

#: Returns the stored name and field values of the captain's next order.
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
