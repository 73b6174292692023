"""The sentences that ids open on any page: one JSON a rules system, at an address named by its content."""

import hashlib
import json
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse

from darkseas.engine.system import RulesSystem

_DIGITS = 12


class RuleNotes(NamedTuple):
    """Title and text of every entry by its id, as JSON, and the digest of these bytes."""

    body: bytes
    digest: str


@lru_cache(maxsize=16)
def notes_of(system: RulesSystem) -> RuleNotes:
    """Return the notes of a system."""
    entries = {
        entry.id: {"title": entry.title, "text": entry.text} for entry in system.companion.entries.values()
    }
    body = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()
    return RuleNotes(body, hashlib.sha256(body).hexdigest()[:_DIGITS])


def notes_address(system: RulesSystem) -> str:
    """Return the address of the notes of a system as they are now."""
    return reverse("rule-notes", args=[system.key, notes_of(system).digest])


def rule_slug(rule: str) -> str:
    """Return an id as its address has it: "§14c.iii" is "14c-iii", "DS-R20" is "ds-r20".

    `kit/rule_ids.js` does the same.
    """
    return rule.removeprefix("§").replace(".", "-").lower()
