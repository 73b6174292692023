"""Sentences for spotting: sums, sightings, contacts, announcements (§16, DS-R13 to DS-R17)."""

from collections.abc import Mapping

from darkseas.engine.hexes.board import distance
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, number_word, signed, tally
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name

from ..model import events as e
from ..model.state import CONTACT, SIGHTED, State
from ..spotting.attempts import ADDENDS
from ..tables.rules_tables import FIXED
from .names import (
    adjectives,
    area_words,
    block_name,
    class_letters,
    class_words,
    focus_on,
    is_many,
    range_words,
    ratings_line,
    side_of,
    with_article,
)
from .result_columns import spotting_column

_OUTCOMES = {SIGHTED: "sighted", CONTACT: "radar contact"}


def spotting_worked(state: State, event: e.SpottingWorked) -> Narration:
    """A side's sums, attempt by attempt."""
    workings = tuple(line for attempt in event.looks for line in _sum_of(state, attempt, event.die))
    sums = _tally_of(event)
    declares = "; a declaration is due" if event.must_declare else ""
    rules = ("§16", "DS-R14", "§22c") if event.must_declare else ("§16", "DS-R14")
    return Narration(
        f"{side_name(state, event.side)}: spotting die {event.die}, {sums}{declares}.",
        rules,
        QUIET,
        workings,
        sums,
        (Die(FIXED["spotting_die"], event.die, "spotting", ""),),
        focus_on(state, (key for attempt in event.looks for key in (attempt.block, attempt.target))),
        event.side,
        spotting_column(state, event),
    )


def _tally_of(event: e.SpottingWorked) -> str:
    sighted = sum(attempt.outcome == SIGHTED for attempt in event.looks)
    contacts = sum(attempt.outcome == CONTACT for attempt in event.looks)
    by_radar = f" and {counted(contacts, 'radar contact')}" if contacts else ""
    return f"{counted(sighted, 'sighting')}{by_radar} in {counted(len(event.looks), 'look')}"


def _sum_of(state: State, attempt: e.SpottingAttempt, die: int) -> list[Working]:
    """The lines of one attempt: spotter and target, the die and its modifiers, the sum and the outcome.

    A daylight sighting is automatic (§23b.i) and has no sum.
    """
    away = tally(attempt.range_hexes, "hex", "hexes")
    head = f"{capital(block_name(state, attempt.block))} at {block_name(state, attempt.target)}, {away}"
    if not attempt.addends and attempt.outcome and not attempt.value:
        return [Working(head, "sighted by daylight", "§23b.i")]
    return [
        Working(head, "", "§16"),
        Working("die", str(die), "§16"),
        *(
            Working(label, signed(attempt.addends[key]), rule)
            for key, (label, rule) in ADDENDS.items()
            if key in attempt.addends
        ),
        Working(
            "sum", f"{attempt.value}, {_verdict(attempt)}", "DS-R15" if attempt.outcome == CONTACT else "§16a"
        ),
    ]


def _verdict(attempt: e.SpottingAttempt) -> str:
    needed = FIXED["spotting_needs_over"]
    if attempt.outcome:
        return f"over {needed}: {_OUTCOMES.get(attempt.outcome, attempt.outcome)}"
    return f"not over {needed}: not spotted"


def sightings_held(state: State, event: e.SightingsHeld) -> Narration:
    """The sightings that a side has, and those it declared void."""
    held = sum(len(targets) for targets in event.sightings.values())
    contacts = sum(len(targets) for targets in event.contacts.values())
    parts = [f"{counted(held, 'sighting')} held"]
    if contacts:
        parts.append(counted(contacts, "radar contact"))
    if event.voided:
        parts.append(f"{number_word(len(event.voided))} declared void")
    lines = [
        *(_held(state, block, targets, "§16") for block, targets in event.sightings.items()),
        *(_held(state, block, targets, "DS-R15") for block, targets in event.contacts.items()),
        *(_held(state, block, (target,), "§22c") for block, target in event.voided),
    ]
    return Narration(
        f"{side_name(state, event.side)}: {joined(parts)}.",
        ("§16", "§22c", "DS-R17") if event.voided else ("§16",),
        QUIET,
        tuple(lines),
        focus=focus_on(state, (*event.sightings, *event.contacts)),
        side=event.side,
    )


