"""URLs of account pages. Browsers and proxies do not cache them."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LogoutView
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from . import account_views, views
from .personal_tokens import views as token_views

View = Callable[..., HttpResponseBase]


def for_members(view: View) -> View:
    """Require a login for a view, and forbid caching."""
    return never_cache(login_required(view))


def page(template: str) -> View:
    """Return a view of a static page."""
    return TemplateView.as_view(template_name=template, extra_context=views.ENTERING)


urlpatterns = [
    path("login/", views.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("register/", never_cache(views.Register.as_view()), name="register"),
    path("register/sent/", page("members/register_sent.html"), name="register_sent"),
    path("confirm/<str:token>/", never_cache(views.confirm_email), name="email_confirm"),
    path("password/", never_cache(views.PasswordReset.as_view()), name="password_reset"),
    path("password/sent/", page("members/password_reset_sent.html"), name="password_reset_done"),
    path(
        "password/<str:uidb64>/<str:token>/",
        views.PasswordResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path("members/me/", for_members(account_views.me), name="me"),
    path("members/me/data/", for_members(account_views.data), name="member_data"),
    path("members/me/password/", for_members(account_views.PasswordChange.as_view()), name="password_change"),
    path("members/me/email/", for_members(account_views.EmailChange.as_view()), name="email_change"),
    path("members/me/tokens/", for_members(token_views.make), name="token_make"),
    path("members/me/tokens/<int:number>/revoke/", for_members(token_views.revoke), name="token_revoke"),
    path("members/me/delete/", for_members(account_views.Delete.as_view()), name="member_delete"),
]
