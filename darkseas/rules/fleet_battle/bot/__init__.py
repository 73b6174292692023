"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

It divides its escorts so that what is worth most is best covered, fires where the chance to sink,
weighed by cost, is best, brings u-boats up only for good odds, and moves escorts where they help more.
Its judgement is rough arithmetic in fractions; it never gambles, so that chance has no part in it.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import fire, groups

#: The stored name and blanks of the order that a sensible captain gives now.
choose_order: Bot = bot_of(
    {
        "fleet_battle.assign_groups": groups.divide,
        "fleet_battle.plot_transfers": groups.transfer,
        "fleet_battle.name_targets": fire.name_targets,
    }
)
