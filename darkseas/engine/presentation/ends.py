"""The reason why a battle ended, worded for any reader."""

import re
from collections.abc import Mapping
from fractions import Fraction

from ..events import BattleEnded
from .words import mixed, points

#: The recorded reasons if a side resigned or ran out of time. Stored logs contain these words.
RESIGNED = "The other side resigned."
RAN_OUT_OF_TIME = "The other side ran out of time."
_DEEDS = {RESIGNED: "resigned", RAN_OUT_OF_TIME: "ran out of time"}
#: Points in a recorded reason: “1 points”, “15/2 points”.
_POINTS = re.compile(r"\b([0-9]{1,9}(?:/[1-9][0-9]{0,8})?) points\b")
#: Multiples of the other score, and the recorded phrase for reaching the required points.
_TIMES = re.compile(r"\b([0-9]{1,9}/[1-9][0-9]{0,8}) times\b")
_HAS_THEM = ", and has them."


def end_reason(event: BattleEnded, side_names: Mapping[str, str]) -> str:
    """Return the recorded reason; if a side gave up, name that side, because it may be the reader's own.

    With more than two sides the record does not say which one gave up.
    """
    deed = _DEEDS.get(event.reason)
    if deed is None:
        return reason_text(event.reason)
    losers = [side for side in event.scores if side != event.winner]
    if event.winner is None or len(losers) != 1:
        return f"One side {deed}."
    return f"{side_names.get(losers[0], losers[0])} {deed}."


def reason_text(reason: str) -> str:
    """Return a recorded reason with its numbers as people say them: “1 point”, “7½ points”, “1½ times”."""
    said = _POINTS.sub(lambda match: points(Fraction(match[1])), reason)
    said = _TIMES.sub(lambda match: f"{mixed(Fraction(match[1]))} times", said)
    return said.replace(_HAS_THEM, " and reached that.")
