"""The bot ("captain"), which knows only its own side's view and the order forms.

It hunts when it lacks points, waits for the enemy when it leads, sends ships in time to where they must be at
the end, breaks off when beaten, searches when it knows of no enemy, keeps its groups apart, masses fire,
keeps torpedoes for good odds, evades when outgunned, and leads with dummies. It judges by rough arithmetic in
whole numbers and fractions; chance only breaks ties.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import combat, declarations, movement, set_up

#: Returns the stored name and blanks of the bot's order.
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
