"""URLs of clubs' feeds and of the weekly email."""

from django.urls import path

from darkseas.members.urls import for_members

from . import feed_views, file_views, webhook_views, weekly_views

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", file_views.calendar_file, name="club-calendar-file"),
    path("clubs/<slug:slug>/results.atom", file_views.results_feed, name="club-results-feed"),
    path("clubs/<slug:slug>/dispatches/", feed_views.dispatches, name="club-dispatches"),
    path("clubs/<slug:slug>/dispatches/renew/", feed_views.renew, name="club-address-renew"),
    path("clubs/<slug:slug>/webhooks/", webhook_views.webhooks, name="club-webhooks"),
    path("clubs/<slug:slug>/webhooks/<int:number>/", webhook_views.deed, name="club-webhook"),
    path("members/me/weekly/", for_members(weekly_views.weekly), name="club-weekly"),
    path("weekly/stop/<str:token>/", weekly_views.stop, name="club-weekly-stop"),
]
