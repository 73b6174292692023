"""The bot ("captain"). It knows only its own side's view and the order forms.

The captain attacks if its side lacks points, and waits for the enemy if its side leads. It sends ships in
time to the places where they must be at the end. A beaten side breaks off. If no enemy is known, its blocks
search. Groups keep apart and combine their fire. Torpedoes are for good odds. Outgunned blocks evade, and
dummies lead the way. The captain estimates in whole numbers and fractions; chance only breaks ties.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import combat, declarations, movement, set_up

#: Returns the stored name and the blanks of the bot's order.
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
