"""URLs of the library: search, scenarios, revisions and downloads."""

from urllib.parse import quote, unquote

from django.urls import path, register_converter

from . import api, member_pages, revision_views, scenario_views, source_form
from . import views as library_views


class MemberName:
    """A member's name in a URL. Accepts every stored name, including names that are no longer allowed."""

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """Return the name."""
        return unquote(value)

    def to_url(self, value: str) -> str:
        """Return the name without a slash."""
        return quote(value, safe="") if "/" in value or "%" in value else value


register_converter(MemberName, "member")

urlpatterns = [
    path("api/v1/scenarios/", api.tell_scenarios, name="api-scenarios"),
    path("library/", library_views.library, name="library"),
    path("sources/new/", source_form.write, name="source-new"),
    path("members/me/page/", member_pages.choose, name="member-page-choose"),
    path("members/<member:name>/", member_pages.member_page, name="member-page"),
    path("library/<slug:key>/", scenario_views.scenario, name="scenario"),
    path("library/<slug:key>/difference/", revision_views.difference, name="difference"),
    path("library/<slug:key>/scenario.json", revision_views.download, name="scenario-file"),
    path("library/<slug:key>/revisions/<int:number>/", revision_views.revision, name="revision"),
    path(
        "library/<slug:key>/revisions/<int:number>/scenario.json",
        revision_views.download,
        name="revision-file",
    ),
]
