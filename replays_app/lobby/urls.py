"""URLs of the lobby."""

from django.urls import include, path

from . import api as lobby_api
from . import challenge_views, clock_section, lobby_views, seat_views, solo_views, table_views

api = [
    path("challenges", lobby_api.Challenges.as_view(), name="challenges"),
    path("challenges/<str:token>/accept", lobby_api.Accept.as_view(), name="accept"),
]

urlpatterns = [
    path("api/v1/", include((api, "challenges-api"))),
    path("play/", lobby_views.lobby, name="lobby"),
    path("play/claim/", lobby_views.claim, name="claim"),
    path("play/fight/", solo_views.fight_chosen, name="fight-chosen"),
    path("scenarios/<slug:key>/fight/", solo_views.fight, name="fight"),
    path("scenarios/<slug:key>/table/", table_views.record, name="record-from-table"),
    path("scenarios/<slug:key>/bots/", solo_views.let_bots_fight, name="let-bots-fight"),
    path("play/holidays/", clock_section.my_holidays, name="holidays"),
    path("play/holidays/<int:holiday_id>/end/", clock_section.end_holiday, name="holiday-end"),
    path("challenges/new/", challenge_views.new, name="challenge-new"),
    path("challenges/make/", challenge_views.make, name="challenge-make"),
    path("challenges/<str:token>/", challenge_views.challenge, name="challenge"),
    path("challenges/<str:token>/accept/", challenge_views.accept, name="challenge-accept"),
    path("challenges/<str:token>/withdraw/", challenge_views.withdraw, name="challenge-withdraw"),
    path("challenges/<str:token>/umpire/", challenge_views.umpire, name="challenge-umpire"),
    path("handovers/<str:token>/", seat_views.handover, name="handover"),
    path("battles/<uuid:battle_id>/seats/", seat_views.seats, name="seats"),
    path("battles/<uuid:battle_id>/seats/offer/", seat_views.offer_seat, name="seat-offer"),
    path("battles/<uuid:battle_id>/seats/withdraw/", seat_views.withdraw_offer, name="seat-withdraw"),
    path("battles/<uuid:battle_id>/seats/umpire/", seat_views.answer_umpire, name="seat-umpire"),
    path("battles/<uuid:battle_id>/seats/<int:offer_id>/agree/", seat_views.agree, name="seat-agree"),
    path("battles/<uuid:battle_id>/pause/ask/", clock_section.ask_for_pause, name="pause-ask"),
    path("battles/<uuid:battle_id>/pause/agree/", clock_section.agree_to_pause, name="pause-agree"),
    path("battles/<uuid:battle_id>/pause/decline/", clock_section.decline_pause, name="pause-decline"),
    path("battles/<uuid:battle_id>/rematch/", seat_views.rematch, name="rematch"),
]
