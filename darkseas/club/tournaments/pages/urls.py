"""URLs of tournaments, below those of their club."""

from django.urls import path

from . import (
    action_views,
    file_views,
    league_views,
    regulations_views,
    round_views,
    scenario_vote_views,
    tournament_views,
)
from .table_pages import bid_views, captains_advice_views, table_views, time_views

urlpatterns = [
    path("", regulations_views.tournaments, name="club-tournaments"),
    path("new/", regulations_views.new, name="club-tournament-new"),
    path("<slug:event>/", tournament_views.event, name="club-tournament"),
    path("<slug:event>/standings.csv", file_views.as_csv, name="club-tournament-csv"),
    path("<slug:event>/tournament.json", file_views.as_json, name="club-tournament-json"),
    path("<slug:event>/tournament.trf", file_views.as_trf, name="club-tournament-trf"),
    path("<slug:event>/print/<slug:paper>.pdf", file_views.as_pdf, name="club-tournament-pdf"),
    path("<slug:event>/rounds/<int:number>/results.csv", file_views.sheet, name="club-round-sheet"),
    path("<slug:event>/rounds/<int:number>/bring/", file_views.bring, name="club-round-bring"),
    path("<slug:event>/print/slips/", tournament_views.slips, name="club-tournament-slips"),
    path("<slug:event>/print/certificates/", tournament_views.certificates, name="club-certificates"),
    path("<slug:event>/change/", regulations_views.change, name="club-tournament-change"),
    path("<slug:event>/move/", action_views.move, name="club-tournament-move"),
    path("<slug:event>/enter/", action_views.enter, name="club-tournament-enter"),
    path("<slug:event>/entrants/<int:number>/", action_views.entrant, name="club-tournament-entrant"),
    path("<slug:event>/alternates/", action_views.alternate, name="club-event-alternates"),
    path("<slug:event>/check-in/", action_views.ask_who_is_there, name="club-event-check-in"),
    path("<slug:event>/there/", action_views.put_down_as_there, name="club-event-there"),
    path("<slug:event>/challenge/", round_views.challenge, name="club-ladder-challenge"),
    path("<slug:event>/next-season/", league_views.next_season, name="club-league-next"),
    path("<slug:event>/choices/new/", scenario_vote_views.new, name="club-choice-new"),
    path("<slug:event>/choices/<int:number>/", scenario_vote_views.choice, name="club-choice"),
    path("<slug:event>/rounds/new/", round_views.draw, name="club-tournament-draw"),
    path("<slug:event>/rounds/by-hand/", round_views.by_hand, name="club-tournament-by-hand"),
    path("<slug:event>/rounds/<int:number>/", round_views.deed, name="club-tournament-round"),
    path("<slug:event>/tables/<int:number>/", table_views.table, name="club-tournament-table"),
    path(
        "<slug:event>/tables/<int:number>/captains/", captains_advice_views.advice, name="club-table-captains"
    ),
    path("<slug:event>/tables/<int:number>/times/", time_views.times, name="club-table-times"),
    path("<slug:event>/tables/<int:number>/bid/", bid_views.bid, name="club-table-bid"),
    path("<slug:event>/tables/<int:number>/battle/", bid_views.battle, name="club-table-battle"),
    path("<slug:event>/tables/<int:number>/decide/", table_views.decide, name="club-tournament-decide"),
]
