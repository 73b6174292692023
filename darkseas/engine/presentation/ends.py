"""Why a battle has ended, in words that are right for whoever reads them."""

import re
from collections.abc import Mapping
from fractions import Fraction

from ..events import BattleEnded
from .words import mixed, points

#: The reasons on record where one side gives up; logs have been written with these words.
RESIGNED = "The other side resigned."
RAN_OUT_OF_TIME = "The other side ran out of time."
_DEEDS = {RESIGNED: "resigned", RAN_OUT_OF_TIME: "ran out of time"}
#: Points as a reason on record has them: “1 points”, “15/2 points”.
_POINTS = re.compile(r"\b([0-9]{1,9}(?:/[1-9][0-9]{0,8})?) points\b")
#: So many times the other's score, and how a reason says that a side has what it needed.
_TIMES = re.compile(r"\b([0-9]{1,9}/[1-9][0-9]{0,8}) times\b")
_HAS_THEM = ", and has them."


def end_reason(event: BattleEnded, side_names: Mapping[str, str]) -> str:
    """Return the reason on record; where a side gave up, with its name: who reads it may be that side.

    Of more than two sides the record of the end does not say which it was.
    """
    deed = _DEEDS.get(event.reason)
    if deed is None:
        return reason_text(event.reason)
    losers = [side for side in event.scores if side != event.winner]
    if event.winner is None or len(losers) != 1:
        return f"One side {deed}."
    return f"{side_names.get(losers[0], losers[0])} {deed}."


def reason_text(reason: str) -> str:
    """Return a reason on record with its numbers as they are said: “1 point”, “7½ points”, “1½ times”."""
    said = _POINTS.sub(lambda match: points(Fraction(match[1])), reason)
    said = _TIMES.sub(lambda match: f"{mixed(Fraction(match[1]))} times", said)
    return said.replace(_HAS_THEM, " and reached that.")
