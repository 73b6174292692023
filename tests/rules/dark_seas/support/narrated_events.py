"""Events and orders of Dark Seas with what is to be said of them, and the views from which they are told."""

from dataclasses import replace
from fractions import Fraction

from darkseas.engine.events import (
    BattleAborted,
    BattleBegan,
    BattleEnded,
    BidsOpened,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    DrawDeclined,
    DrawOffered,
    OrderGiven,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    RulingMade,
    SeedOpened,
    SideResigned,
    SideTimedOut,
    TableConfirmed,
    TableWitnessed,
    TurnBegan,
    TurnOpened,
)
from darkseas.engine.hexes.board import Hex, parse_label
from darkseas.engine.serialization.codec import write
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from darkseas.rules.dark_seas.model import events as e
from darkseas.rules.dark_seas.model import orders as o
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    single,
    view_of,
)

HERE, THERE, WEST = parse_label("0505"), parse_label("0506"), parse_label("0005")

HEAVY = (a_battery("C", 8, 6, 3, 2), a_battery("T", 11, 5, 2, reload="R*"))
SCENARIO = a_scenario(
    a_side(
        "ijn",
        a_ship("chokai", "C", *HEAVY, defence=3, points=56),
        a_ship("aoba", "C", *HEAVY, defence=3, points="55/2"),
        a_ship("yunagi", "D", a_battery("D", 3, 2, 1)),
        training=5,
    ),
    a_side(
        "allies",
        a_ship("canberra", "C", a_battery("C", 9, 7), defence=3, radar=1),
        a_ship("blue", "D", a_battery("D", 3, 2)),
        training=2,
    ),
    visibility=1,
)
STATE = a_state(
    SCENARIO,
    group("ijn-1", "0505", "chokai", "aoba"),
    single("ijn-2", "0405", "yunagi"),
    dummy("ijn-3", "0404", "ijn"),
    group("allies-1", "0506", "canberra"),
    single("allies-2", "0605", "blue"),
    turn=3,
)
VIEWS = {
    "whole": STATE,
    "ijn": view_of(STATE, "ijn"),
    "allies": view_of(STATE, "allies"),
    "observer": view_of(view_of(STATE, "ijn"), "allies"),
    "nobody": State(SCENARIO),
}

ATTACK = o.Attack("ijn-1", THERE, (o.Mount("aoba", 0), o.Mount("aoba", 1)), "ABC")
LOOK = e.SpottingAttempt("ijn-1", "allies-1", 1, 8, {"training": 5, "per_hex": -1}, "sighted")
AUTOMATIC = e.SpottingAttempt("ijn-2", "allies-2", 1, 0, {}, "sighted")
SHOT = e.AttackResolved(
    attack=1,
    side="ijn",
    block="ijn-1",
    weapons="guns",
    ship="canberra",
    hex=THERE,
    friendly=False,
    range_hexes=1,
    lines=(
        e.FactorLine("aoba", "C", 6, (e.Multiplied("target evades", Fraction(2, 3), "§17c"),), Fraction(4)),
        e.FactorLine("chokai", "C", 7, (), Fraction(7)),
    ),
    total=Fraction(11),
    defence=3,
    defence_class="C",
    odds_halves=7,
    die=4,
    result="damaged",
    with_d=False,
    rules=("§18f",),
)
DRAWN = e.TargetDrawn(1, "ijn", "guns", 4, 6, 75, "canberra", False)
BLANK = e.TargetDrawn(1, "ijn", "both", 1, 1, 50, "yunagi", True, 2, "§18i.iii")


