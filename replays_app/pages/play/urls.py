"""URLs of the battle pages."""

from django.urls import path

from . import views
from .orders_page import orders

urlpatterns = [
    path("battles/<uuid:battle_id>/play/", views.fight, name="play"),
    path("battles/<uuid:battle_id>/orders/", orders, name="orders"),
]
