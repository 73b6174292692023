"""Players' names on the signatures page. The person who opened the table may correct them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

from darkseas.web.invisible_characters import NameField
from replays_app.models import Battle, TableRecord
from replays_app.recording.table_recorders import table_names
from replays_app.recording.table_recorders.signatures import LONGEST_NAME
from replays_app.seats.viewer_seat import Holder


class NamesForm(forms.Form):
    """Players' names by side."""

    def __init__(self, data: Mapping[str, Any] | None, sides: Sequence[str]) -> None:
        super().__init__(data)
        self.sides = sides
        for side in sides:
            self.fields[f"name-{side}"] = NameField(max_length=LONGEST_NAME, required=False)

    @property
    def given(self) -> dict[str, str]:
        """Return the names by side, empty for none."""
        return {side: " ".join(self.cleaned_data[f"name-{side}"].split()) for side in self.sides}


def correct(request: HttpRequest, battle: Battle) -> None:
    """Store the posted names and add a message with the result."""
    form = NamesForm(request.POST, table_names.may_correct(battle))
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
    elif table_names.correct(battle, form.given):
        messages.success(request, "Names corrected. The correction is listed on this page.")
    else:
        messages.info(request, "Names unchanged.")


def of_names(battle: Battle, person: Holder) -> dict[str, Any]:
    """Return the names for the signatures page, which shows them only to the person who opened the table."""
    record = TableRecord.objects.filter(battle=battle).first()
    if record is None:
        return {"corrections": [], "names": []}
    is_opener = table_names.has_opened(person, battle)
    corrections = [{**one, "at": parse_datetime(one["at"])} for one in record.corrections]
    mine = table_names.may_correct(battle) if is_opener else ()
    return {"corrections": corrections, "shows_names": is_opener, "names": list(mine)}
