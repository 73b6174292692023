"""What a scenario may answer: the rulings ES-A1 to ES-A45, and the house rules of part X as switches."""

from typing import Literal

from darkseas.engine.serialization.records import record


@record
class Options:
    """The scenario's answers, each with our own as its default; `scenario/options.toml` has them in words."""

    tied_rolls: Literal["again", "keep"] = "again"
    faces_in_one_hex: Literal["any", "one"] = "any"
    collision_dice: Literal["four", "shared"] = "four"
    submerged_collisions: Literal["none", "periscope"] = "none"
    rate_of_fire: Literal["repeat", "pool"] = "repeat"
    opening_fire: Literal["last_turn", "last_target"] = "last_turn"
    evasive_torpedo: Literal["penalty", "literal"] = "penalty"
    extra_rolls: Literal["full", "ones"] = "full"
    broadside: Literal["between", "sectors"] = "between"
    line_of_fire: Literal["middle", "any"] = "middle"
    friends_block: bool = True
    ships_block_torpedoes: bool = False
    flooding_losses: Literal["each", "highest"] = "each"
    lost_moves: Literal["all", "losses"] = "all"
    critical_nine: Literal["zero", "one"] = "zero"
    guns_lost: Literal["next", "battery"] = "next"
    no_repairs: Literal["compulsory", "nothing"] = "compulsory"
    compulsory_dice: Literal["extra", "allotted"] = "extra"
    fighter_groups: Literal["reroll", "in_turn"] = "reroll"
    sonar_beyond: Literal["shifted", "radial"] = "shifted"
    sonar_moved: Literal["hexes", "moves"] = "hexes"
    fighter_odds: Literal["before", "left"] = "before"
    effects_order: Literal["rolled", "mildest"] = "rolled"
    torpedo_reload: Literal["type", "defence"] = "type"
    unnamed_faces: Literal[1, 2, 3] = 2
    lengths: Literal["type", "single"] = "type"
    edge_depth: Literal[3, 5, 8] = 5
    funnel_smoke: Literal["hexes", "turns"] = "hexes"
    smoke_at_ends: Literal["blocks", "between"] = "blocks"
    smoke_clears: Literal["chemical", "destroyers"] = "chemical"
    evasion_apart: bool = False
    gun_groups: Literal["even", "full"] = "even"
    surfacing_under_ship: Literal["waits", "collides"] = "waits"
    submerged_turns: Literal["faces", "any"] = "faces"
    depth_charge_report: Literal["kill", "all"] = "kill"
    fighter_cover: Literal["near", "fleet"] = "near"
    carriers_together: Literal["all", "chain"] = "all"
    grounded_fighters: Literal["ground", "fly"] = "ground"
    silent_aa: Literal["fires", "silent"] = "fires"
    loss_remainder: Literal["most", "order"] = "most"
    odd_torpedo: Literal["first", "lost"] = "first"
    evader_torpedo_hits: Literal["launch", "turn"] = "launch"
    sinking_levels: Literal["after", "before"] = "after"
    compulsory_modifier: Literal["same", "none"] = "same"
    tie_fires: Literal["burning", "applied"] = "burning"
    damage_known: Literal["open", "owner"] = "open"
    idle_repairs: Literal["skipped", "rolled"] = "skipped"
    long_lances: bool = False
    gun_arcs: bool = False
    weather: bool = False
    nimble_ships: bool = False
    night: bool = False
    gunnery_radar: bool = False