#: Events that everybody may know, and the beginning of what an observer reads.
OPEN = (
    (
        BattleBegan("b", "dark_seas", "r1", {"title": "Savo Island"}, {}, {}),
        "The battle begins: Savo Island.",
    ),
    (TurnBegan(3), "Turn 3."),
    (PhaseBegan("spotting", "Spotting", "§14b"), "Spotting."),
    (OrderWithdrawn("ijn", "dark_seas.deploy"), "IJN: plot withdrawn"),
    (
        PlotsRevealed("dark_seas.deploy", ("ijn", "allies"), "§7"),
        "Plots revealed (deploy): IJN and ALLIES.",
    ),
    (DiceRolled("t3/spotting/ijn", 6, (4,), 3), "Die for spotting, IJN: 4 (D6)."),
    (
        DiceRolled("t0/initiative/opening/2/ijn", 6, (4,), 0),
        "Die for the opening initiative (throw 2), IJN: 4",
    ),
    (DiceRolled("t3/initiative/tie/1/ijn", 6, (4,), 3), "Die for the tie in initiative, IJN: 4 (D6)."),
    (DiceRolled("t3/combat/ijn/1/guns", 12, (4,), 3), "Die for IJN, attack 1, guns: 4 (D12)."),
    (DiceRolled("t3/weather/fog", 6, (1,), 3), "Die for weather, fog: 1 (D6)."),
    (DiceRolled("x", 6, (1,), 3), "Die for x: 1 (D6)."),
    (RulingMade("So be it."), "The umpire rules: So be it."),
    (
        BattleEnded("ijn", "The higher score.", "DS-R33", {"ijn": "55/2", "allies": "0"}),
        "The battle is over. Victory:",
    ),
    (SeedOpened("00"), "The site’s seed is published: every roll of the site"),
    (ClientSeedCommitted("ijn", "00"), "IJN: seed for the dice sealed."),
    (ClientSeedOpened("ijn", "00"), "IJN: seed for the dice opened."),
    (TurnOpened(3, (), {}), "The seeds of turn 3 are published"),
    (BattleAborted(("ijn",), "no order came."), "The battle is abandoned: no order came."),
    (TableWitnessed((), True), "Table dice: entered afterwards."),
    (TableConfirmed("ijn"), "IJN: we saw the dice entered so far"),
    (
        BidsOpened({"ijn": "ijn"}, {"ijn": 2}, {"allies": 2}),
        "The bids are revealed: IJN bid 2 for IJN; 2 points",
    ),
    (SideResigned("ijn"), "IJN resigns."),
    (SideTimedOut("ijn"), "IJN ran out of time."),
    (DrawOffered("ijn"), "IJN offers a draw."),
    (DrawDeclined("allies"), "ALLIES declines the draw; the battle continues."),
    (StageOpened("evasion-1", ("ijn",)), "Evasion: IJN to give orders."),
    (StageOpened("resolve", ()), "Attacks resolved: no orders needed."),
    (PlotSealed("ijn", "set-up"), "IJN: plot sealed (set-up)."),
    (
        e.BlocksSetUp("ijn", (e.PlacedBlock("ijn-1", HERE), e.PlacedBlock("ijn-2", None))),
        "IJN: set up with one block on the map, one block still to enter.",
    ),
    (
        e.BlocksRegrouped(
            "ijn", HERE, ("ijn-1",), (e.PlacedBlock("ijn-4", HERE), e.PlacedBlock("ijn-5", HERE)), "§10"
        ),
        "IJN: in 0505 one block taken up, two blocks put down",
    ),
    (
        e.BlocksRegrouped("ijn", HERE, (), (e.PlacedBlock("ijn-4", HERE),), "ruling"),
        "IJN: in 0505 one block put down.",
    ),
    (e.BlocksRegrouped("ijn", None, (), (), "§22d"), "IJN: no blocks taken up, no blocks put down"),
    (
        e.InitiativeTaken("ijn", {"allies": 5, "ijn": 4}, {"allies": 2, "ijn": 5}, "§13"),
        "Initiative: IJN, 9 against 7.",
    ),
    (
        e.InitiativeTaken("ijn", {"allies": 5, "ijn": 2}, {"allies": 2, "ijn": 5}, "§13"),
        "Initiative: IJN, 7 against 7, by better training.",
    ),
    (
        e.InitiativeTaken("ijn", {"allies": 5, "ijn": 5}, {"allies": 2, "ijn": 2}, "DS-R2", tied=True),
        "Initiative is tied, 7 against 7: it stays with IJN.",
    ),
    (e.BlocksMoved("ijn", ()), "IJN: no block moves."),
    (
        e.BlocksMoved("ijn", (e.BlockMoved("ijn-1", (Hex(5, 4), Hex(5, 3)), 2),)),
        "A Japanese block (ijn-1) moves two hexes to 0503.",
    ),
    (
        e.BlocksMoved("ijn", (e.BlockMoved("ijn-2", (WEST,), 1, "west"), e.BlockMoved("ijn-3", (), 0))),
        "A Japanese block (ijn-2) leaves the map over the west edge; a Japanese block (ijn-3) stays.",
    ),
    (e.BlocksMoved("ijn", (e.BlockMoved("ijn-1", (HERE,), 1),) * 4), "IJN: four blocks move."),
    (e.MovementEnded(), "Movement is over"),
    (e.EvasionEnded("§23a.i"), "Evading is over"),
    (e.SpeedsSet("ijn", {"ijn-1": 3, "ijn-2": 1}), "IJN: speeds stated for two blocks."),
    (e.SmokeMade("ijn", (HERE, THERE), "§18l"), "Smoke in 0505 and 0506."),
    (e.SmokeMade("ijn", (HERE,), "§23b.ii", ("ijn-1",)), "A Japanese block (ijn-1): smoke in 0505."),
    (e.SmokeLifted((HERE,), "§23b.ii"), "The smoke in 0505 was a dummy's and is gone."),
    (e.SmokeCleared("DS-R32"), "The smoke has cleared."),
    (
        e.BlockSighted("ijn-1", "allies", 1, 4, 5, {"D": 3, "ABC": 2}, "DS-R16"),
        "Allied lookouts sight a Japanese task group of five at one hex: three destroyers and two larger war",
    ),
    (
        e.BlockSighted("allies-2", "ijn", 0, 1, 1, {}, "DS-R16"),
        "Japanese lookouts sight one Allied ship in the same hex.",
    ),
    (
        e.BlockSighted("allies-2", "ijn", 1, 2, 1, {"ABCD": 1}, "DS-R36", "blue"),
        "Japanese lookouts sight the Allied Blue, a single ship, at one hex.",
    ),
    (
        e.ContactMade("ijn-1", "allies", 3, "DS-R15"),
        "Allied radar finds a Japanese block (ijn-1) at three hexes",
    ),
    (
        e.DummyRemoved("ijn-3", "ijn", "§22b"),
        "A Japanese block (ijn-3) is a dummy and is removed from the map.",
    ),
    (
        e.ConfinementLifted("allies", "patrol", "attacked"),
        "First contact, under attack: ALLIES free to leave Patrol.",
    ),
    (
        e.AttackLapsed(1, "allies", "allies-1", HERE, "guns and torpedoes", "nobody"),
        "Guns and torpedoes of an Allied block (allies-1) find no target in 0505.",
    ),
    (
        e.AttackLapsed(1, "allies", "allies-1", HERE, "", "gone"),
        "An Allied block (allies-1) is off the map; its attack on 0505 does not take place.",
    ),
    (
        e.ResultsHeld("ijn", (e.HeldDraw(1, "blue"),), (e.HeldShot(1, "guns", "blue", "sunk", False),)),
        "IJN: all attacks resolved; results take effect at the end of the phase.",
    ),
    (
        e.BlocksMarked((e.BlockMarks("ijn-1", 3, 0),)),
        "The markers of a Japanese block (ijn-1) are those of the ships still afloat there.",
    ),
    (e.EvasionDeclared("ijn", (), "§14c.i"), "IJN: nothing evades."),
    (e.EvasionDeclared("ijn", ("ijn-1",), "§14c.i"), "A Japanese block (ijn-1) evades."),
    (
        e.EvasionDeclared("ijn", ("ijn-1", "ijn-2"), "§14c.i"),
        "A Japanese block (ijn-1) and a Japanese block (ijn-2) evade.",
    ),
    (e.AttacksDeclared("ijn", (), "§14c.ii"), "IJN: no attack declared."),
    (
        e.AttacksDeclared("ijn", (ATTACK,), "§14c.ii"),
        "IJN: one attack declared: a Japanese block (ijn-1) on 0506.",
    ),
    (DRAWN, "Guns of IJN draw Canberra from a pool of ten."),
    (
        BLANK,
        "Guns and torpedoes of IJN draw a blank from a pool of two: the fire falls on Yunagi, a friend.",
    ),
    (replace(DRAWN, enemies=1, blanks=0), "Guns of IJN draw Canberra, the only ship in the pool."),
    (SHOT, "Aoba and Chokai fire on Canberra: 3½ to 1, rolled 4 – damaged."),
    (
        replace(
            SHOT,
            lines=SHOT.lines[:1],
            weapons="torpedoes",
            odds_halves=1,
            die=1,
            result="sunk",
            ship="yunagi",
            friendly=True,
        ),
        "Aoba fires torpedoes at Yunagi, a friend: 1 to 2, rolled 1 – sunk.",
    ),
    (
        replace(SHOT, lines=(), odds_halves=0, result="none", total=Fraction(0)),
        "A Japanese block (ijn-1) fires on Canberra: under 1 to 2, rolled 4 – no effect.",
    ),
    (e.TorpedoesFired({"aoba": 1}), "Aoba has fired torpedoes."),
    (e.TorpedoesFired({"aoba": 2, "chokai": 1}), "Aoba and Chokai have fired torpedoes."),
    (
        e.MarkersPlaced(3, ("ijn-1",), ("aoba",), ("allies-1", "allies-2"), ("canberra", "blue")),
        "Markers: one block attacked, two blocks under attack.",
    ),
    (e.ShipDamaged("canberra", "allies-1", "§18f"), "Canberra is damaged."),
    (e.ShipSunk("canberra", "allies-1", THERE, 3, "DS-R24"), "Canberra is sunk in 0506, turn 3."),
    (e.ShipRestored("canberra", True, "ruling"), "Canberra is afloat, damaged."),
    (e.ShipRestored("canberra", False, "ruling"), "Canberra is afloat, undamaged."),
    (
        e.BlockLost("allies-1", "allies"),
        "An Allied block (allies-1) has no ship left and is removed from the map.",
    ),
)

