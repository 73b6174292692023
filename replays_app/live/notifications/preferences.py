"""A member's notification preferences, set on their page or by a link in an e-mail."""

from django import forms

from darkseas.members.models import Member
from replays_app.models import Notice, Wish
from replays_app.models.notifications import new_secret

from .public_addresses import LONGEST_URL, BadAddress, check_form


class WishForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's takes none when the site runs
    """Form of the notification preferences."""

    letters = forms.ChoiceField(label="E-mail when orders are due", choices=Wish.Letters.choices)
    webhook_url = forms.CharField(
        label="Webhook",
        max_length=LONGEST_URL,
        required=False,
        help_text="Your own https:// address, called as well (optional).",
        widget=forms.URLInput(attrs={"placeholder": "https://", "spellcheck": "false"}),
    )
    new_secret = forms.BooleanField(
        label="Replace the secret",
        required=False,
        help_text="The old secret stops working.",
    )

    class Meta:
        """The site generates the secret."""

        model = Wish
        fields = ("letters", "webhook_url")

    def clean_webhook_url(self) -> str:
        url: str = self.cleaned_data["webhook_url"].strip()
        if url:
            try:
                check_form(url)
            except BadAddress as fault:
                raise forms.ValidationError(str(fault)) from None
        return url

    def save(self, commit: bool = True) -> Wish:
        """Store the preferences, with a new secret if requested."""
        if self.cleaned_data["new_secret"]:
            self.instance.webhook_secret = new_secret()
        wish: Wish = super().save(commit)
        return wish


def wish_of(member: Member) -> Wish:
    """Return a member's preferences, or the defaults."""
    return Wish.objects.filter(member=member).first() or Wish(member=member)


def stop_letters(member: Member) -> None:
    """Turn off a member's e-mails."""
    Wish.objects.filter(member=member).update(letters=Wish.Letters.NEVER)


def shut_out(member: Member) -> None:
    """Remove the webhook, which somebody else may have set."""
    Wish.objects.filter(member=member).update(webhook_url="", webhook_secret=new_secret())


def forget(member: Member) -> None:
    """Delete a member's preferences and notifications."""
    Notice.objects.filter(member=member).delete()
    Wish.objects.filter(member=member).delete()
