"""Check that battles are as the site wrote them, and that replaying the orders gives the same results."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from django.db import DatabaseError, transaction

from darkseas.rules import registry
from darkseas.rules.door import answers
from darkseas.rules.door.answers import RulesFinding
from replays_app import projections
from replays_app.export import prerendered_replays
from replays_app.log import store as log_store
from replays_app.log import stored_integrity_tags
from replays_app.log.reader import DecodedEntry, quick_order
from replays_app.models import Battle, Finding
from replays_app.releases.archives import RulesNotHere
from replays_app.releases.battle_rules import OwnRules
from replays_app.releases.children import RulesFell
from replays_app.replay.battle_context import BattleContext
from scenarios_app.revisions.store import spec_of

from .rows_beside_log import looks

log = logging.getLogger(__name__)

_CHAIN = {
    "sequence": "This entry is missing, or another one has its place.",
    "leaf": "The bytes of this entry are not those that were hashed when it was appended.",
    "link": "This entry does not follow from the entries before it.",
}


def check(battle: Battle) -> list[Finding]:
    """Check one battle, and replace the stored errors of the last check.

    If a battle's chain does not verify at an entry, the battle is frozen there (``broken_at``). The
    projections of a sound battle are rebuilt. So forged rows, and rows left behind by a killed process, last
    until the next check at most.
    """
    battle.refresh_from_db(fields=["status", "system", "release", "dice_scheme", "origin"])
    findings = list(_findings(battle))
    if not findings:
        projections.make_anew(BattleContext.of(battle))
        prerendered_replays.forget_stale(battle)
    broken = next((finding.seq for finding in findings if finding.kind == "chain"), None)
    with transaction.atomic():
        battle.findings.all().delete()
        Finding.objects.bulk_create(findings)
        if battle.broken_at != broken:
            battle.broken_at = broken
            battle.save(update_fields=["broken_at"])
    return findings


def lost_battles() -> list[str]:
    """Return a sentence for each battle whose row is missing although its log or its integrity tag exists."""
    return [
        f"{battle_id.hex}: its row is gone, but its log or its integrity tag is still there."
        for battle_id in stored_integrity_tags.lost_battles()
    ]


def _findings(battle: Battle) -> Iterator[Finding]:
    fault, stored = log_store.verified(battle.pk)
    if fault is not None and fault.what in _CHAIN:
        yield _finding(battle, "chain", fault.seq, _CHAIN[fault.what])
        return
    if fault is not None:
        yield _finding(battle, "copy", fault.seq, "A column differs from the entry's bytes.")
    for text in stored_integrity_tags.differences(battle.pk):
        yield _finding(battle, "stamp", None, text)
    try:
        whole = stored if fault is None else [row.data for row in log_store.rows(battle.pk)]
        entries = log_store.decoded(battle.pk, whole)
    except (LookupError, ValueError, TypeError) as trouble:
        yield _finding(battle, "unreadable", None, f"This release cannot read it: {trouble}")
        return
    for look in looks(battle, entries):
        yield from _readable(battle, partial(_as_findings, battle, look))
    yield from _readable(battle, lambda: _as_findings(battle, _of_the_rules(battle, entries)))


def _as_findings(battle: Battle, found: Iterable[tuple[str, int | None, str]]) -> Iterator[Finding]:
    return (_finding(battle, *one) for one in found)


def _readable(battle: Battle, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yield the errors that a check finds. A check that fails on unreadable data yields that as an error.

    A tampered database may hold anything, and an error in one battle must not prevent other checks. Errors of
    the database itself are raised.
    """
    try:
        yield from look()
    except DatabaseError:
        raise
    except Exception as trouble:
        log.exception("battle %s contains data that its check cannot read", battle.pk)
        text = f"It contains unreadable data: {type(trouble).__name__}: {trouble}"
        yield _finding(battle, "unreadable", None, text)


def _of_the_rules(battle: Battle, entries: Sequence[DecodedEntry]) -> Iterable[RulesFinding]:
    """Return the errors that the battle's own release finds. A release that cannot run is also an error."""
    system = registry.system(battle.system)
    rules = OwnRules(battle, system)
    if rules.are_todays:
        initial = system.initial_state(spec_of(battle.revision))
        return answers.findings(system, initial, entries, reads=quick_order)
    try:
        return rules.check(row.data for row in log_store.rows(battle.pk))
    except (RulesNotHere, RulesFell) as trouble:
        return [*answers.wrong_dice(entries), RulesFinding("rules", None, str(trouble))]


def _finding(battle: Battle, kind: str, seq: int | None, text: str) -> Finding:
    return Finding(battle=battle, kind=kind, seq=seq, text=text, release=battle.release)
