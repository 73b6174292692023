"""The site's addresses: each part of the site brings its own."""

from importlib.util import find_spec

from django.urls import include, path

PARTS = ("scenarios_app.urls", "replays_app.urls")

urlpatterns = [path("", include(part)) for part in PARTS if find_spec(part)]

handler400 = "darkseas.problems.bad_request"
handler403 = "darkseas.problems.permission_denied"
handler404 = "darkseas.problems.page_not_found"
handler500 = "darkseas.problems.server_error"
