"""Forms for helpers, visibility and ownership of a scenario."""

from typing import Any

from django import forms

from darkseas.members.models import Member
from scenarios_app.drafts.forms import offer_visibility
from scenarios_app.models import Draft
from scenarios_app.visibility import choice_about

from .invitations import HELP, names_asked


class SharingForm(forms.Form):
    """Helpers, and visibility of the published scenario."""

    names = forms.CharField(
        label="Who works on it with you",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=(
            "Names of members, one a line. Who is new here is asked first. They may change the draft; you "
            "alone publish it."
        ),
    )
    visibility = forms.ChoiceField(label="Who may see it")

    def __init__(self, *args: Any, member: Member, draft: Draft, **kwargs: Any) -> None:
        helping = draft.authors.order_by("username").values_list("username", flat=True)
        names = [*helping, *names_asked(draft.scenario, HELP)]
        first = {"names": "\n".join(names), "visibility": choice_about(draft.scenario, member)}
        super().__init__(*args, **{"initial": first, **kwargs})
        offer_visibility(self.fields["visibility"], member, draft.scenario)
        if draft.scenario.current_id is None:
            del self.fields["visibility"]

    def clean_names(self) -> list[str]:
        return [name.strip() for name in self.cleaned_data["names"].splitlines() if name.strip()]


class TransferForm(forms.Form):
    """Name of the new owner."""

    owner = forms.CharField(
        label="Hand it on to",
        max_length=40,
        help_text=(
            "A member’s name. The scenario is theirs once they accept; you go on helping until they say "
            "otherwise. A club that sees it goes on seeing it only if they are of that club; if not, it is "
            "private once they accept. Your own name takes an offer back."
        ),
    )
