"""The site's addresses: each part of the site brings its own."""

from django.urls import include, path

from darkseas.web.sending.search_engines import robots
from darkseas.web.static_files import favicon

urlpatterns = [
    path("favicon.ico", favicon, name="favicon"),
    path("robots.txt", robots, name="robots"),
    path("", include("darkseas.members.urls")),
    path("", include("darkseas.web.api.urls")),
    path("", include("darkseas.companion.urls")),
    path("", include("darkseas.club.urls")),
    path("", include("scenarios_app.urls")),
    path("", include("replays_app.urls")),
]

handler400 = "darkseas.web.problems.bad_request"
handler403 = "darkseas.web.problems.permission_denied"
handler404 = "darkseas.web.problems.page_not_found"
handler500 = "darkseas.web.problems.server_error"
