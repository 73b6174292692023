"""Questions about unclear players, scenarios and battles in a file, answered before the import."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models.functions import Lower

from darkseas.club.models import Player
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import system_key
from darkseas.club.results.naming.scenarios import known_to, side_key, sides_of
from darkseas.club.results.recorded.recorded_battles import DOUBTED as HOW_TO_END_IT
from darkseas.rules import registry
from darkseas.web.texts.human_dates import Days
from darkseas.web.texts.name_keys import name_key, one_spelling
from darkseas.web.texts.similar_names import near
from scenarios_app.models import Scenario

from .file_records import Fault, ResultRecord

#: Questions about one file; with more, fix the names in the file.
MOST_QUESTIONS = 100
#: Answers without a match on the site: a new guest, the plain text, no battle.
NEW, BY_NAME, WITHOUT, THEIRS = "new", "name", "without", "theirs"
#: One question covers all battles whose players are unclear.
DOUBTED = "battle:doubted"
#: One question covers all lines that equal stored results.
RECORDED, SKIP, AGAIN, MOST_LINES_NAMED = "results:recorded", "skip", "again", 20
#: One question covers all dates that may have the day or the month first.
DATES, DAY_FIRST, MONTH_FIRST = "dates:order", "day-first", "month-first"
_FIGURES, MONTHS = re.compile(r"\s*(\d{1,2})\s*[-/]\s*(\d{1,2})\s*[-/]\s*(?:\d{4}|\d\d)(?!\d)", re.ASCII), 12


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its choices; ``chosen`` is "" until it is answered."""

    name: str
    where: str
    sentence: str
    choices: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(slots=True)
