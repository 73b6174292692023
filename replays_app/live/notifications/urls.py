"""URLs of notification pages."""

from django.urls import path

from darkseas.members.urls import for_members

from . import views

urlpatterns = [
    path("members/me/notices/", for_members(views.wishes), name="notices"),
    path("notices/stop/<str:token>/", views.stop, name="notices-stop"),
]
