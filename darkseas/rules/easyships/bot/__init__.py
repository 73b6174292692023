"""The captain (computer opponent): a bot that knows only its own side's view and the order forms.

Its divisions sail in line ahead, at the range with the best odds for them. The captain brings all guns to
bear, concentrates fire without waste, saves torpedoes for good targets, and evades enemy torpedoes. It makes
smoke when it is losing. It hunts submarines, and attacks with its own. All decisions use integer arithmetic
without random numbers.
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
