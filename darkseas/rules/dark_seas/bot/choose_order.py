"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

It hunts for points that it lacks, waits for the enemy once it leads, sends in time where ships have to be at
the end, breaks off when it is beaten, searches when it knows of nobody, keeps its groups apart, masses fire,
keeps torpedoes for good odds, evades when outgunned, and leads with dummies. Its judgement is rough
arithmetic in whole numbers and fractions; chance only breaks ties.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import combat, declarations, movement, set_up

#: The stored name and blanks of the order that a sensible captain gives now.
choose_order: Bot = bot_of(
    {
        "dark_seas.deploy": set_up.deploy,
        "dark_seas.place_dummies": movement.place_dummies,
        "dark_seas.move_blocks": movement.move,
        "dark_seas.set_speeds": movement.set_speeds,
        "dark_seas.declare_sightings": declarations.declare_sightings,
        "dark_seas.declare_evasion": declarations.declare_evasion,
        "dark_seas.declare_attacks": combat.declare_attacks,
    }
)
