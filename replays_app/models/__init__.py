"""Battles, their seats, their event log, and the projections built from the log.

The log is authoritative. Only `log/store.py` writes it, and database triggers protect it. Summaries, dice
tallies and ship records are projections, which can be deleted and rebuilt.
"""

from .analyses import BattleAnalysis
from .at_table import Signature, SigningLink, TableRecord
from .battles import FROM_FILE, Battle, BattleSecret, Seat
from .challenges import Challenge
from .chat import ChatLine
from .clocks import Clock, Holiday, Pause, Spell
from .holdings import Handover, Holding
from .jobs import Balance, Job
from .log import Finding, LogEntry, LogStamp, Receipt
from .notifications import Notice, Wish
from .prerendered_replays import Reel
from .projections import Call, DiceTally, Listing, ShipRecord, Summary
from .standing_orders import StandingAnswer
from .unsent_orders import UnsentOrder

__all__ = [
    "FROM_FILE",
    "Balance",
    "Battle",
    "BattleAnalysis",
    "BattleSecret",
    "Call",
    "Challenge",
    "ChatLine",
    "Clock",
    "DiceTally",
    "Finding",
    "Handover",
    "Holding",
    "Holiday",
    "Job",
    "Listing",
    "LogEntry",
    "LogStamp",
    "Notice",
    "Pause",
    "Receipt",
    "Reel",
    "Seat",
    "ShipRecord",
    "Signature",
    "SigningLink",
    "Spell",
    "StandingAnswer",
    "Summary",
    "TableRecord",
    "UnsentOrder",
    "Wish",
]
