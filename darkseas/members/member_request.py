"""Types for requests of a logged-in member, as views behind ``login_required`` and the like receive them."""

from django.http import HttpRequest
from rest_framework.request import Request

from .models import Member


class MemberRequest(HttpRequest):
    """A request for a page that only members see."""

    user: Member


class MemberAPIRequest(Request):
    """A request to a part of the API that only members use."""

    user: Member
