"""Turns a file's records into results, and reports every error with line and column; stores nothing.

Open points become questions (`questions.py`); answers already given are applied.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import UUID

from darkseas.club.models import Club, Player, Result
from darkseas.club.results.checks import MOST_PLAYERS, MOST_SIDES, ResultRefused, faults
from darkseas.club.results.facts import ResultFacts, SideFacts
from darkseas.club.results.naming.people import Names, names_in
from darkseas.club.results.naming.scenarios import known_to, side_key, sides_of
from darkseas.club.results.recorded import recorded_battles, table_battles
from darkseas.club.results.result_states import State
from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.texts.name_keys import name_key, one_spelling
from replays_app.models import Battle

from .bounds import most_new_names, too_many_new
from .cells import CellFault, days_in, losses_in, points_in, score_in
from .file_records import Fault, ResultRecord, SideRecord
from .questions import MOST_QUESTIONS, Asking, Question
from .recorded_before import RecordedBefore

#: Most errors reported at once; a file with more is probably not a result file.
MOST_FAULTS = 100
LONGEST_NAME = 80

Value = TypeVar("Value")


@dataclass(slots=True)
class Checked:
    """The outcome of a check: results, errors, notes, questions and new players.

    ``recorded`` is the number of lines that equal stored results; ``results`` has them only on request.
    New players have negative ids: ``guests`` are their names, the first is -1.
    """

    results: list[ResultFacts] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    recorded: int = 0

    @property
    def open(self) -> list[Question]:
        """Return the unanswered questions."""
        return [question for question in self.questions if not question.chosen]


class Checker:
    """Checks the records of one file for a club."""

    def __init__(
        self,
        club: Club,
        by: Player,
        source: str,
        records: Sequence[ResultRecord],
        answers: Mapping[str, str] | None = None,
    ) -> None:
        """Load what all records need; ``answers`` maps question names to answers."""
        self.club, self.by, self.source = club, by, source
        self._names: Names = names_in(club)
        self._asking = Asking(by, self._names, answers or {})
        self._asking.read_titles(records)
        self._asking.read_days(records)
        self.checked = Checked(notes=self._asking.notes)
        self._guests: dict[str, int] = {}
        self._new: set[str] = set()
        self._most_new = most_new_names(len(self._names.of))
        self._recorded_before = RecordedBefore(club)
        keys = {record.scenario_key for record in records if record.scenario_key}
        self._scenarios = {one.key: one for one in known_to(by).filter(key__in=keys).defer("words")}
        battles = Result.objects.filter(club=club, battle__isnull=False).exclude(state=State.VOID)
        self._taken: set[UUID | None] = set(battles.values_list("battle", flat=True))
        named = {key for record in records if (key := _uuid(record.battle)) is not None}
        self._here = set(Battle.objects.filter(pk__in=named).values_list("pk", flat=True))

    def check(self, records: Iterable[ResultRecord]) -> Checked:
        for record in records:
            before = len(self.checked.faults)
            facts = self._result(record)
            if len(self._new) > self._most_new:
                self.checked.faults.insert(0, too_many_new(len(self._names.of)))
                break
            if facts is not None:
                self.checked.faults += [
                    Fault(record.where, _column(fault.field), fault.reason)
                    for fault in faults(self.club, facts)
                ]
            if facts is not None and len(self.checked.faults) == before:
                self.checked.results.append(facts)
            if len(self.checked.faults) >= MOST_FAULTS:
                break
        self.checked.recorded = self._asking.ask_recorded()
        self.checked.questions = list(self._asking.questions.values())
        if len(self.checked.questions) > MOST_QUESTIONS:
            reason = f"More than {MOST_QUESTIONS} names are unclear. Fix some of them in the file."
            self.checked.faults.insert(0, Fault("", "", reason))
        return self.checked

    def _result(self, record: ResultRecord) -> ResultFacts | None:
        days = self._read(record.where, "day", record.day, days_in)
        day = None if days is None else self._asking.day(record, days)
        scenario = self._scenarios.get(record.scenario_key)
        if record.scenario_key and scenario is None:
            reason = f"This site has no scenario {record.scenario_key!r}. Only its name will be stored."
            self.checked.notes.append(Fault(record.where, "scenario_key", reason))
        system = self._asking.system(record) if scenario is None else scenario.system
        scenario = scenario or self._asking.scenario(record, system)
        if scenario is not None:
            self._asking.note_scenario(record, scenario)
        names = sides_of(scenario)
        sides = [
            self._side(record.where, number, side, names)
            for number, side in enumerate(record.sides[: MOST_SIDES + 1], 1)
        ]
        if day is None or None in sides:
            return None
        facts = ResultFacts(
            system=system,
            day=day,
            sides=tuple(side for side in sides if side is not None),
            scenario=scenario.key if scenario else "",
            scenario_text=scenario.title if scenario and not record.scenario else record.scenario,
            place=record.place,
            remarks=record.remarks,
            source=record.source or self.source,
        )
        if self._recorded_before.has(facts) and self._asking.is_skipped(record.where):
            return None
        return self._with_battle(record, facts)

    def _side(self, where: str, number: int, side: SideRecord, names: Mapping[str, str]) -> SideFacts | None:
        score = self._read(where, f"ended_{number}", side.ended, score_in)
        points = self._read(where, f"points_{number}", side.points or "0", points_in)
        losses = self._read(where, f"losses_{number}", side.losses or "0", losses_in)
        bid = self._read(where, f"bid_{number}", side.bid or "0", points_in)
        if len(side.players) > MOST_PLAYERS:
            reason = f"Name 1 to {MOST_PLAYERS} players."
            self.checked.faults.append(Fault(where, f"players_{number}", reason))
            return None
        if score is None or points is None or losses is None or bid is None:
            return None
        return SideFacts(
            side_key(side.side, names) or side.side,
            score,
            tuple(dict.fromkeys(self._player(where, f"players_{number}", name) for name in side.players)),
            points if side.points else None,
            losses if side.losses else None,
            bid,
        )

    def _player(self, where: str, column: str, name: str) -> int:
        """Return the player with this name, or a new guest; add an error if no new one is allowed."""
        plain = one_spelling(" ".join(name.split()))[:LONGEST_NAME]
        if not plain or has_unseen(plain):
            reason = REFUSED if plain else "Enter a name."
            self.checked.faults.append(Fault(where, column, reason))
        known = self._names.find(plain)
        if known is None and plain and self._may_be_new(plain):
            known = self._asking.player(f"{where}, {column}", plain)
        if known is not None:
            return known
        number = self._guests.setdefault(name_key(plain), -1 - len(self._guests))
        if -number > len(self.checked.guests):
            self.checked.guests.append(plain)
        return number

    def _may_be_new(self, name: str) -> bool:
        """Count a new name; return whether the file may still contain it."""
        self._new.add(name_key(name))
        return len(self._new) <= self._most_new

    def _with_battle(self, record: ResultRecord, facts: ResultFacts) -> ResultFacts | None:
        """Return the result with its recorded battle, which must agree, if it is on this site."""
        if not record.battle:
            return facts
        battle = self._read(record.where, "battle", record.battle, UUID)
        if battle is None:
            return None
        if battle not in self._here:
            reason = "This battle is not on this site. The result will be stored without it."
            self.checked.notes.append(Fault(record.where, "battle", reason))
            return facts
        if battle in self._taken:
            reason = "This battle already has a result in this club."
            self.checked.faults.append(Fault(record.where, "battle", reason))
            return None
        self._taken.add(battle)
        return self._as_recorded(record, replace(facts, battle=battle), battle)

    def _as_recorded(self, record: ResultRecord, facts: ResultFacts, battle: UUID) -> ResultFacts | None:
        try:
            table_battles.need_own_table(self.club, battle, None)
            found = recorded_battles.recorded(self.club, self.by, battle)
            taken = recorded_battles.taken_from(found, facts)
        except ResultRefused as refusal:
            self.checked.faults.append(Fault(record.where, "battle", refusal.reason))
            return None
        if taken.sides != facts.sides:
            reason = "The recorded battle has different sides, winner, points or losses."
            self.checked.faults.append(Fault(record.where, "battle", reason))
            return None
        question = recorded_battles.doubt(found, taken)
        if question and not self._asking.is_theirs(record.where, question):
            return replace(facts, battle=None)
        return taken

    def _read(self, where: str, column: str, text: str, reading: Callable[[str], Value]) -> Value | None:
        """Parse a text; return the error if that fails."""
        try:
            return reading(text)
        except ValueError as fault:
            told = str(fault) if isinstance(fault, CellFault) else f"{text[:40]!r} cannot be read."
            self.checked.faults.append(Fault(where, column, told))
            return None


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _column(where: str) -> str:
    """Return the column of a field of the facts."""
    if not where.startswith("side."):
        return {"winner": "ended_1", "sides": "side_1"}.get(where, where)
    _, place, name = where.split(".")
    return f"{name}_{int(place) + 1}"
