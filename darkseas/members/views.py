"""Pages for registering, confirming an address, logging in and out, and resetting a password."""

import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from darkseas.web.form_submissions.creates_once import creates_once

from . import account_emails, rate_limits, send_email
from .account_sections import ARE_SHUT_OUT, programs_of, shut_programs_out
from .email_addresses import signed_links
from .email_addresses.email_links import site_of
from .email_addresses.reserved_names import TAKEN
from .forms import (
    LogInForm,
    NewPasswordForm,
    OtherPasswordSet,
    PasswordLinkForm,
    RegisteredPasswordForm,
    RegisterForm,
)
from .models import Member
from .rate_limited_views import RateLimited, RateLimitedLogIn, know, too_many

NOT_SENT = "We could not send the e-mail. Check the address, or try again in an hour."
#: Session key of the member registered in this browser, who need not log in again after confirming the
#: address.
NEWCOMER = "newcomer"
#: Context of these pages: the header's login link must not lead back to them.
ENTERING = {"is_entering": True}


def onward(request: HttpRequest) -> str:
    """Return the safe ``next`` URL within this site, or ""."""
    address = request.POST.get("next", request.GET.get("next", ""))
    hosts, is_secure = {request.get_host()}, request.is_secure()
    return address if url_has_allowed_host_and_scheme(address, hosts, require_https=is_secure) else ""


def _reason(wanted: str) -> str:
    """Return the reason why a page needs a login, or "" for a public page."""
    return next((words for address, words in settings.LOGIN_REASONS if re.match(address, wanted)), "")


def with_next(address: str, wanted: str) -> str:
    """Return the path of a page of this module with the ``next`` URL, if any."""
    return f"{address}?{urlencode({'next': wanted})}" if wanted else address


class LogIn(RateLimitedLogIn, auth_views.LoginView):
    """Logs a member in by name or address; ``next`` may only lead to this site."""

    template_name = "members/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True
    extra_context = ENTERING

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the reason why the requested page needs a login."""
        return super().get_context_data(reason=_reason(onward(self.request)), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, and mark the browser as known."""
        answer = super().form_valid(form)
        know(answer, form.get_user())
        return answer

    def get_success_url(self) -> str:
        """Redirect to ``next``, unless that is the login page itself."""
        address = super().get_success_url()
        is_circle = urlsplit(address).path == self.request.path
        return resolve_url(settings.LOGIN_REDIRECT_URL) if is_circle else address


@method_decorator(creates_once, name="post")
class Register(RateLimited, FormView):  # type: ignore[type-arg]  # Django's takes none when the site runs
    """Registers a new member; the answer is the same whether or not the address has an account."""

    template_name = "members/register.html"
    form_class = RegisterForm
    success_url = reverse_lazy("register_sent")
    extra_context = ENTERING
    limited_as = "register"
    limited_field = "email"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect members to ``next`` or their own page."""
        if request.user.is_authenticated:
            return redirect(onward(request) or "me")
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the ``next`` URL."""
        return super().get_context_data(next=onward(self.request), **kwargs)

    def form_valid(self, form: RegisterForm) -> HttpResponse:
        """Store the newcomer and send the confirmation link, which carries the ``next`` URL."""
        origin = account_emails.Origin(site_of(self.request), onward(self.request))
        newcomer = form.save(commit=False)
        try:
            account_emails.register(newcomer, form.cleaned_data["email"], origin)
        except account_emails.NameTaken:
            form.add_error("username", TAKEN)
        except send_email.NotSent:
            form.add_error("email", NOT_SENT)
        if not form.is_valid():
            return self.form_invalid(form)
        self.request.session[NEWCOMER] = newcomer.pk
        return super().form_valid(form)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by its link; it takes a button, because mail programs open links too.

    In another browser than the one that registered, it asks for the password of the registration. Otherwise
    somebody could register with a stranger's address and get an account that the stranger confirms.
    """
    claim, wanted = signed_links.claim_of(token), onward(request)
    if claim is None:
        return render(request, "members/link_spent.html", ENTERING, status=410)
    form = _password_asked(request, claim)
    is_sent = request.method == "POST"
    wait = rate_limits.wait_after("own_password", name=str(claim.member.pk)) if is_sent and form else 0
    if wait:
        return too_many(request, wait)
    if not is_sent or (form is not None and not form.is_valid()):
        asked = {"claim": claim, "next": wanted, "form": form, **ENTERING}
        return render(request, "members/email_confirm.html", asked, status=422 if is_sent else 200)
    if not account_emails.confirm(claim):
        return render(request, "members/link_spent.html", ENTERING, status=410)
    messages.success(request, f"{claim.address} is confirmed.")
    was_here = request.session.pop(NEWCOMER, None) == claim.member.pk
    is_theirs = was_here or form is not None
    if request.user.is_authenticated or not is_theirs:
        return redirect(
            (wanted or "me") if request.user.is_authenticated else with_next(reverse("login"), wanted)
        )
    login(request, claim.member)
    know(answer := redirect(wanted or "me"), claim.member)
    return answer


def _password_asked(request: HttpRequest, claim: signed_links.Claim) -> RegisteredPasswordForm | None:
    """Return the form for the registration's password, or None if none is needed."""
    member = claim.member
    is_known = request.user == member or request.session.get(NEWCOMER) == member.pk
    if is_known or member.email_confirmed_at is not None or member.unconfirmed_email != claim.address:
        return None
    return RegisteredPasswordForm(member, request.POST if request.method == "POST" else None)


@method_decorator(creates_once, name="post")
class PasswordReset(RateLimited, auth_views.PasswordResetView):
    """Sends a password link; answer and response time are the same for every address."""

    template_name = "members/password_reset.html"
    form_class = PasswordLinkForm
    success_url = reverse_lazy("password_reset_done")
    extra_context = ENTERING
    limited_as = "password_reset"
    limited_field = "email"

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Send the link if a member has this address."""
        origin = account_emails.Origin(site_of(self.request))
        account_emails.ask_for_password_link(form.cleaned_data["email"], origin)
        return HttpResponseRedirect(self.get_success_url())


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    """Sets a password after the link was opened, which also confirms the address."""

    template_name = "members/password_set.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("login")
    extra_context = ENTERING

    def form_valid(self, form: "SetPasswordForm[Member]") -> HttpResponse:
        """Store the password, confirm the address and revoke all programs.

        Somebody else may have used the account in the meantime and kept a token.
        """
        try:
            answer = super().form_valid(form)
        except OtherPasswordSet:  # the same link was used at the same moment
            return render(self.request, "members/link_spent.html", ENTERING, status=410)
        member = form.user
        done = "Your password is set. Log in with it."
        if programs_of(member):
            done += f" {ARE_SHUT_OUT}"
        shut_programs_out(member)
        member.refresh_from_db(fields=["email", "email_confirmed_at"])
        if member.email and member.email_confirmed_at is None:
            member.confirm_email(member.email)
        know(answer, member)
        messages.success(self.request, done)
        return answer
