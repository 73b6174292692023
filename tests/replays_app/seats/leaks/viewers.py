"""Those who look at a world: the opponent, as they came to their seat, and people who do not fight in it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client

from replays_app.models import Holding
from tests.support.members import logged_in

from .worlds import MEMBER, TOKEN, VISITOR, VISITOR_KEY, World

#: carl sits in another battle, dora nowhere, and of the last one nothing is known.
SPECTATOR, STRANGER, ANONYMOUS = "spectator", "stranger", "anonymous"
OPPONENT, OWNER = "opponent", "owner"
WATCHERS = (SPECTATOR, STRANGER, ANONYMOUS)


@dataclass(frozen=True)
class Ask:
    """One request."""

    path: str
    method: str = "GET"
    data: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_json: bool = True


@dataclass(frozen=True)
class Viewer:
    """Somebody with a browser or a program; ``name`` is who they are."""

    name: str
    client: Client
    headers: Mapping[str, str]

    def ask(self, asked: Ask) -> str:
        """Status, headers and body of an answer, with every header but the cookies."""
        body: dict[str, Any] = {}
        if asked.data is not None:
            body = {"data": json.dumps(asked.data), "content_type": "application/json"}
            if not asked.is_json:
                body = {"data": asked.data}
        call = getattr(self.client, asked.method.lower())
        answer = call(asked.path, headers={**self.headers, **asked.headers}, **body)
        content = answer.content.decode(errors="replace")
        return f"{answer.status_code} {sorted(answer.items())} {content}"


def viewer(world: World, name: str) -> Viewer:
    """The viewer of this name."""
    if name == OPPONENT:
        return _opponent(world)
    owner = Holding.objects.get(seat__battle=world.battle, seat__side=world.hidden, to_entry=None)
    clients = {SPECTATOR: "carl", STRANGER: "dora", OWNER: owner.member or ""}
    return Viewer(name, logged_in(clients[name]) if name in clients else Client(), {})


def _opponent(world: World) -> Viewer:
    client, headers = Client(), {}
    if world.way == MEMBER:
        client = logged_in("anna")
    elif world.way == VISITOR:
        client.cookies[settings.VISITOR_COOKIE_NAME] = VISITOR_KEY
    elif world.way == TOKEN:
        headers = {"Authorization": f"Seat {world.tokens[world.opponent]}"}
    return Viewer(OPPONENT, client, headers)
