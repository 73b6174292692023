"""Forms for creating and publishing drafts."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from darkseas.members.models import Member
from darkseas.web.invisible_characters import FreeTextField, NameField
from darkseas.web.texts.name_keys import one_spelling
from scenarios_app.file_format.json_size import MOST_BYTES
from scenarios_app.models import Scenario
from scenarios_app.revisions.licences import LICENCES
from scenarios_app.visibility import STAYS, choices_about

from .publishing import LONGEST_NOTE
from .starting_points import STARTING_POINTS, systems
from .store import LONGEST_TITLE


class BeginForm(forms.Form):
    title = NameField(max_length=LONGEST_TITLE, help_text="Shown to readers and used in the URL.")
    system = forms.ChoiceField(label="Rules system", choices=systems)
    template = forms.ChoiceField(
        label="Begin with",
        choices=[("", "Choose"), *((point.key, f"{point.title}: {point.text}") for point in STARTING_POINTS)],
        help_text="Choose Blank for your own battle, or six ships a side to try the editor.",
    )


class ForkForm(forms.Form):
    """Select the scenario to fork; `scenarios` holds those that the member may open."""

    scenario = forms.CharField(
        max_length=200,
        help_text="Its title, or the last part of its address.",
        widget=forms.TextInput(attrs={"list": "scenarios", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, scenarios: QuerySet[Scenario], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._scenarios = scenarios

    def clean_scenario(self) -> Scenario:
        """Return the scenario with this key or title."""
        text = one_spelling(self.cleaned_data["scenario"])
        scenario = self._scenarios.filter(key=text).first()
        scenario = scenario or self._scenarios.filter(title__iexact=text).order_by("created_at").first()
        if scenario is None:
            raise forms.ValidationError("There is no such scenario. Look for its title in the library.")
        return scenario


class FileForm(forms.Form):
    file = forms.FileField(
        label="Scenario file",
        help_text="A .json file downloaded from a scenario’s page, or written by hand.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> bytes:
        """Return the bytes of the uploaded file."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError("The file is larger than 5 MiB, so it is not a scenario.")
        content: bytes = file.read()
        return content


class PublishForm(forms.Form):
    """Change note, visibility and licence of a new revision."""

    note = FreeTextField(
        label="What changed",
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="A sentence for players of the previous revision.",
    )
    visibility = forms.ChoiceField(label="Visibility")
    licence = forms.ChoiceField(
        label="Licence",
        choices=[("", "Choose"), *((name, f"{name}: {text}") for name, text in LICENCES.items())],
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, member: Member, scenario: Scenario, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_visibility(self.fields["visibility"], member, scenario)
        if scenario.current_id is None:
            del self.fields["note"]


def offer_visibility(field: forms.Field, member: Member, scenario: Scenario) -> None:
    """Fill the field with the owner's visibility choices, including "unchanged" if it applies."""
    if isinstance(field, forms.ChoiceField):
        field.choices = choices_about(scenario, member)
        field.required = STAYS not in dict(choices_about(scenario, member))
