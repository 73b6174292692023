"""What a file leaves open is asked before anything is kept: who is meant, which scenario, whose battle."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models.functions import Lower

from darkseas.club.models import Player
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import system_key
from darkseas.club.results.naming.scenarios import known_to, side_key, sides_of
from darkseas.club.results.recorded.recorded_battles import DOUBTED as HOW_TO_END_IT
from darkseas.rules import registry
from darkseas.web.texts.similar_names import near
from scenarios_app.models import Scenario

from .file_records import Fault, ResultRecord

#: Questions of one file: with more, its names are to be mended in the file.
MOST_QUESTIONS = 100
#: Answers that name nothing of the site: a new guest, a text that stands for itself, a battle left out.
NEW, BY_NAME, WITHOUT, THEIRS = "new", "name", "without", "theirs"
#: Battles of which nothing says that those who are named fought them are asked about together.
DOUBTED = "battle:doubted"


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a file does not say by itself, with what may be chosen; ``chosen`` is "" until it is."""

    name: str
    where: str
    sentence: str
    choices: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(slots=True)
class Asking:
    """The questions of one file, each asked once however many lines it is about, and what was answered."""

    by: Player
    names: Names
    answers: Mapping[str, str]
    questions: dict[str, Question] = field(default_factory=dict)
    notes: list[Fault] = field(default_factory=list)
    _said: set[tuple[str, str]] = field(default_factory=set)
    _near: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    _titles: dict[str, list[Scenario]] = field(default_factory=dict)

    def read_titles(self, records: Iterable[ResultRecord]) -> None:
        """Read once the scenarios that have the titles of records without a key."""
        wanted = {
            record.scenario.lower() for record in records if record.scenario and not record.scenario_key
        }
        for one in known_to(self.by).annotate(low=Lower("title")).filter(low__in=wanted).defer("words"):
            self._titles.setdefault(one.title.casefold(), []).append(one)

    def player(self, where: str, name: str) -> int | None:
        """Return the player who is meant by a name that is nobody's: several have it, or it is near one."""
        plain = name.casefold()
        if plain not in self._near:
            shared = self.names.shared(name)
            self._near[plain] = shared, shared or self.names.near_anybody(name)
        shared, found = self._near[plain]
        if not found:
            return None
        sentence = f"Several are called “{name}”. Who is it?" if shared else f"Who is “{name}”?"
        choices = [(known, known) for known in found]
        chosen = self._ask(f"player:{plain}", where, sentence, [*choices, (NEW, "a new guest")])
        return self.names.find(chosen) if chosen not in ("", NEW) else None

    def system(self, record: ResultRecord) -> str:
        """Return the rules that a record names; a slip of a system's title is asked about."""
        key = system_key(record.system)
        titles = {system.title: system.key for system in registry.SYSTEMS}
        if not key or key in titles.values():
            return key
        close = near(record.system, titles)
        if not close:
            self.note(record.where, "system", f"“{key}” is no rules system of this site: kept by this name.")
            return key
        choices = [*((titles[title], title) for title in close), (BY_NAME, f"other rules, called “{key}”")]
        chosen = self._ask(f"system:{key.casefold()}", record.where, f"Which rules are “{key}”?", choices)
        return key if chosen in ("", BY_NAME) else chosen

    def scenario(self, record: ResultRecord, system: str) -> Scenario | None:
        """Return the scenario of the site that a title stands for, by the answer."""
        all_named = self._titles.get(record.scenario.casefold(), []) if not record.scenario_key else []
        found = {one.key: one for one in all_named if one.system == system}
        if all_named and not found:
            reason = "The scenario of this name here is of other rules: kept by its name alone."
            self.note(record.where, "scenario", reason)
        if not found:
            return None
        choices = [(one.key, f"{one.title}, {one.key}") for one in found.values()]
        likely = next(iter(found)) if len(found) == 1 and _has_its_sides(record, *found.values()) else ""
        name, text = f"scenario:{record.scenario.casefold()}|{system}", record.scenario
        sentence = f"Is “{text}” the scenario of this site?" if len(found) == 1 else f"Which one is “{text}”?"
        alone = (BY_NAME, "none of them: keep its name alone")
        return found.get(self._ask(name, record.where, sentence, [*choices, alone], likely))

    def is_theirs(self, where: str, doubt: str) -> bool:
        """Return whether a recorded battle is of those who are named; ``doubt`` tells why nothing says so."""
        self.notes.append(Fault(where, "battle", doubt.removesuffix(f" {HOW_TO_END_IT}")))
        before = self.questions.pop(DOUBTED, None)
        sentence = "Did those who are named fight these recorded battles? Nothing in the logs says so."
        choices = [(THEIRS, "they did"), (WITHOUT, "keep the results without the logs")]
        return (
            self._ask(DOUBTED, f"{before.where}, {where}" if before else where, sentence, choices) == THEIRS
        )

    def note(self, where: str, column: str, reason: str) -> None:
        """Tell something that is worth knowing, once, at the first line that it is about."""
        if (column, reason) not in self._said:
            self._said.add((column, reason))
            self.notes.append(Fault(where, column, reason))

    def note_scenario(self, record: ResultRecord, scenario: Scenario) -> None:
        """Tell where a record says other rules or sides than its scenario has."""
        if record.system and system_key(record.system) != scenario.system:
            reason = f"“{record.system}” are not the rules of {scenario.title}: kept under the scenario’s."
            self.note(record.where, "system", reason)
        names = sides_of(scenario)
        for number, side in enumerate(record.sides, 1):
            if names and side_key(side.side, names) is None:
                reason = f"{scenario.title} has no side “{side.side}”: kept by this name."
                self.note(record.where, f"side_{number}", reason)

    def _ask(
        self, name: str, where: str, sentence: str, choices: Sequence[tuple[str, str]], likely: str = ""
    ) -> str:
        """Return what was chosen, "" where nobody has yet; what is likely is only chosen beforehand."""
        answer = self.answers.get(name, "" if self.answers else likely)
        chosen = answer if answer in dict(choices) else ""
        self.questions.setdefault(name, Question(name, where, sentence, tuple(choices), chosen))
        return chosen


def _has_its_sides(record: ResultRecord, scenario: Scenario) -> bool:
    names = sides_of(scenario)
    return all(side_key(side.side, names) is not None for side in record.sides)
