"""A member's wishes: written here, by the form of their page and by the link in a letter."""

from django import forms

from darkseas.members.models import Member
from replays_app.models import Notice, Wish
from replays_app.models.notifications import new_secret

from .public_addresses import LONGEST_URL, BadAddress, check_form


class WishForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's takes none when the site runs
    """Asks how a member wants to be told that they are called."""

    letters = forms.ChoiceField(label="Write to me when I am called", choices=Wish.Letters.choices)
    webhook_url = forms.CharField(
        label="Webhook",
        max_length=LONGEST_URL,
        required=False,
        help_text="An https:// address of your own that is told too; empty for none.",
        widget=forms.URLInput(attrs={"placeholder": "https://", "spellcheck": "false"}),
    )
    new_secret = forms.BooleanField(
        label="Make a new secret",
        required=False,
        help_text="What is signed with the old one is then not ours.",
    )

    class Meta:
        """The secret is ours to make."""

        model = Wish
        fields = ("letters", "webhook_url")

    def clean_webhook_url(self) -> str:
        """Refuse an address that no webhook may have."""
        url: str = self.cleaned_data["webhook_url"].strip()
        if url:
            try:
                check_form(url)
            except BadAddress as fault:
                raise forms.ValidationError(str(fault)) from None
        return url

    def save(self, commit: bool = True) -> Wish:
        """Keep the wishes, with a new secret where one was asked for."""
        if self.cleaned_data["new_secret"]:
            self.instance.webhook_secret = new_secret()
        wish: Wish = super().save(commit)
        return wish


def wish_of(member: Member) -> Wish:
    """Return a member's wishes: those of who never said, where there are none."""
    return Wish.objects.filter(member=member).first() or Wish(member=member)


def stop_letters(member: Member) -> None:
    """Write to a member no more."""
    Wish.objects.filter(member=member).update(letters=Wish.Letters.NEVER)


def shut_out(member: Member) -> None:
    """Tell no webhook any more: somebody else may have set it."""
    Wish.objects.filter(member=member).update(webhook_url="", webhook_secret=new_secret())


def forget(member: Member) -> None:
    """Forget a member's wishes, and what they were told."""
    Notice.objects.filter(member=member).delete()
    Wish.objects.filter(member=member).delete()
