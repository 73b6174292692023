"""Every address of the site, and how it is asked by who may not know a side's secrets.

An address either knows of battles and is asked, or is named among those that know of none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import get_resolver, reverse

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.events import may_know
from darkseas.engine.orders import IllegalOrder, OrderForm
from darkseas.engine.play.legality import refuse_illegal
from darkseas.engine.play.steps import read_order
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from replays_app.log import store as log_store
from replays_app.recording.at_table import is_at_table
from replays_app.recording.seat_view import seat_view
from replays_app.replay.battle_context import BattleContext
from scenarios_app.models import MemberPage

from .engine_pairs import chooser_of
from .viewers import OPPONENT, Ask
from .worlds import CANARY, World

#: What a form has in its blanks that no system allows.
WRONG_BLANKS: Sequence[dict[str, Json]] = ({}, {"hide": 9, "shell": 1}, {"moves": [{"block": "no-such"}]})


@dataclass(frozen=True)
class Scene:
    """A world as one viewer comes to it: what they know already, and so may ask about."""

    world: World
    viewer: str

    @property
    def is_seated(self) -> bool:
        """Whether it is the opponent."""
        return self.viewer == OPPONENT

    @cached_property
    def length(self) -> int:
        """How many entries the viewer knows."""
        side = self.world.opponent if self.is_seated else None
        entries = log_store.read(self.world.battle.pk)
        return sum(may_know(entry.audience, side) for entry in entries)

    @cached_property
    def order(self) -> tuple[str, dict[str, Json]]:
        """An order that the opponent might give, by their own forms."""
        forms = self.forms
        return random_order(forms, chooser_of(self.world.battle.pk)) if forms else ("plot", {})

    @cached_property
    def forms(self) -> tuple[OrderForm, ...]:
        """The forms of the rules that the opponent may fill; those that end a battle are no example."""
        context = BattleContext.of(self.world.battle)
        view = seat_view(context, self.world.seat)
        return context.system.legal_orders(view.state, self.world.opponent)

    def refuses(self, name: str, blanks: dict[str, Json]) -> bool:
        """Whether the rules refuse an order by what the opponent knows: such a one may be given."""
        context = BattleContext.of(self.world.battle)
        view = seat_view(context, self.world.seat).state
        try:
            refuse_illegal(
                context.system, view, read_order(context.system, self.world.opponent, name, blanks)
            )
        except IllegalOrder:
            return True
        return False

    def path(self, name: str, *more: object) -> str:
        """The address of this name for the battle."""
        return reverse(name, args=[self.world.battle.pk, *more])

    @property
    def perspectives(self) -> tuple[str, ...]:
        """As whom one may wish to look: also as who one is not."""
        return ("", self.world.opponent, self.world.hidden, "all", "observer")


Asking = Callable[[Scene, str], Iterator[Ask]]


def plain(scene: Scene, name: str) -> Iterator[Ask]:
    """A look at a page of the battle, and at its head alone."""
    yield Ask(scene.path(name))
    yield Ask(scene.path(name), "HEAD")


def seen_as(scene: Scene, name: str) -> Iterator[Ask]:
    """A look from every perspective."""
    for perspective in scene.perspectives:
        yield Ask(scene.path(name) + (f"?as={perspective}" if perspective else ""))


def entries(scene: Scene, name: str) -> Iterator[Ask]:
    """All entries, and those after some."""
    for query in ("?count=1000", "", "?after=3&count=4", f"?after={scene.length}"):
        yield Ask(scene.path(name) + query)


def lines(scene: Scene, name: str) -> Iterator[Ask]:
    """The last lines from every perspective, and what comes after them."""
    yield from seen_as(scene, name)
    for first in (max(scene.length - 12, 0), scene.length):
        yield Ask(f"{scene.path(name)}?from={first}&count=1000")


def counterparts(scene: Scene, name: str) -> Iterator[Ask]:
    """The last entries of every perspective, as every other counts them."""
    for of in scene.perspectives:
        for perspective in scene.perspectives:
            for number in (0, max(scene.length - 1, 0), scene.length):
                yield Ask(f"{scene.path(name, number)}?as={perspective}&of={of}")


def pictures(scene: Scene, name: str) -> Iterator[Ask]:
    """The moment that is shown of a link, the last ones, and the small one, from every perspective."""
    for perspective in scene.perspectives:
        for query in ("", f"&at={max(scene.length - 1, 0)}", "&size=small"):
            yield Ask(f"{scene.path(name)}?as={perspective}{query}")


def steps(scene: Scene, name: str) -> Iterator[Ask]:
    """The first entry, the last ones, and those that there are not."""
    for number in (0, scene.length - 2, scene.length - 1, scene.length, scene.length + 1):
        yield Ask(scene.path(name, max(number, 0)))
    for perspective in scene.perspectives[1:]:
        yield Ask(f"{scene.path(name, max(scene.length - 1, 0))}?as={perspective}")


def reels(scene: Scene, name: str) -> Iterator[Ask]:
    """The battle told whole, which no running one is, from every perspective and by any mark."""
    for perspective in scene.perspectives[1:]:
        for mark in ("0" * 32, CANARY):
            yield Ask(scene.path(name, mark, perspective))


def text_pages(scene: Scene, name: str) -> Iterator[Ask]:
    """The pages of the text, with sums too, and one too many."""
    yield from seen_as(scene, name)
    yield Ask(f"{scene.path(name)}?sums=1")
    yield Ask(f"{scene.path(name)}?page=2")


def export(scene: Scene, name: str) -> Iterator[Ask]:
    """The battle file, which a running battle does not give."""
    yield Ask(scene.path(name))
    yield Ask(f"{scene.path(name)}?with=verifier")


def preview(scene: Scene, name: str) -> Iterator[Ask]:
    """Looks at orders, good and bad ones."""
    order, blanks = scene.order
    for data in ({"order": order, "blanks": blanks}, *_wrong(order)):
        yield Ask(scene.path(name), "POST", data)


def next_throw(scene: Scene, name: str) -> Iterator[Ask]:
    """What orders would need of dice: of a battle at a table only wrong ones, for a good one stands then."""
    order, blanks = scene.order
    asked = [data for data in _wrong(order) if scene.refuses(order, data["blanks"])]
    if not (scene.is_seated and is_at_table(scene.world.battle)):
        asked.append({"order": order, "blanks": blanks})
    for data in asked:
        yield Ask(scene.path(name), "POST", {**data, "expected": scene.length})


def confirmations(scene: Scene, name: str) -> Iterator[Ask]:
    """Words on dice of a table by who knows too little or too much: a good one would stand."""
    for expected in (0, scene.length + 1):
        yield Ask(scene.path(name), "POST", {"expected": expected})


def orders(scene: Scene, name: str) -> Iterator[Ask]:
    """Orders that are refused: without a key, wrong ones, and such as know too little or too much."""
    order, blanks = scene.order
    good = {"order": order, "blanks": blanks, "expected": scene.length}
    yield Ask(scene.path(name))
    yield Ask(scene.path(name), "POST", good)
    wrong = [
        {**data, "expected": scene.length} for data in _wrong(order) if scene.refuses(order, data["blanks"])
    ]
    wrong += [{**good, "expected": scene.length + by} for by in (-1, 1, 50)]
    wrong += [{**good, "order": "no-such"}, {**good, "expected": "many"}]
    for number, data in enumerate(wrong):
        yield Ask(scene.path(name), "POST", data, {"Idempotency-Key": f"key-{number}"})
    stale = {**good, "expected": scene.length + 9}
    yield Ask(scene.path(name), "POST", stale, {"Idempotency-Key": CANARY})


def _wrong(order: str) -> list[dict[str, Any]]:
    return [{"order": order, "blanks": blanks} for blanks in WRONG_BLANKS]


def unsent(scene: Scene, name: str) -> Iterator[Ask]:
    """What one has filled oneself: nothing, then something, then nothing again."""
    yield Ask(scene.path(name))
    yield Ask(scene.path(name), "PUT", {"data": {"mine": 1}})
    yield Ask(scene.path(name), "PUT", {"data": None})


def chat(scene: Scene, name: str) -> Iterator[Ask]:
    """Lines read, and written, whose number tells how many there are."""
    yield Ask(scene.path(name))
    yield Ask(scene.path(name), "POST", {"text": "Good evening.", "note": False})
    yield Ask(f"{scene.path(name)}?after=0")


def order_page(scene: Scene, name: str) -> Iterator[Ask]:
    """The plain form, the same since an entry, and sent with what is refused."""
    yield Ask(scene.path(name))
    yield Ask(f"{scene.path(name)}?since=2")
    order, _ = scene.order
    for data in (
        {"order": "no-such"},
        {"order": order, "key": "k1", "expected": str(scene.length - 1)},
        {"order": order, "more": "1"},
    ):
        yield Ask(scene.path(name), "POST", data, is_json=False)


def seat_deed(scene: Scene, name: str) -> Iterator[Ask]:
    """What a button of the page of seats does, and the page after it."""
    more = (1,) if name == "seat-agree" else ()
    yield Ask(scene.path(name, *more), "POST", {"to": "link"}, is_json=False)


def listed(path: str, *queries: str) -> Asking:
    """A page that shows battles among other things."""

    def ask(scene: Scene, name: str) -> Iterator[Ask]:
        for query in ("", *queries):
            yield Ask(path + query)

    return ask


def of_scenario(scene: Scene, name: str) -> Iterator[Ask]:
    """What stands on the page of the scenario of the battles fought on it."""
    yield Ask(reverse(name, args=[scene.world.battle.revision.scenario.key]))


def of_members(scene: Scene, name: str) -> Iterator[Ask]:
    """What members show of themselves to everybody."""
    MemberPage.objects.bulk_create(
        MemberPage(member=member, shows_battles=True) for member in Member.objects.filter(member_page=None)
    )
    for member in Member.objects.all():
        yield Ask(reverse(name, args=[member.username]))


#: How each address that knows of battles is asked. Deeds stand behind looks.
ASKED: Mapping[str, Asking] = {
    "battles-api:battle": plain,
    "battles-api:forms": plain,
    "battles-api:suggestion": plain,
    "battles-api:events": entries,
    "battles-api:outline": seen_as,
    "battles-api:lines": lines,
    "battles-api:step": steps,
    "battles-api:counterpart": counterparts,
    "battles-api:reel": reels,
    "battles-api:export": export,
    "stream": plain,
    "replay": plain,
    "embed": plain,
    "battle-picture": pictures,
    "battle-dice": plain,
    "battle-analysis": plain,
    "battles-api:analysis": plain,
    "battle-analysis-start": seat_deed,
    "battle-analysis-cancel": seat_deed,
    "replay-by-hex": plain,
    "prose": text_pages,
    "report-of-battle": seen_as,
    "play": plain,
    "seats": plain,
    "battles": listed("/battles/", "?page=2"),
    "lobby": listed("/play/", "?system=toy"),
    "home": listed("/"),
    "battles-feed": listed("/battles/new.atom"),
    "fairness": listed("/fairness/"),
    "fairness-register": listed("/fairness/register/"),
    "me": listed("/members/me/"),
    "member_data": listed("/members/me/data/"),
    "notices": listed("/members/me/notices/"),
    "scenario": of_scenario,
    "battles-api:preview": preview,
    "battles-api:next-throw": next_throw,
    "battles-api:confirmations": confirmations,
    "battles-api:rulings": plain,
    "battles-api:own-battles": listed("/api/v1/me/battles"),
    "sign": plain,
    "battles-api:orders": orders,
    "battles-api:unsent": unsent,
    "battles-api:clock": plain,
    "battles-api:answers": plain,
    "chat": chat,
    "orders": order_page,
    "seat-offer": seat_deed,
    "seat-withdraw": seat_deed,
    "seat-agree": seat_deed,
    "seat-umpire": seat_deed,
    "rematch": seat_deed,
    "pause-ask": seat_deed,
    "pause-agree": seat_deed,
    "pause-decline": seat_deed,
    "holidays": listed("/play/holidays/"),
    "member-page": of_members,
}

#: What shows no battle, by the beginnings of the names; or makes one, whose maker alone then knows it.
WITHOUT = (
    "about", "claim", "challenge", "club", "confirm", "difference", "draft", "email_", "favicon", "fight",
    "fork", "handover", "holiday-end", "let-bots-fight", "library", "log", "map", "maps-api:", "drafts-api:",
    "member_delete", "member-page-choose", "notices-stop", "password_", "print", "register",
    "report-decide", "report-map", "report-put-back", "report-scenario", "reports", "revision", "robots",
    "source", "record-from-table", "sign-by-link", "token_", "rule", "scenario-file", "scenario-picture",
    "scenario-schema", "ship", "words", "api-",
)  # fmt: skip
#: Of the API of battles: what begins one, and what belongs to who asked for it.
WITHOUT_API = {"battles-api:battles", "battles-api:fight", "battles-api:job", "battles-api:cancel"}


def all_addresses() -> dict[str, str]:
    """Name and route of every address of the site."""
    return dict(_addresses(get_resolver().url_patterns))


def _addresses(patterns: Sequence[Any], space: str = "", route: str = "") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _addresses(pattern.url_patterns, inner, here)
        else:
            yield f"{space}{pattern.name}", here
