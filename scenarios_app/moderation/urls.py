"""Addresses of reports: where one is written, and where moderators decide."""

from django.urls import path

from . import views

urlpatterns = [
    path("library/<slug:key>/report/", views.report_scenario, name="report-scenario"),
    path("maps/<slug:key>/report/", views.report_map, name="report-map"),
    path("reports/", views.reports, name="reports"),
    path("reports/<int:report_id>/", views.decide, name="report-decide"),
    path("reports/<int:report_id>/put-back/", views.put_back, name="report-put-back"),
]
