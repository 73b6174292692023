"""Sections that other apps add to scenario pages, which do not depend on battles or clubs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import QuerySet

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.web.extensions import extensions

from .access import Person
from .models import Draft, Revision, Scenario

Scenarios = QuerySet[Scenario]
#: Revisions of the same battle under several rules systems, each with its spec.
SameBattles = Sequence[tuple[Revision, ScenarioSpec]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the library's table: its title, and the template of a cell."""

    title: str
    template: str


@dataclass(frozen=True, slots=True)
class Section:
    """Extension point: the additions of one app. Its templates get the functions' results as ``added``.

    Each function returns data for a template of the same place; a section without data leaves both out.

    - lists: ``for_list`` annotates the scenarios, and ``of_row`` reads one of them for ``columns`` (library)
      and ``line`` (under a picture)
    - home page: ``watchable`` filters scenarios from ``for_list`` for the template ``opening``; ``of_home``
      serves ``home_line``, and ``of_own_home`` serves ``own_home_part``, a member's own part
    - page of a revision: ``of_page`` serves ``page_button`` next to its facts and ``page_part`` below its
      ships; ``contents`` lists the headings of that part with their ids
    - revisions of the same battle: ``of_same_battle`` serves ``same_battle_part``
    - public page of a member: ``of_member`` serves ``member_part``
    - editor: ``for_editor`` returns further data for the editor of a draft
    - ``on_published`` is called with each new revision of a draft
    """

    of_page: Callable[[Scenario, Revision, ScenarioSpec, Person], Mapping[str, Any]]
    page_part: str
    contents: tuple[tuple[str, str], ...] = ()
    page_button: str = ""
    of_same_battle: Callable[[SameBattles], Mapping[str, Any]] = lambda revisions: {}
    same_battle_part: str = ""
    for_list: Callable[[Scenarios], Scenarios] = lambda scenarios: scenarios
    of_row: Callable[[Scenario], Mapping[str, Any]] = lambda scenario: {}
    columns: tuple[Column, ...] = ()
    line: str = ""
    watchable: Callable[[Scenarios], Scenarios] = lambda scenarios: scenarios.none()
    opening: str = ""
    for_editor: Callable[[Draft], Mapping[str, Json]] = lambda draft: {}
    of_home: Callable[[], Mapping[str, Any]] = dict
    of_member: Callable[[Member, Person], Mapping[str, Any]] = lambda member, person: {}
    member_part: str = ""
    on_published: Callable[[Revision], None] = lambda revision: None
    home_line: str = ""
    of_own_home: Callable[[Member], Mapping[str, Any]] = lambda member: {}
    own_home_part: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A section with its data for one row or page."""

    section: Section
    added: Mapping[str, Any]


def sections() -> list[Section]:
    """Return the sections, in the order of INSTALLED_APPS."""
    return extensions(Section)


def for_list(scenarios: Scenarios) -> Scenarios:
    """Return the scenarios with all that the sections read from a row."""
    return reduce(lambda annotated, section: section.for_list(annotated), sections(), scenarios)


def of_row(scenario: Scenario) -> list[Shown]:
    """Return the data of the sections for a scenario from `for_list`."""
    return [Shown(section, section.of_row(scenario)) for section in sections()]


def of_page(scenario: Scenario, revision: Revision, spec: ScenarioSpec, person: Person) -> list[Shown]:
    """Return the data of the sections for a revision's page, as visible to a person."""
    return [Shown(section, section.of_page(scenario, revision, spec, person)) for section in sections()]


def of_same_battle(revisions: SameBattles) -> list[Shown]:
    """Return the data of the sections for comparing revisions of a battle; empty for a single one."""
    if not revisions:
        return []
    return [
        Shown(section, section.of_same_battle(revisions))
        for section in sections()
        if section.same_battle_part
    ]


def of_home() -> list[Shown]:
    """Return the parts that sections add to the home page; sections without one are omitted."""
    shown = [Shown(section, section.of_home()) for section in sections() if section.home_line]
    return [one for one in shown if one.added]


def of_own_home(member: Member) -> list[Shown]:
    """Return the data of the sections for a member's own part of the home page."""
    return [Shown(section, section.of_own_home(member)) for section in sections() if section.own_home_part]


def of_member(member: Member, person: Person) -> list[Shown]:
    """Return the data of the sections for a member's public page, as visible to a person."""
    return [
        Shown(section, section.of_member(member, person)) for section in sections() if section.member_part
    ]


def on_published(revision: Revision) -> None:
    """Notify the sections of a new revision."""
    for section in sections():
        section.on_published(revision)


def for_editor(draft: Draft) -> dict[str, Json]:
    """Return the data of the sections for the editor of a draft."""
    return {key: value for section in sections() for key, value in section.for_editor(draft).items()}
