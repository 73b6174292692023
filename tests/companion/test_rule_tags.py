"""Ids on pages made by the server."""

from django.template import Context, Template

from darkseas.companion.rule_notes import notes_address
from darkseas.rules.dark_seas import SYSTEM

#: Ids and their addresses, as `kit/rule_ids.js` makes them too.
LINK = '<a class="rule" href="/rules/dark_seas/14c-iii/" data-rule="§14c.iii">§14c.iii</a>'


def drawn(template: str, **context: object) -> str:
    """A template with the tags of the room."""
    return Template("{% load rules %}" + template).render(Context(context))


def test_ids_are_links_with_commas() -> None:
    text = drawn("{% rule_ids system rules %}", system="dark_seas", rules=["§14c.iii", "T-2"])
    assert text == f"{LINK}, T-2"
    assert drawn("{% rule_ids system '§14c.iii' %}", system=SYSTEM) == LINK
    assert drawn("{% rule_ids system '' %}", system=SYSTEM) == ""


def test_ids_of_a_system_that_nobody_knows_stay_text_and_harmless() -> None:
    assert drawn("{% rule_ids 'old' rules %}", rules=["<b>", "§1"]) == "&lt;b&gt;, §1"
    assert drawn("{% rules_of 'old' %}") == ""


def test_page_says_where_its_notes_lie() -> None:
    text = drawn("{% rules_of 'dark_seas' %}")
    assert text == f'data-rules="/rules/dark_seas/" data-rule-notes="{notes_address(SYSTEM)}"'
