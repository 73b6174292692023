"""The form in which the scenario of a round is left to dice or to votes."""

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
    "One a line: the title of a scenario here, or any other with its sides:"
    " The coves | Red | Blue. It may be left for each round."
)
#: So many scenarios of one title are named by their addresses, to choose from.
MOST_NAMED = 3
USUAL_SIDES = ("First side", "Second side")


class ChoiceForm(forms.Form):
    """Asks from which scenarios the next round's is chosen, and how."""

    way = forms.ChoiceField(
        label="How?",
        widget=forms.RadioSelect,
        choices=[
            (ScenarioChoice.Way.DRAWN, "Dice choose when the round is drawn"),
            (ScenarioChoice.Way.VOTED, "Those who have entered vote"),
        ],
    )
    candidates = FreeTextField(
        max_length=8000,
        label="Scenarios",
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="One a line: the title of a scenario here, or any other: The coves | Red | Blue.",
    )
    minutes = SpanField(
        most=MOST_MINUTES,
        label="Time for a vote",
        help_text="From now: 15 minutes for an evening, 2 days by letter. You may close it early.",
    )

    def clean_candidates(self) -> tuple[str, ...]:
        """Return the lines that say something."""
        return lines_in(self.cleaned_data["candidates"], MOST_CANDIDATES)

    def offered(self, by: Player, system: str) -> list[Setting]:
        """Return the scenarios of a form that is valid, those of the site where a title is of one by the
        tournament's rules.
        """
        return [_setting(by, line, system) for line in self.cleaned_data["candidates"]]


def the_one_called(by: Player, text: str, system: str, field: str) -> Scenario | None:
    """Return the scenario of this title or key, None where none is called so.

    Raises TournamentRefused, at this field, where several are, none of which is the library's.
    """
    found = called(by, text, system)
    if len(found) > 1:
        keys = ", ".join(one.key for one in found[:MOST_NAMED])
        reason = f"Several scenarios are called “{text}”: name one by the end of its address ({keys})."
        raise TournamentRefused(reason, field)
    return found[0] if found else None


def lines_in(text: Any, most: int) -> tuple[str, ...]:
    """Return the lines of a text that say something, so many at the most: each is looked up one by one.

    Raises ValidationError for more of them, and for signs that nobody sees.
    """
    lines = tuple(line for each in str(text).splitlines() if (line := " ".join(each.split())))
    if len(lines) > most:
        raise forms.ValidationError(f"At most {most} lines, please; there are {len(lines)}.")
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
