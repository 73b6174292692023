"""Database models of clubs: players and permissions, results with every step, tournaments.

Steps of results and audit lines are written once, guarded by database triggers. Standings, ratings, honours
and careers are computed from confirmed results and can be rebuilt.
"""

from .agreements import TimeProposal
from .audit import AuditLine
from .choices import AskNotice, Candidate, ScenarioChoice, SideBid, Vote
from .clubs import Club
from .notifications import TournamentNotice
from .players import Application, ClaimOfGuest, Invitation, Player, Right
from .records import RatingDocument, Recomputation
from .results import ImportBatch, Result, ResultNotice, ResultPlayer, ResultSide, ResultStep
from .rounds import Pairing, PairRule, Round
from .scenario_ratings import Opinion
from .seasons import Meeting, Season
from .shares import Share
from .subscriptions import ClubWebhook, RenewedAddress, WebhookDelivery, WeeklyLetter, WeeklyWish
from .tournaments import Entrant, Tournament
from .waiting_list import Alternate

__all__ = [
    "Alternate",
    "Application",
    "AskNotice",
    "AuditLine",
    "Candidate",
    "ClaimOfGuest",
    "Club",
    "ClubWebhook",
    "Entrant",
    "ImportBatch",
    "Invitation",
    "Meeting",
    "Opinion",
    "PairRule",
    "Pairing",
    "Player",
    "RatingDocument",
    "Recomputation",
    "RenewedAddress",
    "Result",
    "ResultNotice",
    "ResultPlayer",
    "ResultSide",
    "ResultStep",
    "Right",
    "Round",
    "ScenarioChoice",
    "Season",
    "Share",
    "SideBid",
    "TimeProposal",
    "Tournament",
    "TournamentNotice",
    "Vote",
    "WebhookDelivery",
    "WeeklyLetter",
    "WeeklyWish",
]
