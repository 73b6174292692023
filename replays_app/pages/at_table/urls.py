"""URLs of tabletop battles' pages."""

from django.urls import path

from . import signing_views

urlpatterns = [
    path("battles/<uuid:battle_id>/sign/", signing_views.sign, name="sign"),
    path("signatures/<str:token>/", signing_views.sign_by_link, name="sign-by-link"),
]
