"""All that somebody is answered in a world, by the name of what they asked; and where two worlds differ."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from .addresses import ASKED, Scene
from .emails import letters_to
from .stream_talk import stream_talk
from .viewers import OPPONENT, OWNER, WATCHERS, Ask, Viewer, viewer
from .worlds import Pair, World, lived_in

#: What the asker hears without having asked for it.
STREAM, LETTERS = "what the stream says", "letters and webhooks"

#: Made by chance for each answer, and of no meaning: nothing else may differ.
_BY_CHANCE = (
    re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+'),
    re.compile(r'(?<=name="key" value=")[0-9a-f]{32}'),
    re.compile(r'(?<=data-csrf=")\w+'),
    re.compile(r"urn:uuid:[-0-9a-f]{36}"),
    re.compile(r"(?<='Expires', ')[^']+"),
    re.compile(r"(?<='RateLimit', ')[^']+"),
)

#: Every address, and what comes by itself; while the stream is heard, more happens in secret.
EVERYWHERE = (*ASKED, LETTERS, STREAM)

Answers = Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """What is asked in one comparison: who looks, where, and which of the requests to an address.

    ``turn`` picks one request an address, another one for each turn, and of those who only watch every second
    address; None asks for all of them.
    """

    names: tuple[str, ...] = (OPPONENT,)
    asked: tuple[str, ...] = EVERYWHERE
    turn: int | None = None

    def asked_by(self, name: str) -> tuple[str, ...]:
        """The addresses that a viewer asks."""
        is_brief = self.turn is not None and name in WATCHERS
        return self.asked[(self.turn or 0) % 2 :: 2] if is_brief else self.asked

    def requests(self, scene: Scene, address: str) -> list[Ask]:
        """The requests to an address."""
        found = list(ASKED[address](scene, address))
        return found if self.turn is None else [found[self.turn % len(found)]]


def differences(
    pair: Pair, part: Part, plant: Callable[[pytest.MonkeyPatch], None] | None = None
) -> list[str]:
    """The labels of all answers that two worlds give otherwise: status, headers and bytes.

    ``plant`` changes the site once a world is made.
    """
    seen: list[Answers] = []
    for which in (0, 1):
        with lived_in(pair, which) as world, pytest.MonkeyPatch.context() as patch:
            if plant is not None:
                plant(patch)
            seen.append(answers(world, part))
    first, second = seen
    return [label for label in {**first, **second} if first.get(label) != second.get(label)]


def answers(world: World, part: Part) -> Answers:
    """All that viewers get, after the owner of the secrets has looked at theirs."""
    _owner_looks(world)
    texts: dict[str, str] = {}
    for name in part.names:
        who, scene = viewer(world, name), Scene(world, name)
        for address in part.asked_by(name):
            texts |= _answers_from(address, who, scene, part)
    return {label: blanked(text) for label, text in texts.items()}


def _answers_from(address: str, who: Viewer, scene: Scene, part: Part) -> Answers:
    if address == STREAM:
        return {f"{who.name}: {STREAM}": stream_talk(scene.world, who)}
    if address == LETTERS:
        return {f"{who.name}: {LETTERS}": letters_to(who.name)}
    asked = part.requests(scene, address)
    return {_label(who.name, address, one, number): who.ask(one) for number, one in enumerate(asked)}


def _owner_looks(world: World) -> None:
    """Let the owner fill every cache that there is with what they may see."""
    own = viewer(world, OWNER)
    base = f"/api/v1/battles/{world.battle.pk}"
    for path in ("/forms", "/outline", "/lines"):
        own.ask(Ask(base + path))


def _label(name: str, address: str, asked: Ask, number: int) -> str:
    query = asked.path.partition("?")[2]
    return f"{name}: {address} {asked.method} {query} ({number})"


def blanked(text: str) -> str:
    """The text without what chance has made for this answer alone."""
    for pattern in _BY_CHANCE:
        text = pattern.sub("-", text)
    return text
