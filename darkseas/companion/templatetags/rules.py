"""Template tags for rule ids: links to their entries, and attributes for the script that shows notes."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from darkseas.companion.rule_notes import notes_address, rule_slug
from darkseas.engine.presentation.words import percent as percent_words
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry

register = template.Library()


@register.simple_tag
def rule_ids(system: str | RulesSystem, rules: str | Iterable[str]) -> SafeString:
    """Return rule ids as links, separated by commas. Ids without an entry stay plain text."""
    known = _system(system)
    each = [rules] if isinstance(rules, str) else rules
    return format_html_join(", ", "{}", ((_link(known, rule),) for rule in each if rule))


@register.simple_tag
def rules_of(system: str) -> SafeString:
    """Return data attributes that `kit/rule_notes.js` reads; empty if the system has no entries."""
    known = _system(system)
    if known is None or not known.companion.entries:
        return SafeString("")
    rules, notes = reverse("rules-of", args=[known.key]), notes_address(known)
    return format_html('data-rules="{}" data-rule-notes="{}"', rules, notes)


@register.simple_tag
def rule_address(system: RulesSystem, rule: str) -> str:
    """Return the URL of a rule."""
    return reverse("rule", args=[system.key, rule_slug(rule)])


@register.simple_tag
def rule_title(system: RulesSystem, rule: str) -> str:
    """Return the title of a rule."""
    return system.companion.entries[rule].title


register.filter("percent", percent_words)


def _system(system: str | RulesSystem) -> RulesSystem | None:
    if isinstance(system, RulesSystem):
        return system
    try:
        return registry.system(system)
    except LookupError:
        return None


def _link(system: RulesSystem | None, rule: str) -> SafeString | str:
    if system is None or rule not in system.companion.entries:
        return rule
    address = rule_address(system, rule)
    return format_html('<a class="rule" href="{}" data-rule="{}">{}</a>', address, rule, rule)
