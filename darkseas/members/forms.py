"""Forms for members: Django's own forms with our labels and messages.

In the type stubs, some of Django's forms are generic, but not at run time. Hence the ``type: ignore``
comments.
"""

from typing import Any, cast

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    SetPasswordMixin,
    UsernameField,
)
from django.core.exceptions import ValidationError
from django.db import transaction

from .email_addresses import reserved_names
from .models import Member
from .usernames import LONGEST_NAME

LONGEST_ADDRESS = 254
ADVICE = "At least 8 characters; four unrelated words are good."
DIFFERENT = "The passwords do not match. Enter them again."


class OtherPasswordSet(Exception):
    """The member's password has changed since the form was sent."""


class PasswordAdvice(SetPasswordMixin):  # type: ignore[type-arg]
    """Adds advice on passwords, and shows all errors at the first of the two password fields."""

    error_messages = {"password_mismatch": DIFFERENT}
    first_label = "New password"
    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first, second = [name for name in self.fields if name.endswith(("password1", "password2"))]
        self.fields[self.first].help_text = ADVICE
        self.fields[self.first].label = self.first_label
        self.fields[second].help_text = ""
        self.fields[second].label = "Repeat password"

    def validate_password_for_user(self, user: Member, *_: str) -> None:
        """Run Django's validators."""
        super().validate_password_for_user(user, self.first)

    def set_password_and_save(self, user: Member, *args: Any, **kwargs: Any) -> Member:
        """Store only the password, since other fields of the row may have changed in the meantime.

        Raises OtherPasswordSet if another request has set a password, or the member has been deactivated.
        """
        if user.pk is None:
            return cast(Member, super().set_password_and_save(user, *args, **kwargs))
        with transaction.atomic():
            rows = Member.objects.select_for_update(no_key=True).filter(pk=user.pk)
            if not rows.filter(password=user.password, is_active=user.is_active).exists():
                raise OtherPasswordSet
            user.set_password(self.cleaned_data[self.first])
            user.save(update_fields=["password"])
        return user


def address_field(label: str = "E-mail address", help_text: str = "") -> forms.EmailField:
    """Return the field for an e-mail address."""
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(label=label, max_length=LONGEST_ADDRESS, widget=widget, help_text=help_text)


class LogInForm(AuthenticationForm):
    """The login form."""

    username = UsernameField(
        label="Name or e-mail address",
        widget=forms.TextInput(attrs={"autofocus": True, "spellcheck": "false"}),
    )
    error_messages = {
        "invalid_login": ("Name, address or password is wrong. Try again, or set a new password."),
        "unconfirmed": (
            "Confirm your e-mail address first: open the link in our e-mail. "
            "If you did not get it, register again with the same name and address."
        ),
        "inactive": "This account is closed.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["maxlength"] = LONGEST_ADDRESS

    def confirm_login_allowed(self, user: Member) -> None:
        """Refuse members without a confirmed address."""
        super().confirm_login_allowed(user)
        if user.email_confirmed_at is None:
            raise ValidationError(self.error_messages["unconfirmed"], code="unconfirmed")


class RegisterForm(PasswordAdvice, BaseUserCreationForm):  # type: ignore[type-arg]
    """The registration form. It does not check whether the address is in use."""

    first_label = "Password"
    email = address_field(
        help_text="For confirmation and the e-mails that you choose. Other members cannot see it."
    )

    class Meta:
        """Leaves out the model's address field, because Django would reveal that an address is in use."""

        model = Member
        fields = ("username",)
        field_classes = {"username": UsernameField}
        labels = {"username": "Name"}
        help_texts = {"username": f"Up to {LONGEST_NAME} letters, digits and . + - _, no spaces."}

    field_order = ("username", "email", "password1", "password2")

    def clean_email(self) -> str:
        """Set the address on the instance, so that the password validators compare against it."""
        address: str = Member.objects.normalize_email(self.cleaned_data["email"])
        self.instance.email = address
        return address

    def clean(self) -> dict[str, Any]:
        """Reject a name that is reserved for somebody with another address."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if name := cleaned.get("username"):
            fault = reserved_names.fault_of(name, cleaned.get("email", ""))
            if fault:
                self.add_error("username", ValidationError(fault, code="unique"))
        return cleaned

    def validate_unique(self) -> None:
        """Skip Django's check, which would also find expired reservations."""


class PasswordLinkForm(PasswordResetForm):
    """Form for the address that receives the password link."""

    email = address_field()


class NewPasswordForm(PasswordAdvice, SetPasswordForm):  # type: ignore[type-arg]
    """Form for a new password, behind the link in the e-mail."""


class ChangePasswordForm(PasswordAdvice, PasswordChangeForm):
    """Form to change the password, with the old one."""

    error_messages = {
        "password_mismatch": DIFFERENT,
        "password_incorrect": "Wrong password. Try again.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = "Current password"


class OwnPasswordForm(forms.Form):
    """Form that asks for the password before an action that cannot be undone."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    #: Error for any other password.
    wrong = "Wrong password. Try again."

    def __init__(self, member: Member, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member

    def clean_password(self) -> str:
        """Check the password."""
        password: str = self.cleaned_data["password"]
        if not self.member.check_password(password):
            raise ValidationError(self.wrong, code="password_incorrect")
        return password


class RegisteredPasswordForm(OwnPasswordForm):
    """Form for the password chosen at registration, to confirm the address in another browser."""

    wrong = (
        "Wrong password. Try again. If yours does not work, somebody else has "
        "registered with your address: register again."
    )


class ChangeEmailForm(OwnPasswordForm):
    """Form for a new e-mail address, with the password."""

    email = address_field(
        "New e-mail address", "We will send a link there. Your address changes when you open it."
    )
    field_order = ("email", "password")

    def clean_email(self) -> str:
        """Reject the member's current address."""
        address: str = Member.objects.normalize_email(self.cleaned_data["email"])
        if address == self.member.email:
            raise ValidationError("This is already your e-mail address.", code="same")
        return address
