"""Form to choose the scenario of a round by dice or vote."""

from typing import Any

from django import forms

from darkseas.club.membership.pages.date_fields import SpanField
from darkseas.club.models import Player, ScenarioChoice
from darkseas.club.results.naming.scenarios import called, sides_of
from darkseas.club.tournaments.regulations import MOST_CANDIDATES, MOST_MINUTES
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.web.invisible_characters import FreeTextField, refuse_unseen
from scenarios_app.models import Scenario

CANDIDATE_HELP = (
    "One per line: a title of this site, or any name with sides: The coves | Red | Blue. Optional."
)
#: Scenarios with the same title to list by address.
MOST_NAMED = 3
USUAL_SIDES = ("First side", "Second side")


class ChoiceForm(forms.Form):
    """Scenarios for the next round, and the way to choose one."""

    way = forms.ChoiceField(
        label="Method",
        widget=forms.RadioSelect,
        choices=[
            (ScenarioChoice.Way.DRAWN, "Dice, when the round is paired"),
            (ScenarioChoice.Way.VOTED, "Vote of the entrants"),
        ],
    )
    candidates = FreeTextField(
        max_length=8000,
        label="Scenarios",
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="One per line: a title of this site, or any name with sides: The coves | Red | Blue.",
    )
    minutes = SpanField(
        most=MOST_MINUTES,
        label="Time for a vote",
        help_text="From now, such as 15 minutes or 2 days. You can close the vote early.",
    )

    def clean_candidates(self) -> tuple[str, ...]:
        return lines_in(self.cleaned_data["candidates"], MOST_CANDIDATES)

    def offered(self, by: Player, system: str) -> list[Setting]:
        """Return the scenarios of a valid form; titles match scenarios of the site with the same rules."""
        return [_setting(by, line, system) for line in self.cleaned_data["candidates"]]


def the_one_called(by: Player, text: str, system: str, field: str) -> Scenario | None:
    """Return the scenario with this title or key, or None.

    Raises TournamentRefused for this field if several match and none is in the library.
    """
    found = called(by, text, system)
    if len(found) > 1:
        keys = ", ".join(one.key for one in found[:MOST_NAMED])
        reason = f"Several scenarios are called “{text}”. Enter the end of an address instead ({keys})."
        raise TournamentRefused(reason, field)
    return found[0] if found else None


def lines_in(text: Any, most: int) -> tuple[str, ...]:
    """Return the non-empty lines of a text, at most ``most``, because each costs a query.

    Raises ValidationError for more lines, and for invisible characters.
    """
    lines = tuple(line for each in str(text).splitlines() if (line := " ".join(each.split())))
    if len(lines) > most:
        raise forms.ValidationError(f"Enter at most {most} lines; there are {len(lines)}.")
    for line in lines:
        refuse_unseen(line)
    return lines


def _setting(by: Player, line: str, system: str) -> Setting:
    title, *sides = (part.strip() for part in line.split("|"))
    scenario = the_one_called(by, title, system, "candidates")
    keys = list(sides_of(scenario))
    if scenario is not None and len(keys) == len(USUAL_SIDES):
        return Setting(scenario, "", keys[0], keys[1])
    first, second = (*[one or None for one in sides], None, None)[:2]
    return Setting(None, title, first or USUAL_SIDES[0], second or USUAL_SIDES[1])
