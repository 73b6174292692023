"""URLs of results, below their club's."""

from django.urls import path

from . import file_views, list_views, report_views, result_views

urlpatterns = [
    path("", list_views.results, name="club-results"),
    path("waiting/", list_views.waiting, name="club-results-waiting"),
    path("disputes/", list_views.disputes, name="club-results-disputes"),
    path("new/", report_views.new, name="club-result-new"),
    path("new/battle/", report_views.take_battle, name="club-result-battle"),
    path("new/scenarios/", report_views.scenario_search, name="club-result-scenarios"),
    path("results.csv", file_views.as_csv, name="club-results-csv"),
    path("results.json", file_views.as_json, name="club-results-json"),
    path("import/", file_views.bring, name="club-imports"),
    path("import/keep/", file_views.keep, name="club-import-keep"),
    path("import/<int:number>/", file_views.batch, name="club-import"),
    path("import/<int:number>/take-back/", file_views.take_back, name="club-import-take-back"),
    path("<int:number>/", result_views.result, name="club-result"),
    path("<int:number>/confirm/", result_views.confirm, name="club-result-confirm"),
    path("<int:number>/dispute/", result_views.dispute, name="club-result-dispute"),
    path("<int:number>/decide/", result_views.decide, name="club-result-decide"),
    path("<int:number>/correct/", result_views.correct, name="club-result-correct"),
    path("<int:number>/void/", result_views.void, name="club-result-void"),
]
