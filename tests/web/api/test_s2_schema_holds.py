"""S-2: whatever fits the description, and much that does not, gets an answer that the description knows.

Schemathesis makes the requests. Of what it can check we ask for all but two: every answer of ours may be a
refusal of what the rules know and the description cannot (`positive_data_acceptance`); and what is thrown
away is taken back here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import hypothesis
import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis.errors import Unsatisfiable
from pytest_django import Settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from darkseas.members.personal_tokens import store as tokens
from darkseas.web.api.routes import routes
from darkseas.wsgi import application
from replays_app.recording.start import start
from scenarios_app.models import Revision
from tests.support.members import member
from tests.web.routes.world import World, world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CHECKS: list[Callable[..., Any]] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
#: Requests for each operation, role and mode; in full those 500 of each operation that S-2 wants.
FEW, MANY = 8, 90
NAMES = {route.path: route.name for route in routes()}
#: Schemathesis reads what Django answers without a browser between, that would unpack it.
PLAIN = {"Accept-Encoding": "identity"}


class Asker(NamedTuple):
    """Who asks, on which site, and what they bring."""

    site: World
    role: str
    headers: dict[str, str]


def keys(site: World) -> dict[str, dict[str, str]]:
    """What each role brings: nothing, a token with every scope, the token of a seat."""
    token = tokens.make(member("holder"), "all", ["play", "write"])
    begun = start(Revision.objects.get(scenario__key="salvoes"))
    site.values["seat_battle"] = begun.battle.pk
    side = next(iter(begun.tokens))
    return {
        "anonymous": {},
        "member": {"Authorization": f"Bearer {token}"},
        "seat": {"Authorization": f"Seat {begun.tokens[side]}"},
    }


def put_in(case: schemathesis.Case[Any], site: World, role: str) -> None:
    """Have every second request ask for what is there."""
    known = {**site.values, **site.by_route.get(NAMES[case.operation.path], {})}
    if role == "seat":
        known["battle_id"] = site.values["seat_battle"]
    for part in case.path_parameters or {}:
        case.path_parameters[part] = str(known[part])


@pytest.fixture(autouse=True)
def connection_stays() -> Iterator[None]:
    """Let requests end and keep the connection with the test's transaction, as Django's own client does."""
    signals = request_started, request_finished
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def statuses_of(operation: Any, mode: GenerationMode, most: int, asker: Asker) -> Counter[int]:
    """What an operation answers to so many requests; each answer has been held to the description."""
    statuses = Counter[int]()
    requests = operation.as_strategy(generation_mode=mode)

    @hypothesis.settings(max_examples=most, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(case=requests, is_known=hypothesis.strategies.booleans())
    def ask(case: schemathesis.Case[Any], is_known: bool) -> None:
        if is_known:
            put_in(case, asker.site, asker.role)
        with transaction.atomic():
            answer = case.call(headers={**PLAIN, **asker.headers})
            transaction.set_rollback(True)
        cache.clear()
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    try:
        ask()
    except Unsatisfiable:  # whatever is asked there fits
        assert mode is GenerationMode.NEGATIVE
    return statuses


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("role", ["anonymous", "member", "seat"])
def test_s2_every_answer_is_described(
    role: str, mode: GenerationMode, in_full: bool, settings: Settings
) -> None:
    settings.STREAM_PORT = 8001  # without one a stream is answered 503, as described
    most = MANY if in_full else FEW
    site = world()
    asker = Asker(site, role, keys(site)[role])
    schema: Any = schemathesis.openapi.from_wsgi("/api/schema/", application)
    found = {
        operation.label: statuses_of(operation, mode, most, asker)
        for operation in (result.ok() for result in schema.get_all_operations())
    }
    refused = sum(number for one in found.values() for status, number in one.items() if status >= 400)
    assert 0 < refused < sum(one.total() for one in found.values())
    assert len([label for label, one in found.items() if one]) > 30