#: Events for the owner alone, and the beginning of what the owner reads.
OWN = (
    (OrderGiven("ijn", "rule", {}), "IJN: order to rule."),
    (
        DiceRolled("t3/combat/allies/1/guns/draw", 9, (4,), 3, scope="side:ijn"),
        "Die for the draw of ALLIES, attack 1, guns: 4 (D9).",
    ),
    (
        DiceRolled("t3/combat/ijn/1/guns/draw/friend", 2, (1,), 3, scope="side:ijn"),
        "Die for the draw among friends of IJN, attack 1, guns: 1 (D2).",
    ),
    (
        e.FacesSet("ijn", (e.BlockFace("ijn-7", "group", "TG ijn-7", ("chokai",)),), 0),
        "IJN: one task group behind",
    ),
    (
        e.FacesSet(
            "ijn", (e.BlockFace("ijn-8", "single", "", ("aoba",)), e.BlockFace("ijn-9", "dummy", "")), 2
        ),
        "IJN: one single ship and one dummy behind the blocks. Two dummies off the map.",
    ),
    (
        e.DetachmentsPlotted("ijn", (e.PlottedDetachment("ijn-1", ("aoba",)),)),
        "IJN: at the end of movement Aoba leaves TG ijn-1 as a single ship.",
    ),
    (
        e.DetachmentsPlotted("ijn", (e.PlottedDetachment("ijn-1", ("aoba", "chokai"), "Striking Force"),)),
        "IJN: at the end of movement Aoba and Chokai leave TG ijn-1 as Striking Force.",
    ),
    (
        e.DetachmentsLapsed("ijn", (e.PlottedDetachment("ijn-1", ("aoba",)),), "ruling"),
        "IJN: after this ruling, at the end of movement Aoba leaves TG ijn-1 as a single ship.",
    ),
    (
        e.DetachmentsLapsed("ijn", (), "ruling"),
        "IJN: after this ruling, at the end of movement no ship leaves her task group.",
    ),
    (
        e.ShipsExited("ijn", "ijn-1", ("chokai", "aoba"), "west", 3, "§15d"),
        "Chokai and Aoba leave the map over the west",
    ),
    (e.ShipsExited("ijn", "ijn-1", (), "west", 3, "§15d"), "TG ijn-1 leaves the map over the west edge."),
    (
        e.SpottingWorked("ijn", 4, (LOOK, AUTOMATIC, replace(LOOK, value=3, outcome="")), True),
        "IJN: spotting die 4, two sightings in three looks; a declaration is due.",
    ),
    (
        e.SpottingWorked("ijn", 4, (replace(LOOK, outcome="contact"),)),
        "IJN: spotting die 4, no sightings and one radar contact in one look.",
    ),
    (
        e.SightingsHeld("ijn", {"ijn-1": ("allies-1",)}, {"ijn-2": ("allies-2",)}, (("ijn-1", "allies-2"),)),
        "IJN: one sighting held, one radar contact and one declared void.",
    ),
    (e.TorpedoesReloaded("ijn", ("aoba",), "DS-R26"), "Aoba has a second salvo of torpedoes ready."),
)

