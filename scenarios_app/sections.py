"""What other parts of the site add to the pages of scenarios: here nobody knows that battles are fought.

Each is a Section named in ``settings.SCENARIO_SECTIONS``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json

from .access import Person
from .models import Draft, Revision, Scenario

Scenarios = QuerySet[Scenario]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the library's table: its title, and the template of a cell."""

    title: str
    template: str


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of the site adds. Its templates find what its functions return as ``added``.

    ``for_list`` adds to scenarios what ``of_row`` reads from one of them; rows are shown by ``columns`` in
    the library and by ``line`` under a picture. ``watchable`` leaves, of scenarios that came ``for_list``,
    those that the first page may open with, by the template ``opening``. ``of_page`` returns what the page
    of a revision shows to a person, by ``page_button`` beside its facts and ``page_part`` below its ships.
    ``for_editor`` returns what the editor of a draft is told beside.
    """

    for_list: Callable[[Scenarios], Scenarios]
    of_row: Callable[[Scenario], Mapping[str, Any]]
    columns: tuple[Column, ...]
    line: str
    watchable: Callable[[Scenarios], Scenarios]
    opening: str
    of_page: Callable[[Scenario, Revision, ScenarioSpec, Person], Mapping[str, Any]]
    page_button: str
    page_part: str
    for_editor: Callable[[Draft], Mapping[str, Json]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A section with what it adds to one row or page."""

    section: Section
    added: Mapping[str, Any]


def sections() -> list[Section]:
    """Return the sections, in the order of the settings."""
    return [import_string(name) for name in settings.SCENARIO_SECTIONS]


def for_list(scenarios: Scenarios) -> Scenarios:
    """Return the scenarios with all that the sections read from a row."""
    return reduce(lambda annotated, section: section.for_list(annotated), sections(), scenarios)


def of_row(scenario: Scenario) -> list[Shown]:
    """Return what the sections add to a scenario that came `for_list`."""
    return [Shown(section, section.of_row(scenario)) for section in sections()]


def of_page(scenario: Scenario, revision: Revision, spec: ScenarioSpec, person: Person) -> list[Shown]:
    """Return what the sections add to the page of a revision, as a person may see it."""
    return [Shown(section, section.of_page(scenario, revision, spec, person)) for section in sections()]


def for_editor(draft: Draft) -> dict[str, Json]:
    """Return what the sections tell the editor of a draft."""
    return {key: value for section in sections() for key, value in section.for_editor(draft).items()}
