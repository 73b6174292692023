"""URLs of a club and its people."""

from django.urls import path

from .pages import calendar_views, club_views, joining_views, people_views, shared_views

urlpatterns = [
    path("", club_views.clubs, name="clubs"),
    path("new/", club_views.new, name="club-new"),
    path("signs/<str:device>.svg", club_views.sign, name="club-sign"),
    path("join/<str:token>/", joining_views.join, name="club-join"),
    path("<slug:slug>/", club_views.club, name="club"),
    path("<slug:slug>/change/", club_views.change, name="club-change"),
    path("<slug:slug>/apply/", joining_views.apply_to, name="club-apply"),
    path("<slug:slug>/applications/<int:number>/", joining_views.answer, name="club-answer"),
    path("<slug:slug>/leave/", joining_views.leave, name="club-leave"),
    path("<slug:slug>/links/", joining_views.invite, name="club-invite"),
    path("<slug:slug>/links/<int:number>/end/", joining_views.end_invitation, name="club-link-end"),
    path("<slug:slug>/members/", people_views.members, name="club-members"),
    path("<slug:slug>/members/guests/", people_views.add_guest, name="club-guest"),
    path("<slug:slug>/members/<int:number>/", people_views.player, name="club-player"),
    path("<slug:slug>/members/<int:number>/rights/", people_views.change_right, name="club-right"),
    path("<slug:slug>/members/<int:number>/remove/", people_views.remove, name="club-remove"),
    path("<slug:slug>/members/<int:number>/claim/", people_views.claim_guest, name="club-claim"),
    path("<slug:slug>/members/<int:number>/merge/", people_views.merge_guest, name="club-guest-merge"),
    path("<slug:slug>/members/<int:number>/split/", people_views.split_guest, name="club-guest-split"),
    path("<slug:slug>/claims/<int:number>/", people_views.decide_claim, name="club-claim-decide"),
    path("<slug:slug>/calendar/", calendar_views.dates, name="club-calendar"),
    path("<slug:slug>/calendar/new/", calendar_views.new_meeting, name="club-meeting-new"),
    path("<slug:slug>/calendar/<int:number>/", calendar_views.meeting, name="club-meeting"),
    path("<slug:slug>/calendar/<int:number>/cancel/", calendar_views.cancel, name="club-meeting-cancel"),
    path("<slug:slug>/calendar/seasons/rule/", calendar_views.season_rule, name="club-season-rule"),
    path("<slug:slug>/calendar/seasons/new/", calendar_views.new_season, name="club-season-new"),
    path("<slug:slug>/calendar/seasons/<int:number>/", calendar_views.season, name="club-season-change"),
    path("<slug:slug>/shared/", shared_views.shared, name="club-shared"),
    path("<slug:slug>/shared/<int:number>/take-out/", shared_views.take_out, name="club-take-out"),
]