ORDERS = (
    (
        o.Deploy(
            (o.FormedGroup("Main", ("chokai", "aoba"), HERE),),
            (o.PlacedShip("yunagi"),),
            (o.PlacedDummy(HERE),),
        ),
        "IJN, order: set up one task group, one single ship and one dummy.",
    ),
    (o.PlaceDummies(), "IJN, order: no dummy returns."),
    (o.PlaceDummies((o.NewDummy("ijn-1"),)), "IJN, order: one dummy back, beside TG ijn-1."),
    (o.RemoveDummies(("ijn-3",)), "IJN, order: one dummy off the map: a Japanese dummy (ijn-3)."),
    (o.MoveBlocks(), "IJN, order: no block moves."),
    (
        o.MoveBlocks(
            (o.Move("ijn-1", ("0504", "0503")), o.Move("ijn-2", ("0005", "west"))),
            (o.Detachment("ijn-1", ("aoba",), "Rear"),),
            ("ijn-3",),
        ),
        (
            "IJN, order: TG ijn-1 to 0503 and Yunagi off over the west edge; "
            "Aoba to leave TG ijn-1 to form Rear; smoke by a Japanese dummy (ijn-3)."
        ),
    ),
    (
        o.SetSpeeds((o.StatedSpeed("ijn-1", 3),), ("ijn-1",)),
        "IJN, order: speeds of one block; TG ijn-1 to evade.",
    ),
    (o.DeclareSightings(), "IJN, order: all sightings kept."),
    (
        o.DeclareSightings((o.VoidSighting("ijn-1", "allies-1"),), (o.DummyAnswer("ijn-3", "remove"),)),
        "IJN, order: one sighting declared void and a Japanese dummy (ijn-3) off the map.",
    ),
    (
        o.DeclareSightings((), (o.DummyAnswer("ijn-3"),)),
        "IJN, order: sightings of a Japanese dummy (ijn-3) declared void.",
    ),
    (o.DeclareEvasion(), "IJN, order: nothing evades."),
    (o.DeclareEvasion(("ijn-1",)), "IJN, order: TG ijn-1 to evade."),
    (o.DeclareAttacks(), "IJN, order: no attack."),
    (o.DeclareAttacks((ATTACK,)), "IJN, order: one attack, TG ijn-1 on 0506."),
    (o.WithdrawPlot(), "IJN, order: the plot back."),
)
GIVEN = [(OrderGiven("ijn", o.ORDER_NAMES[type(order)], write(order)), said) for order, said in ORDERS]