def _held(state: State, block: str, targets: tuple[str, ...], rule: str) -> Working:
    what = {"§16": "sights", "DS-R15": "has a radar contact with", "§22c": "declared void:"}[rule]
    named = joined([block_name(state, target) for target in targets])
    return Working(capital(block_name(state, block)), f"{what} {named}", rule)


def block_sighted(state: State, event: e.BlockSighted) -> Narration:
    """Narrate the spotter, the target, and the owner's announcement."""
    by = _finder(state, event.by, event.block, event.range_hexes, state.sightings)
    who = (
        f"{capital(block_name(state, by))} {'sight' if is_many(state, by) else 'sights'}"
        if by
        else f"{_adjective(state, event.by)} lookouts sight"
    )
    classes = joined([class_words(group, count) for group, count in event.classes.items() if count])
    of_classes = f": {classes}" if classes and not event.ship else ""
    return Narration(
        f"{who} {_sighted(state, event)} {range_words(event.range_hexes)}{of_classes}.",
        (event.rule, "§16b"),
        STRONG,
        (
            *_face_up(state, event),
            Working("targeting level", str(event.level), "DS-R16"),
            *_reported_groups(event),
        ),
        tally(event.ships, "ship"),
        focus=focus_on(state, (by, event.block)),
        side=event.by,
    )


def _face_up(state: State, event: e.BlockSighted) -> tuple[Working, ...]:
    """The sticker of a single ship, now public (DS-R36)."""
    ship = state.scenario.ships.get(event.ship)
    if ship is None:
        return ()
    return (Working(f"{ship.name}, face up", ratings_line(ship.ratings), "DS-R36"),)


def _reported_groups(event: e.BlockSighted) -> tuple[Working, ...]:
    return tuple(Working(class_letters(group), str(count), "§16b") for group, count in event.classes.items())


def _finder(
    state: State, side: str, target: str, range_hexes: int, held: Mapping[str, tuple[str, ...]]
) -> str:
    """The block of a side that has found a target at this range, or "" if the state does not know it."""
    at = state.blocks[target].hex if target in state.blocks else None
    for key, targets in held.items():
        block = state.blocks.get(key)
        if target not in targets or block is None or block.side != side:
            continue
        if at is not None and block.hex is not None and distance(block.hex, at) == range_hexes:
            return key
    return ""


def _adjective(state: State, side: str) -> str:
    return adjectives(state.scenario).get(side, side)


def _sighted(state: State, event: e.BlockSighted) -> str:
    if event.block in state.contents:
        return f"{block_name(state, event.block)}, {counted(event.ships, 'ship')},"
    adjective = _adjective(state, side_of(state, event.block))
    if event.ship:
        return f"the {adjective} {ship_name(state, event.ship)}, a single ship,"
    if event.ships == 1:
        return f"one {adjective} ship"
    return f"{with_article(f'{adjective} task group')} of {number_word(event.ships)}"


def contact_made(state: State, event: e.ContactMade) -> Narration:
    by = _finder(state, event.by, event.block, event.range_hexes, state.contacts)
    radar = f"Radar of {block_name(state, by)}" if by else f"{_adjective(state, event.by)} radar"
    return Narration(
        f"{radar} finds {block_name(state, event.block)} {range_words(event.range_hexes)}, beyond sight.",
        (event.rule,),
        NORMAL,
        focus=focus_on(state, (by, event.block)),
        side=event.by,
    )


_FIRST_CONTACTS = {
    "spotted": "an enemy spotted",
    "attacked": "under attack",
    "was_spotted": "spotted by the enemy",
}


def confinement_lifted(state: State, event: e.ConfinementLifted) -> Narration:
    why = _FIRST_CONTACTS.get(event.why, event.why)
    return Narration(
        f"First contact, {why}: {side_name(state, event.side)} free to leave {area_words(event.area)}.",
        ("DS-R40", "§7"),
        NORMAL,
        side=event.side,
    )
