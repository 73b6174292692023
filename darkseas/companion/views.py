"""Pages of the rules companion: all systems, one system, one rule; and the notes that rule ids open."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from darkseas.engine.presentation.companion import DrawnTable, RuleEntry
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry

from .rule_notes import notes_address, notes_of, rule_slug
from .site_glossary import word_groups

#: The URL contains the digest of the content, so a response never changes.
_FOR_EVER = "public, max-age=31536000, immutable"


def all_systems(request: HttpRequest) -> HttpResponse:
    """List the rules systems with links to their rules."""
    return render(request, "companion/list.html", {"systems": registry.SYSTEMS})


def words(request: HttpRequest) -> HttpResponse:
    """Show the glossary of the site."""
    return render(request, "companion/words.html", {"groups": word_groups()})


def system_rules(request: HttpRequest, system: str) -> HttpResponse:
    """Show the rules of a system: lessons, stickers and marks, tables, every rule id."""
    known = _system(system)
    companion = known.companion
    lessons = [(lesson, companion.worked.get(lesson.example)) for lesson in companion.lessons]
    context = {"system": known, "companion": companion, "lessons": lessons}
    return render(request, "companion/system.html", context)


def rule(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    """Show one rule or ruling with its example and the tables that cite it."""
    known = _system(system)
    entries = list(known.companion.entries.values())
    place = next((number for number, entry in enumerate(entries) if rule_slug(entry.id) == rule), None)
    if place is None:
        raise Http404
    entry = entries[place]
    context = {
        "system": known,
        "entry": entry,
        "example": known.companion.examples.get(entry.id),
        "tables": [table for table in known.companion.tables if _names(table, entry)],
        "options": [option for option in known.options if option.rule == entry.id],
        **_neighbours(entries, place),
    }
    return render(request, "companion/rule.html", context)


def notes(request: HttpRequest, system: str, digest: str) -> HttpResponse:
    """Return the rule notes of a system as JSON; redirect an old digest to the current one."""
    known = _system(system)
    current = notes_of(known)
    if digest != current.digest:
        return HttpResponseRedirect(notes_address(known))
    headers = {"Cache-Control": _FOR_EVER}
    return HttpResponse(current.body, content_type="application/json", headers=headers)


def _system(key: str) -> RulesSystem:
    try:
        return registry.system(key)
    except LookupError:
        raise Http404 from None


def _names(table: DrawnTable, entry: RuleEntry) -> bool:
    return table.rule_place >= 0 and any(row[table.rule_place] == entry.id for row in table.rows)


def _neighbours(entries: list[RuleEntry], place: int) -> dict[str, Any]:
    return {
        "before": entries[place - 1] if place else None,
        "after": entries[place + 1] if place + 1 < len(entries) else None,
    }
