"""Addresses of what is printed for a real table."""

from django.urls import path

from . import print_views

urlpatterns = [
    path("library/<slug:key>/print/", print_views.choose, name="print"),
    path("library/<slug:key>/print/<slug:sheet>.pdf", print_views.sheet, name="print-sheet"),
    path("library/<slug:key>/revisions/<int:number>/print/", print_views.choose, name="revision-print"),
    path(
        "library/<slug:key>/revisions/<int:number>/print/<slug:sheet>.pdf",
        print_views.sheet,
        name="revision-print-sheet",
    ),
]
