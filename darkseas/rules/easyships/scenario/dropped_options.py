"""Options of earlier releases: stored scenarios and logs that name them still load."""

from collections.abc import Iterator, Mapping

from darkseas.engine.scenario.spec import Finding
from darkseas.engine.serialization.canonical_json import Json

#: Option -> the value that is now the rule, and the ruling.
DROPPED: Mapping[str, tuple[Json, str]] = {
    "tied_rolls": ("again", "ES-A1"),
    "faces_in_one_hex": ("any", "ES-A2"),
    "collision_dice": ("four", "ES-A3"),
    "submerged_collisions": ("none", "ES-A4"),
    "opening_fire": ("last_turn", "ES-A6"),
    "extra_rolls": ("full", "ES-A8"),
    "broadside": ("between", "ES-A9"),
    "line_of_fire": ("middle", "ES-A10"),
    "friends_block": (True, "ES-A10"),
    "ships_block_torpedoes": (False, "ES-A10"),
    "flooding_losses": ("each", "ES-A11"),
    "lost_moves": ("all", "ES-A12"),
    "critical_nine": ("zero", "ES-A13"),
    "guns_lost": ("next", "ES-A14"),
    "no_repairs": ("compulsory", "ES-A15"),
    "compulsory_dice": ("extra", "ES-A16"),
    "fighter_groups": ("reroll", "ES-A17"),
    "sonar_beyond": ("shifted", "ES-A18"),
    "sonar_moved": ("hexes", "ES-A19"),
    "fighter_odds": ("before", "ES-A20"),
    "effects_order": ("rolled", "ES-A21"),
    "torpedo_reload": ("type", "ES-A22"),
    "unnamed_faces": (2, "ES-A23"),
    "lengths": ("type", "ES-A24"),
    "funnel_smoke": ("hexes", "ES-A26"),
    "smoke_at_ends": ("blocks", "ES-A27"),
    "smoke_clears": ("chemical", "ES-A28"),
    "evasion_apart": (False, "ES-A29"),
    "gun_groups": ("even", "ES-A30"),
    "surfacing_under_ship": ("waits", "ES-A31"),
    "submerged_turns": ("faces", "ES-A32"),
    "depth_charge_report": ("kill", "ES-A33"),
    "fighter_cover": ("near", "ES-A34"),
    "carriers_together": ("all", "ES-A35"),
    "grounded_fighters": ("ground", "ES-A36"),
    "silent_aa": ("fires", "ES-A37"),
    "loss_remainder": ("most", "ES-A38"),
    "odd_torpedo": ("first", "ES-A39"),
    "evader_torpedo_hits": ("launch", "ES-A40"),
    "sinking_levels": ("after", "ES-A41"),
    "compulsory_modifier": ("same", "ES-A42"),
    "tie_fires": ("burning", "ES-A43"),
    "idle_repairs": ("skipped", "ES-A45"),
}


def without_dropped(options: Mapping[str, Json]) -> dict[str, Json]:
    """Return the options without those that are no longer read."""
    return {key: value for key, value in options.items() if key not in DROPPED}


def dropped_options(options: Mapping[str, Json]) -> Iterator[Finding]:
    """Warn about each dropped option whose value differs from today's rule."""
    for key, value in options.items():
        now, rule = DROPPED.get(key, (value, ""))
        if value != now:
            text = f"This option no longer exists: {rule} now always applies, as with {str(now).lower()}."
            yield Finding(f"options.{key}", text, rule, "Remove the option.", is_advice=True)
