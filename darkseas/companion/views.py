"""Pages of the rules companion: all systems, the rules of one, one rule; and the notes that ids open."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from darkseas.engine.presentation.companion import DrawnTable, RuleEntry
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry

from .rule_notes import notes_address, notes_of, rule_slug
from .site_glossary import word_groups

#: The address is named by the content, so what lies there never changes.
_FOR_EVER = "public, max-age=31536000, immutable"


def all_systems(request: HttpRequest) -> HttpResponse:
    """List the rules systems, each with the way to its rules."""
    return render(request, "companion/list.html", {"systems": registry.SYSTEMS})


def words(request: HttpRequest) -> HttpResponse:
    """Say what the words of the site mean."""
    return render(request, "companion/words.html", {"groups": word_groups()})


def system_rules(request: HttpRequest, system: str) -> HttpResponse:
    """Show the rules of a system: in ten minutes, its stickers and marks, its tables, every id."""
    known = _system(system)
    companion = known.companion
    lessons = [(lesson, companion.worked.get(lesson.example)) for lesson in companion.lessons]
    context = {"system": known, "companion": companion, "lessons": lessons}
    return render(request, "companion/system.html", context)


def rule(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    """Show what one rule or ruling decides, and where it may be seen at work."""
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
    """Answer with the sentences of a system; who asks for older ones is sent to those of now."""
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
