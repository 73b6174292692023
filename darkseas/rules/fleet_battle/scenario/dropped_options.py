"""Options of Fleet Battle in earlier releases, now fixed rulings."""

from darkseas.engine.scenario.dropped_options import DroppedOptions

DROPPED: DroppedOptions = {
    "dice_combine": ("any", "FB-B1"),
    "two_sixes": ("side", "FB-B2"),
    "two_sixes_at_submerged": (True, "FB-B3"),
    "destroyer_dice_at_u_boats": ("one", "FB-B4"),
    "u_boats_surface": ("after", "FB-B5"),
    "no_battle_group": ("destroyed", "FB-B7"),
    "emptied_battle_group": ("destroyed", "FB-B8"),
    "escorts_at_u_boats": ("any", "FB-B11"),
    "last_groups": ("open", "FB-B12"),
    "light_carriers_gain": (True, "FB-B13"),
    "deadlock_turns": (3, "FB-B19"),
}
