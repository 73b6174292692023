"""Checking battles: is all as the site wrote it, and does deciding it again give the same?"""

from collections.abc import Iterator

from django.db import transaction

from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.play.verification import first_divergence
from darkseas.rules import registry
from replays_app.log import kept_stamps
from replays_app.log import store as log_store
from replays_app.log.reader import quick_order
from replays_app.models import Battle, Finding
from scenarios_app.revisions.store import spec_of

from .beside_log import contradictions

_CHAIN = {
    "sequence": "This entry is missing, or another stands in its place.",
    "leaf": "The bytes of this entry are not those that were hashed when it was appended.",
    "link": "This entry does not follow from the entries before it.",
}


def check(battle: Battle) -> list[Finding]:
    """Check one battle and store what was found in the place of what was found before.

    A battle whose chain does not fit is frozen at that entry (``broken_at``).
    """
    battle.refresh_from_db(fields=["status", "system", "release", "dice_scheme", "origin"])
    findings = list(_findings(battle))
    broken = next((finding.seq for finding in findings if finding.kind == "chain"), None)
    with transaction.atomic():
        battle.findings.all().delete()
        Finding.objects.bulk_create(findings)
        if battle.broken_at != broken:
            battle.broken_at = broken
            battle.save(update_fields=["broken_at"])
    return findings


def lost_battles() -> list[str]:
    """Return a sentence for each battle whose row is gone while its log, or what was noted of it, is not."""
    return [
        f"{battle_id.hex}: its row is gone; its log, or the stamp of it, tells that it was."
        for battle_id in kept_stamps.lost_battles()
    ]


def _findings(battle: Battle) -> Iterator[Finding]:
    fault = log_store.verify(battle.pk)
    if fault is not None and fault.what in _CHAIN:
        yield _finding(battle, "chain", fault.seq, _CHAIN[fault.what])
        return
    if fault is not None:
        yield _finding(
            battle, "copy", fault.seq, "A column beside the bytes says something else than they do."
        )
    for text in kept_stamps.differences(battle.pk):
        yield _finding(battle, "stamp", None, text)
    try:
        entries = log_store.read_decoded(battle.pk)
    except (LookupError, ValueError, TypeError) as trouble:
        yield _finding(battle, "unreadable", None, f"This release cannot read it: {trouble}")
        return
    for contradiction in contradictions(battle, entries):
        yield _finding(battle, *contradiction)
    die = first_wrong_die(entries)
    if die is not None:
        yield _finding(battle, "dice", die.seq, f"Entry {die.seq}: {die.why}.")
    system = registry.system(battle.system)
    initial = system.initial_state(spec_of(battle.revision))
    divergence = first_divergence(system, initial, entries, quick_order)
    if divergence is not None:
        yield _finding(battle, "divergence", divergence.seq, f"Step {divergence.step}: {divergence.why}.")


def _finding(battle: Battle, kind: str, seq: int | None, text: str) -> Finding:
    return Finding(battle=battle, kind=kind, seq=seq, text=text, release=registry.RELEASE)
