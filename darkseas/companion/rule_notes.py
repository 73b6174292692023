"""Short notes that rule ids open on any page: one JSON file per rules system, cached by its digest."""

import hashlib
import json
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse

from darkseas.engine.system import RulesSystem

_DIGITS = 12


class RuleNotes(NamedTuple):
    """Titles and texts of all entries by rule id, as JSON, with the digest of the bytes."""

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
    """Return the URL of a system's current notes."""
    return reverse("rule-notes", args=[system.key, notes_of(system).digest])


def rule_slug(rule: str) -> str:
    """Return a rule id in the form used in URLs: "§14c.iii" is "14c-iii", "DS-R20" is "ds-r20".

    `kit/rule_ids.js` must do the same.
    """
    return rule.removeprefix("§").replace(".", "-").lower()
