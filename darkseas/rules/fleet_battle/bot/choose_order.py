"""The captain: a bot that knows only its own side's view and the order forms.

The captain places escorts where they protect the most value, fires where the probability of a sinking times
the target's cost is highest, surfaces u-boats only at good odds, and transfers escorts if that helps. It
estimates in fractions and never chooses at random.
"""

from darkseas.engine.bots.plans import bot_of
from darkseas.engine.system import Bot

from . import fire, groups

#: Returns the stored name and blanks of the captain's order.
choose_order: Bot = bot_of(
    {
        "fleet_battle.assign_groups": groups.divide,
        "fleet_battle.plot_transfers": groups.transfer,
        "fleet_battle.name_targets": fire.name_targets,
    }
)