class Asking:
    """The questions of one file, each asked once for all its lines, and the answers."""

    by: Player
    names: Names
    answers: Mapping[str, str]
    questions: dict[str, Question] = field(default_factory=dict)
    notes: list[Fault] = field(default_factory=list)
    _said: set[tuple[str, str]] = field(default_factory=set)
    _near: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    _titles: dict[str, list[Scenario]] = field(default_factory=dict)
    _orders: set[str] = field(default_factory=set)
    _recorded: list[str] = field(default_factory=list)

    def read_titles(self, records: Iterable[ResultRecord]) -> None:
        """Load the scenarios whose titles records without a key contain."""
        wanted = {
            one_spelling(record.scenario).lower()
            for record in records
            if record.scenario and not record.scenario_key
        }
        for one in known_to(self.by).annotate(low=Lower("title")).filter(low__in=wanted).defer("words"):
            self._titles.setdefault(name_key(one.title), []).append(one)

    def read_days(self, records: Iterable[ResultRecord]) -> None:
        """Find out from unambiguous dates whether the day or the month comes first."""
        for record in records:
            if found := _FIGURES.match(record.day):
                first, second = int(found[1]), int(found[2])
                self._orders |= {DAY_FIRST} if first > MONTHS else {MONTH_FIRST} if second > MONTHS else set()

    def day(self, record: ResultRecord, days: Days) -> date:
        """Return the day of a date; ask once, for all dates of the file, what 3/4/2026 means."""
        if days.turned is None:
            return days.first
        likely = next(iter(self._orders)) if len(self._orders) == 1 else ""
        one, other = (f"{day.day} {day:%B %Y}" for day in (days.first, days.turned))
        choices = [
            (DAY_FIRST, f"{one}: the day comes first"),
            (MONTH_FIRST, f"{other}: the month comes first"),
        ]
        chosen = self._ask(DATES, record.where, f"Which day is “{record.day}”?", choices, likely)
        return days.turned if chosen == MONTH_FIRST else days.first

    def player(self, where: str, name: str) -> int | None:
        """Ask which player a name means, if several share it or it resembles known names."""
        plain = name_key(name)
        if plain not in self._near:
            shared = self.names.shared(name)
            self._near[plain] = shared, shared or self.names.near_anybody(name)
        shared, found = self._near[plain]
        if not found:
            return None
        sentence = (
            f"Several players are called “{name}”. Which one is meant?" if shared else f"Who is “{name}”?"
        )
        choices = [(known, known) for known in found]
        chosen = self._ask(f"player:{plain}", where, sentence, [*choices, (NEW, "a new guest")])
        return self.names.find(chosen) if chosen not in ("", NEW) else None

    def system(self, record: ResultRecord) -> str:
        """Return the rules system of a record; ask if the title looks misspelt."""
        key = system_key(record.system)
        titles = {system.title: system.key for system in registry.SYSTEMS}
        if not key or key in titles.values():
            return key
        close = near(record.system, titles)
        if not close:
            self.note(
                record.where,
                "system",
                f"“{key}” is not a rules system of this site. Only the name will be stored.",
            )
            return key
        choices = [*((titles[title], title) for title in close), (BY_NAME, f"other rules called “{key}”")]
        chosen = self._ask(
            f"system:{key.casefold()}", record.where, f"Which rules system is “{key}”?", choices
        )
        return key if chosen in ("", BY_NAME) else chosen

    def scenario(self, record: ResultRecord, system: str) -> Scenario | None:
        """Return the scenario that a title refers to, according to the answer."""
        all_named = self._titles.get(name_key(record.scenario), []) if not record.scenario_key else []
        found = {one.key: one for one in all_named if one.system == system}
        if all_named and not found:
            reason = "The scenario with this title uses other rules. Only its name will be stored."
            self.note(record.where, "scenario", reason)
        if not found:
            return None
        choices = [(one.key, f"{one.title}, {one.key}") for one in found.values()]
        likely = next(iter(found)) if len(found) == 1 and _has_its_sides(record, *found.values()) else ""
        name, text = f"scenario:{name_key(record.scenario)}|{system}", record.scenario
        sentence = f"Is “{text}” this scenario of the site?" if len(found) == 1 else f"Which one is “{text}”?"
        alone = (BY_NAME, "none of them; store only the name")
        return found.get(self._ask(name, record.where, sentence, [*choices, alone], likely))

    def is_theirs(self, where: str, doubt: str) -> bool:
        """Ask whether the named players fought a recorded battle; ``doubt`` says why it is unclear."""
        self.notes.append(Fault(where, "battle", doubt.removesuffix(f" {HOW_TO_END_IT}")))
        before = self.questions.pop(DOUBTED, None)
        sentence = "Did the named players fight these recorded battles? The logs do not show it."
        choices = [(THEIRS, "they did"), (WITHOUT, "no; store the results without the battles")]
        return (
            self._ask(DOUBTED, f"{before.where}, {where}" if before else where, sentence, choices) == THEIRS
        )

    def is_skipped(self, where: str) -> bool:
        """Whether to skip a line that equals a stored result; `ask_recorded` asks once for all of them."""
        self._recorded.append(where)
        return self.answers.get(RECORDED) != AGAIN

    def ask_recorded(self) -> int:
        """Ask whether to import results that the club already has; return how many there are."""
        number = len(self._recorded)
        if number:
            more = number - MOST_LINES_NAMED
            where = ", ".join(self._recorded[:MOST_LINES_NAMED]) + (f" and {more} more" if more > 0 else "")
            them, are = ("it", "result is") if number == 1 else ("them", "results are")
            choices = [(SKIP, f"Skip {them}"), (AGAIN, f"Import {them} again")]
            self._ask(RECORDED, where, f"{number} {are} already recorded.", choices, SKIP)
        return number

    def note(self, where: str, column: str, reason: str) -> None:
        """Add a note, once, at the first line it concerns."""
        if (column, reason) not in self._said:
            self._said.add((column, reason))
            self.notes.append(Fault(where, column, reason))

    def note_scenario(self, record: ResultRecord, scenario: Scenario) -> None:
        """Add a note if a record's rules or sides differ from its scenario's."""
        if record.system and system_key(record.system) != scenario.system:
            reason = f"{scenario.title} does not use “{record.system}”. The rules of the scenario are stored."
            self.note(record.where, "system", reason)
        names = sides_of(scenario)
        for number, side in enumerate(record.sides, 1):
            if names and side_key(side.side, names) is None:
                reason = f"{scenario.title} has no side “{side.side}”. The name will be stored as entered."
                self.note(record.where, f"side_{number}", reason)

    def _ask(
        self, name: str, where: str, sentence: str, choices: Sequence[tuple[str, str]], likely: str = ""
    ) -> str:
        """Return the chosen answer, or "". `likely` is only preselected."""
        answer = self.answers.get(name, "" if self.answers else likely)
        chosen = answer if answer in dict(choices) else ""
        self.questions.setdefault(name, Question(name, where, sentence, tuple(choices), chosen))
        return chosen


def _has_its_sides(record: ResultRecord, scenario: Scenario) -> bool:
    names = sides_of(scenario)
    return all(side_key(side.side, names) is not None for side in record.sides)
