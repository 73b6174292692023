"""Search for battles by words in the title and scenario, and by the dates of the action."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from darkseas.web.texts.search_filters import in_any_spelling
from darkseas.web.texts.search_words import search_terms
from scenarios_app import access
from scenarios_app.library.search import LONGEST_QUESTION, Question, answering, instead, question_of
from scenarios_app.models import Scenario
from scenarios_app.ships.search import without_prefixes

#: Query parameters of the library's search that the battle search also supports.
ASKED = ("q", "since", "until")
#: Up to this many matching scenarios, the search queries battles scenario by scenario.
FEW = 4


@dataclass(frozen=True, slots=True)
class BattleQuestion:
    """A search for battles, parsed, with its original text."""

    question: Question
    written: dict[str, str]

    @property
    def is_empty(self) -> bool:
        return not any(self.written.values())


def battle_question(query: QueryDict) -> BattleQuestion:
    """Return the search in a query string."""
    narrowed = QueryDict(mutable=True)
    narrowed.update({name: query.get(name, "") for name in ASKED})
    question = question_of(narrowed)
    return BattleQuestion(question, {name: query.get(name, "")[:LONGEST_QUESTION].strip() for name in ASKED})


def matching(wanted: BattleQuestion, person: access.Person) -> list[Q]:
    """Return alternative conditions for a match: the battle's own title matches, or its scenario.

    Only scenarios that the person may open count, so that archived scenarios do not reveal later changes.
    Each condition has an index in list order. If many scenarios match, the list soon reaches a matching
    battle.
    """
    if wanted.is_empty:
        return [Q()]
    question = wanted.question
    scenarios = answering(access.visible(person), question).order_by()
    keys = list(scenarios.values_list("pk", flat=True)[: FEW + 1])
    if len(keys) > FEW:
        found = [Q(Exists(scenarios.filter(pk=OuterRef("scenario"))))]
    else:
        found = [Q(scenario=key) for key in keys]
    words = search_terms(without_prefixes(question.named))
    if words and not (question.since or question.until or question.days):
        found.append(Q(own_title__gt="") & in_any_spelling("own_title", words))
    return found or [Q(pk=None)]


def meant_battles(listed: QuerySet[Scenario], wanted: BattleQuestion) -> tuple[str, ...]:
    """Return suggested words for a search without matches."""
    return instead(listed, wanted.question).get("q", ())
