"""Finding a battle in the list: by words of its title and its scenario, and by the days of the action."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from darkseas.web.texts.without_accents import plain
from scenarios_app import access
from scenarios_app.library.search import LONGEST_QUESTION, Question, answering, instead, question_of
from scenarios_app.models import Scenario
from scenarios_app.ships.search import without_prefixes

#: What of a question to the library may be asked of battles too.
ASKED = ("q", "since", "until")
#: So many scenarios that answer are asked for their battles one by one.
FEW = 4


@dataclass(frozen=True, slots=True)
class BattleQuestion:
    """What somebody looks for among battles, and how they wrote it."""

    question: Question
    written: dict[str, str]

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is looked for."""
        return not any(self.written.values())


def battle_question(query: QueryDict) -> BattleQuestion:
    """Return the question of an address."""
    narrowed = QueryDict(mutable=True)
    narrowed.update({name: query.get(name, "") for name in ASKED})
    question = question_of(narrowed)
    return BattleQuestion(question, {name: query.get(name, "")[:LONGEST_QUESTION].strip() for name in ASKED})


def matching(wanted: BattleQuestion, person: access.Person) -> list[Q]:
    """Return conditions of which a battle that answers has one: by its own title, or by its scenario.

    A scenario answers whoever may open it: one that was put away since a battle was fought says nothing of
    what it has become to who fought it.
    Each has an index that gives it in order, but where many scenarios answer: then a battle that does is
    never far.
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
    words = plain(without_prefixes(question.named)).split()
    if words and not (question.since or question.until or question.days):
        own_title = Q(own_title__gt="")
        for word in words:
            own_title &= Q(own_title__icontains=word)
        found.append(own_title)
    return found or [Q(pk=None)]


def meant_battles(listed: QuerySet[Scenario], wanted: BattleQuestion) -> tuple[str, ...]:
    """Return words that may have been meant, where a question finds nothing."""
    return instead(listed, wanted.question).get("q", ())
