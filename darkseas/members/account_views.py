"""Account pages: stored data, password, e-mail address and deletion."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from darkseas.web.form_submissions.creates_once import creates_once

from . import account_emails, send_email
from .account_emails import Origin
from .account_sections import (
    ARE_SHUT_OUT,
    account_data,
    delete_account,
    programs_of,
    sections_of,
    shut_programs_out,
)
from .email_addresses.email_links import site_of
from .forms import ChangeEmailForm, ChangePasswordForm, OtherPasswordSet, OwnPasswordForm
from .member_request import MemberRequest
from .rate_limited_views import RateLimitedForMember
from .views import NOT_SENT

#: Shown to everybody, whether or not the limit was reached.
IN_AN_HOUR = "We limit e-mails per address and hour. If none arrives, try again later."


@require_safe
def me(request: MemberRequest) -> HttpResponse:
    """Show a member their own page."""
    return render(request, "members/me.html", {"sections": sections_of(request.user)})


@require_safe
def data(request: MemberRequest) -> HttpResponse:
    """Download everything the site stores about a member, as a JSON file."""
    answer = JsonResponse(account_data(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = 'attachment; filename="darkseas-member.json"'
    return answer


class PasswordChange(RateLimitedForMember, auth_views.PasswordChangeView):
    """Changes the password and logs out all other devices."""

    request: MemberRequest
    template_name = "members/password_change.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("me")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the programs that keep access to the account, so that the member can revoke them."""
        return super().get_context_data(programs=programs_of(self.request.user), **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Store the password and inform the member by e-mail; revoke programs only if asked to."""
        try:
            answer = super().form_valid(form)
        except OtherPasswordSet:
            form.add_error("old_password", "Your password has changed. Enter the current one.")
            return self.form_invalid(form)
        done = "Your password has been changed. You are logged out on all other devices."
        if "shut-out" in self.request.POST:
            shut_programs_out(form.user)
            done += f" {ARE_SHUT_OUT}"
        if form.user.email:
            send_email.send_if_possible("password_changed", form.user.email, member=form.user)
        messages.success(self.request, done)
        if programs_of(form.user) and "shut-out" not in self.request.POST:
            words = "The programs named on this page still have access. Revoke any that you do not know."
            messages.info(self.request, words)
        return answer


class MemberFormView(RateLimitedForMember, FormView):  # type: ignore[type-arg]  # Django's takes none when the site runs
    """A form view that passes the logged-in member to its form."""

    request: MemberRequest

    def get_form_kwargs(self) -> dict[str, Any]:
        """Add the logged-in member."""
        return {**super().get_form_kwargs(), "member": self.request.user}


@method_decorator(creates_once, name="post")
class EmailChange(MemberFormView):
    """Sends a link to the new address; the answer is the same whether or not it has an account."""

    template_name = "members/email_change.html"
    form_class = ChangeEmailForm
    success_url = reverse_lazy("me")

    def form_valid(self, form: ChangeEmailForm) -> HttpResponse:
        """Send the confirmation link."""
        address = form.cleaned_data["email"]
        try:
            account_emails.change_email(self.request.user, address, Origin(site_of(self.request)))
        except send_email.NotSent:
            form.add_error("email", NOT_SENT)
            return self.form_invalid(form)
        messages.success(
            self.request, f"We sent a link to {address}. Open it to confirm the address. {IN_AN_HOUR}"
        )
        return super().form_valid(form)


class Delete(MemberFormView):
    """Deletes the account."""

    template_name = "members/delete.html"
    form_class = OwnPasswordForm

    def form_valid(self, form: OwnPasswordForm) -> HttpResponse:
        """Delete the account and log out."""
        delete_account(form.member)
        logout(self.request)
        messages.success(self.request, "Your account has been deleted.")
        return redirect("/")
