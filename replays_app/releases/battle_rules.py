"""The rules of a battle: the current release runs in this process, an older one from its archive.

Current code always folds states, because it can read every log. But only the battle's own release decides
which orders are legal and what their results are. It receives the log and folds it itself.
"""

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol
from uuid import UUID

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.rolls import Dice
from darkseas.engine.events import Fact, OrderGiven, may_know
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.play import steps
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import read
from darkseas.engine.serialization.records import record
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from darkseas.rules.door.answers import RulesFinding
from darkseas.rules.door.form_json import form_from_json, form_to_json
from replays_app.log import store as log_store
from replays_app.models import Battle

from . import children
from .archives import RulesNotHere
from .children import RulesFell

#: The rule that a refusal cites if a release cannot run.
RELEASE = "release"
#: Forms that a process caches, because pages, projections and streams need the same ones.
REMEMBERED = 256

log = logging.getLogger(__name__)


class Known(Protocol):
    """How far a battle's log was read, and the state at that entry."""

    @property
    def state(self) -> Any:
        """The state, folded by current code."""

    @property
    def position(self) -> int:
        """The number of entries of the whole log up to there."""

    @property
    def draw_offer(self) -> str:
        """The side with an open draw offer."""


@record
class OwnOrder:
    """An order of an older release in its stored form, which only that release can read."""

    order: str
    blanks: Json


@dataclass(frozen=True, slots=True)
class OwnRules:
    """The rules of one battle. ``system`` is the current rules system."""

    battle: Battle
    system: RulesSystem

    @property
    def are_todays(self) -> bool:
        """Whether the battle uses the current release, and is adjudicated in this process."""
        return self.battle.release == registry.RELEASE

    def read_order(self, side: str, name: str, blanks: Json) -> Given:
        """Return an order from its stored name and blanks. Raises IllegalOrder."""
        if self.are_todays or name in steps.SHARED_ORDERS:
            return steps.read_order(self.system, side, name, blanks)
        return Given(side, OwnOrder(name, blanks))

    def as_given(self, given: Given) -> OrderGiven:
        """Return the OrderGiven event of an order. An order of an older release keeps the form that its
        player sent.
        """
        if isinstance(given.order, OwnOrder):
            return OrderGiven(given.side, given.order.order, given.order.blanks)
        return steps.as_given(self.system, given)

    def take_step(
        self, full: Known, given: Given, dice: Dice, entry: OrderGiven | None = None
    ) -> tuple[Fact, ...]:
        """Return the facts of one step on the whole log. Raises IllegalOrder, and the errors of the dice.

        If an older release is not installed, players can still resign or agree on a draw.
        """
        if self.are_todays:
            return self._decided_today(full, given, dice, entry)
        try:
            return self._decided(full, given, dice, entry or self.as_given(given))
        except RulesNotHere as trouble:
            log.error("battle %s: %s", self.battle.pk, trouble)
            if not isinstance(given.order, OwnOrder):
                return self._decided_today(full, given, dice, entry)
            raise self._refusal("are not installed") from None
        except RulesFell as trouble:
            log.error("battle %s: %s", self.battle.pk, trouble)
            raise self._refusal("did not answer") from None

    def legal_orders(self, view: Known, side: str) -> tuple[OrderForm, ...]:
        """Return the forms of a side in its view; none if an older release cannot run."""
        if self.are_todays:
            return self.system.legal_orders(view.state, side)
        try:
            return _forms(self.battle.release, self.system.key, self.battle.pk, side, view.position)
        except (RulesNotHere, RulesFell) as trouble:
            log.error("battle %s: %s", self.battle.pk, trouble)
            return ()

    def bot_order(
        self, view: Known, side: str, forms: Sequence[OrderForm], seed: bytes
    ) -> tuple[str, dict[str, Json]]:
        """Return the captain's order for a side. Raises RulesNotHere, RulesFell."""
        if self.are_todays:
            return self.system.bot(view.state, side, tuple(forms), Chooser(seed))
        told: dict[str, Json] = {"forms": [form_to_json(form) for form in forms], "seed": seed.hex()}
        stored = _stored(self.battle.pk, view.position, side)
        said = self._ask({"ask": "choose", "side": side, **told}, stored)["answer"]
        return said["order"], said["blanks"]

    def check(self, stored: Iterable[bytes], *, is_strict: bool = False) -> list[RulesFinding]:
        """Return the errors that an older release finds in a log. Raises RulesNotHere, RulesFell."""
        said = self._ask({"ask": "check", "is_strict": is_strict}, stored)["answer"]
        return [RulesFinding(*found) for found in said]

    def _decided_today(
        self, full: Known, given: Given, dice: Dice, entry: OrderGiven | None
    ) -> tuple[Fact, ...]:
        return steps.take_step(self.system, full.state, given, dice, entry, full.draw_offer)

    def _decided(self, full: Known, given: Given, dice: Dice, entry: OrderGiven) -> tuple[Fact, ...]:
        told = {"side": entry.side, "order": entry.order, "blanks": entry.blanks, "nonce": entry.nonce}
        question = {"ask": "decide", **told, "draw_offer": full.draw_offer}
        said = self._ask(question, _stored(self.battle.pk, full.position), dice)
        if "refused" in said:
            raise IllegalOrder(**said["refused"])
        return tuple([self._fact(fact) for fact in said["answer"]])

    def _fact(self, told: Json) -> Fact:
        """Return a fact of an older release. Raises RulesFell for another schema version."""
        codec, kind = log_store.codec_of(self.system.key), told["kind"]
        if kind not in codec.types or codec.shape(kind) != told["shape"]:
            raise RulesFell(
                f"{self.battle.release} writes {kind} in a schema version ({told['shape']}) that is gone."
            )
        return Fact(read(codec.types[kind], told["payload"]), tuple(told["audience"]))

    def _refusal(self, why: str) -> IllegalOrder:
        name = self.battle.release
        return IllegalOrder(
            f"This battle uses the rules {name}, which {why}, so no order can be adjudicated now. "
            "You can read it, resign or agree on a draw; it continues once its rules are available.",
            rule=RELEASE,
            field="order",
        )

    def _ask(self, question: Mapping[str, Json], stored: Iterable[bytes], dice: Dice | None = None) -> Json:
        return _ask(self.battle.release, self.system.key, question, stored, dice)


@lru_cache(maxsize=REMEMBERED)
def _forms(release: str, system: str, battle_id: UUID, side: str, position: int) -> tuple[OrderForm, ...]:
    """Return the forms of a side after so many entries. They never change, so they are cached."""
    stored = _stored(battle_id, position, side)
    said = _ask(release, system, {"ask": "forms", "side": side}, stored, None)
    return tuple([form_from_json(form) for form in said["answer"]])


def _stored(battle_id: UUID, stop: int, side: str | None = None) -> list[bytes]:
    """Return the stored entries before this number; with a side, only those that the side may see."""
    rows = [row.data for row in log_store.rows(battle_id, 0, stop)]
    if side is None:
        return rows
    return [data for data in rows if may_know(tuple(json.loads(data)["audience"]), side)]


def _ask(
    release: str, system: str, question: Mapping[str, Json], stored: Iterable[bytes], dice: Dice | None
) -> Json:
    asked = json.dumps({**question, "system": system}, separators=(",", ":")).encode()
    return children.ask(release, asked[:-1] + b',"entries":[' + b",".join(stored) + b"]}", dice)
