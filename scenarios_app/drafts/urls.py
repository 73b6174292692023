"""URLs of the draft pages and API."""

from django.urls import include, path

from . import api as draft_api
from . import editor_views, publish_views, start_views, views
from .people import views as people_views

api = [
    path("drafts/", draft_api.Drafts.as_view(), name="drafts"),
    path("drafts/<uuid:draft_id>/", draft_api.OneDraft.as_view(), name="draft"),
    path("drafts/<uuid:draft_id>/publish/", draft_api.Publish.as_view(), name="publish"),
    path("drafts/<uuid:draft_id>/states/", draft_api.States.as_view(), name="states"),
    path("drafts/<uuid:draft_id>/states/<int:version>/", draft_api.OneState.as_view(), name="state"),
    path("drafts/<uuid:draft_id>/authors/", draft_api.Authors.as_view(), name="authors"),
    path("scenarios/<slug:key>/", draft_api.OneScenario.as_view(), name="scenario"),
]

urlpatterns = [
    path("api/v1/", include((api, "drafts-api"))),
    path("drafts/", views.mine, name="drafts"),
    path("drafts/new/", start_views.new, name="draft-new"),
    path("drafts/<uuid:draft_id>/", editor_views.editor, name="draft"),
    path("drafts/<uuid:draft_id>/difference/", publish_views.difference, name="draft-difference"),
    path("drafts/<uuid:draft_id>/sharing/", people_views.sharing, name="draft-sharing"),
    path("drafts/<uuid:draft_id>/leave/", people_views.leave, name="draft-leave"),
    path("drafts/invitations/<int:number>/", people_views.answer, name="draft-invitation"),
    path("drafts/<uuid:draft_id>/states/", views.states, name="draft-states"),
    path("drafts/<uuid:draft_id>/delete/", views.delete, name="draft-delete"),
    path("library/<slug:key>/revisions/<int:number>/fork/", start_views.fork, name="fork"),
    path("maps/<slug:key>/use/", start_views.use_map, name="map-use"),
]
