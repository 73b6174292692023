"""URLs for writing reports, and for moderators' decisions."""

from django.urls import path

from . import source_views, views

urlpatterns = [
    path("library/<slug:key>/report/", views.report_scenario, name="report-scenario"),
    path("maps/<slug:key>/report/", views.report_map, name="report-map"),
    path("reports/", views.reports, name="reports"),
    path("reports/<int:report_id>/", views.decide, name="report-decide"),
    path("reports/<int:report_id>/put-back/", views.put_back, name="report-put-back"),
    path("sources/", source_views.waiting_notes, name="sources"),
    path("sources/accepted.json", source_views.accepted_file, name="sources-file"),
    path("sources/<int:note_id>/", source_views.decide, name="source-decide"),
]
