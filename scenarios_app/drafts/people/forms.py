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
        label="Helpers",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=(
            "Names of members, one per line. New helpers are asked first. Helpers can edit the draft; only "
            "you can publish it."
        ),
    )
    visibility = forms.ChoiceField(label="Visibility")

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
        label="New owner",
        max_length=40,
        help_text=(
            "A member’s name. The scenario is theirs once they accept; you stay a helper until they remove "
            "you. If a club sees the scenario and they are not in that club, it becomes private. Enter your "
            "own name to withdraw an offer."
        ),
    )
