"""S-2, from one request to the next: whatever is made, changed and fought on, each answer is a described one.

Schemathesis goes from what one answer says to what may be asked with it: it knows by itself how drafts, maps
and scenarios hang together; of battles it is told here, and what seats may order there is looked up.
"""

from collections import Counter
from typing import Any, ClassVar

import hypothesis
import pytest
import schemathesis
from django.core.cache import cache
from django.db import transaction
from schemathesis.generation.stateful.state_machine import APIStateMachine

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.members.personal_tokens import store as tokens
from darkseas.wsgi import application
from replays_app.models import Battle
from replays_app.recording.orders import legal_forms
from replays_app.replay.battle_context import BattleContext
from replays_app.seats.tokens import token_hash
from tests.support.members import member
from tests.web.api.test_s2_schema_holds import CHECKS, PLAIN, connection_stays
from tests.web.routes.world import world

__all__ = ["connection_stays"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

#: Ways that are gone, and the most steps of one.
WAYS, STEPS = 20, 14
BEGIN, OF_A_BATTLE = "/api/v1/battles", "/api/v1/battles/{battle_id}/"


def linked(description: dict[str, Any]) -> dict[str, Any]:
    """The description, with a link from a battle that has begun to what may be asked of it here.

    Streams have a process of their own.
    """
    begun = description["paths"][BEGIN]["post"]["responses"]["201"]
    begun["links"] = {
        f"{method} {path}": {
            "operationId": operation["operationId"],
            "parameters": {"battle_id": "$response.body#/battle"},
        }
        for path, methods in description["paths"].items()
        if path.startswith(OF_A_BATTLE) and not path.endswith(("/{number}", "/stream"))
        for method, operation in methods.items()
        if method in ("get", "post", "put")
    }
    return description


class Linked(APIStateMachine):
    """One way through the API: a member with a token, who gets the seats of all battles that they begin."""

    headers: ClassVar[dict[str, str]] = {}
    statuses: ClassVar[Counter[str]] = Counter()

    def setup(self) -> None:
        """Nothing has happened yet; at the end nothing will have."""
        self.seats: dict[str, list[str]] = {}
        self.chooser = Chooser(b"ways")
        self.site = transaction.atomic()
        self.site.__enter__()

    def teardown(self) -> None:
        """Take everything back."""
        transaction.set_rollback(True)
        self.site.__exit__(None, None, None)
        cache.clear()

    def before_call(self, case: Any) -> None:
        """Begin battles that there can be; in two of three requests order what may be ordered."""
        path = case.operation.path
        if path == BEGIN and case.method == "POST":
            case.body = {
                "scenario": "salvoes",
                "dice": self.chooser.one_of(["sha256-1", "table", "ds-dice-1"]),
            }
        tokens_here = self.seats.get(str((case.path_parameters or {}).get("battle_id")))
        case.headers = {**(case.headers or {}), **PLAIN, **self.headers}
        if tokens_here:
            token = self.chooser.one_of(tokens_here)
            case.headers["Authorization"] = f"Seat {token}"
            if path.endswith(("/orders", "/preview", "/next-throw")) and self.chooser.below(3):
                self._fill(case, token)

    def _fill(self, case: Any, token: str) -> None:
        battle = Battle.objects.get(pk=case.path_parameters["battle_id"])
        seat = battle.seats.get(token_hash=token_hash(token))
        length, forms = legal_forms(BattleContext.of(battle), seat)
        if forms:
            name, blanks = random_order(forms, self.chooser)
            more = {} if case.operation.path.endswith("preview") else {"expected": length}
            case.body = {"order": name, "blanks": blanks, **more}

    def after_call(self, response: Any, case: Any) -> None:
        """Keep the tokens of a battle that was begun."""
        self.statuses[f"{case.method} {case.operation.path} {response.status_code}"] += 1
        if case.operation.path == BEGIN and response.status_code == 201:
            begun = response.json()
            self.seats[begun["battle"]] = list(begun["seats"].values())

    def validate_response(self, response: Any, case: Any, *given: Any, **named: Any) -> None:
        """Hold an answer to the description."""
        case.validate_response(response, checks=CHECKS)


@pytest.mark.parametrize(
    ("places", "reached"),
    [
        ("^/api/v1/battles", [f"POST {OF_A_BATTLE}orders 201", f"POST {OF_A_BATTLE}preview 200"]),
        ("^/api/v1/(drafts|maps|scenarios)/", ["POST /api/v1/drafts/{draft_id}/publish/ 201"]),
    ],
    ids=["battles", "scenarios"],
)
def test_s2_every_answer_on_a_way_is_described(places: str, reached: list[str]) -> None:
    world()
    Linked.statuses.clear()
    Linked.headers = {"Authorization": f"Bearer {tokens.make(member('holder'), 'all', ['play', 'write'])}"}
    described: Any = schemathesis.openapi.from_wsgi("/api/schema/", application)
    schema: Any = schemathesis.openapi.from_dict(linked(described.raw_schema)).include(path_regex=places)
    schema.app = application
    machine: Any = type("Machine", (Linked, schema.as_state_machine()), {})
    settings = hypothesis.settings(
        max_examples=WAYS,
        stateful_step_count=STEPS,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
        database=None,
    )
    machine.run(settings=settings)
    assert [label for label in reached if label not in Linked.statuses] == []
    assert len(Linked.statuses) > 20
