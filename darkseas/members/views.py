"""Pages through which a member comes in: register, confirm, log in and out, set a forgotten password."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from . import emails, registration, signed_links
from .forms import TAKEN, LogInForm, NewPasswordForm, PasswordLinkForm, RegisterForm
from .models import Member
from .rate_limited_views import RateLimited

NOT_SENT = "The mail to this address could not be sent. Check the address, or try again in an hour."
#: The header's link to log in leads back to where one was, but not to these pages.
ENTERING = {"is_entering": True}


class LogIn(RateLimited, auth_views.LoginView):
    """Lets a member in, by name or address; ``next`` leads on, within this site alone."""

    template_name = "members/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True
    extra_context = ENTERING
    limited_as = "login"
    limited_field = "username"

    def get_success_url(self) -> str:
        """Lead on, but not round in a circle."""
        address = super().get_success_url()
        is_circle = urlsplit(address).path == self.request.path
        return resolve_url(settings.LOGIN_REDIRECT_URL) if is_circle else address


class Register(RateLimited, FormView):  # type: ignore[type-arg]  # Django's takes none when the site runs
    """Takes in a new member; the answer is the same whether or not the address has an account."""

    template_name = "members/register.html"
    form_class = RegisterForm
    success_url = reverse_lazy("register_sent")
    extra_context = ENTERING
    limited_as = "register"
    limited_field = "email"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead a member to their own page."""
        if request.user.is_authenticated:
            return redirect("me")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: RegisterForm) -> HttpResponse:
        """Store the newcomer and send the letter."""
        newcomer = form.save(commit=False)
        try:
            registration.register(newcomer, form.cleaned_data["email"], self.request.build_absolute_uri)
        except registration.NameTaken:
            form.add_error("username", TAKEN)
        except emails.NotSent:
            form.add_error("email", NOT_SENT)
        return super().form_valid(form) if form.is_valid() else self.form_invalid(form)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by its link; only the button does it, for mail programs open links too."""
    claim = signed_links.claim_of(token)
    if claim and request.method == "POST" and registration.confirm(claim):
        messages.success(request, f"{claim.address} is confirmed.")
        return redirect("me" if request.user.is_authenticated else "login")
    if claim is None or request.method == "POST":
        return render(request, "members/link_spent.html", ENTERING, status=410)
    return render(request, "members/email_confirm.html", {"claim": claim, **ENTERING})


class PasswordReset(RateLimited, auth_views.PasswordResetView):
    """Sends the link for setting a password; the answer is the same for every address."""

    template_name = "members/password_reset.html"
    form_class = PasswordLinkForm
    success_url = reverse_lazy("password_reset_done")
    extra_context = ENTERING
    limited_as = "password_reset"
    limited_field = "email"

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Send it to whoever has this address."""
        for member in form.get_users(form.cleaned_data["email"]):
            registration.send_password_link(member, self.request.build_absolute_uri)
        return HttpResponseRedirect(self.get_success_url())


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    """Sets a password for who has opened the link: the link has proved the address too."""

    template_name = "members/password_set.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("login")
    extra_context = ENTERING

    def form_valid(self, form: "SetPasswordForm[Member]") -> HttpResponse:
        """Store the password, and the address as confirmed."""
        answer = super().form_valid(form)
        member = form.user
        if member.email and member.email_confirmed_at is None:
            member.confirm_email(member.email)
        messages.success(self.request, "Your password is set. Log in with it.")
        return answer
