"""Deciding an umpire's ruling, alike for all systems.

What really happened at the table goes on record even where the rules forbid it, marked as a ruling.
"""

from ..events import EVERYONE, UMPIRE, Fact, RulingMade
from ..orders import IllegalOrder, Rule
from ..serialization.codec import BadShape, read
from ..system import RulesSystem


def decide(system: RulesSystem, side: str, order: Rule) -> tuple[Fact, ...]:
    """The ruling and its events. Only the umpire's seat may rule, and only with a reason."""
    if side != UMPIRE:
        raise IllegalOrder("Only the umpire may make a ruling.", rule="ruling", field="side")
    if not order.reason.strip():
        raise IllegalOrder("A ruling needs a reason.", rule="ruling", field="blanks.reason")
    facts = [Fact(RulingMade(order.reason, order.rule), EVERYONE)]
    for place, ruled in enumerate(order.events):
        kind = system.events.get(ruled.kind)
        field = f"blanks.events.{place}"
        if kind is None:
            raise IllegalOrder(f"There is no event “{ruled.kind[:60]}”.", rule="ruling", field=field)
        try:
            facts.append(Fact(read(kind, dict(ruled.payload)), ruled.audience))
        except BadShape as error:
            raise IllegalOrder(str(error), rule="ruling", field=f"{field}.payload") from None
    return tuple(facts)
