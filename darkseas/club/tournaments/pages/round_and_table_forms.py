"""Forms for rounds and tables: scenario, dates, result."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms

from darkseas.club.membership.pages.date_fields import MomentField, SpanField
from darkseas.club.membership.pages.zone_fields import ZoneField
from darkseas.club.models import Player
from darkseas.club.results.facts import hundredths
from darkseas.club.results.naming.results_in_words import counted_text, system_title
from darkseas.club.results.naming.scenarios import sides_of
from darkseas.club.tournaments.regulations import MOST_MINUTES, Terms
from darkseas.club.tournaments.reports import DRAW, FIRST, SECOND, Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.web.invisible_characters import FreeTextField, NameField
from darkseas.web.texts.name_keys import name_key
from darkseas.web.texts.similar_names import near

from .scenario_vote_form import the_one_called

USUAL_MINUTES = Terms().answer_minutes
#: Titles to suggest for the start of a title.
MOST_ALIKE = 3
#: Fields that a recorded battle replaces.
TYPED = ("winner", "first_points", "second_points", "first_losses", "second_losses", "is_sure")


class CheckInForm(forms.Form):
    """Closing time of check-in, in the current time zone."""

    until = MomentField(label="Until")


class TimeForm(forms.Form):
    """A proposed time in the player's time zone."""

    at = MomentField(
        label="Date and time",
    )
    zone = ZoneField(label="Your time zone", help_text="Saved for next time.")


class SettingForm(forms.Form):
    """Scenario, sides and deadlines of a round or challenge."""

    scenario = NameField(
        max_length=200,
        help_text="Title of a scenario here, or any other name.",
        widget=forms.TextInput({"list": "scenario-titles", "autocomplete": "off"}),
    )
    is_own_name = forms.BooleanField(required=False, label="Use this name; it is not a scenario of this site")
    first_side = NameField(max_length=80, required=False, help_text="Leave empty for scenarios of this site.")
    second_side = NameField(max_length=80, required=False)
    first_move_by = MomentField(
        required=False,
        label="First orders by",
        help_text="Optional, for rounds over days or weeks; in the club’s time zone.",
    )
    ends_by = MomentField(
        required=False,
        label="Deadline",
    )
    sides_are_bid = forms.BooleanField(
        required=False,
        label="Bids for sides",
        help_text="Opponents make sealed bids of victory points; the higher bidder gets the side.",
    )
    bid_minutes = SpanField(
        required=False,
        most=MOST_MINUTES,
        label="Time for bids",
        help_text="From the start of the round, such as 15 minutes or 2 days. Missing bids are 0.",
    )

    def __init__(
        self,
        *args: Any,
        system: str,
        is_chosen: bool = False,
        is_challenge: bool = False,
        titles: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """Make the form: without scenario if it ``is_chosen``, without dates and bids if it ``is_challenge``.

        ``system`` is the tournament's rules system, ``titles`` are scenarios here that use it.
        """
        super().__init__(*args, **kwargs)
        self.system, self.titles = system, titles
        if not self.is_bound:
            del self.fields["is_own_name"]  # shown only for a possible typo
        if is_chosen:
            for name in ("scenario", "is_own_name", "first_side", "second_side"):
                self.fields.pop(name, None)
        if is_challenge:
            for name in ("first_move_by", "ends_by", "sides_are_bid", "bid_minutes"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Ask about a title that may be a typo, and refuse a deadline before the first orders."""
        data = super().clean() or self.cleaned_data
        text = data.get("scenario") or ""
        is_title = name_key(text) in map(name_key, self.titles)
        alike = () if is_title else self._alike(text)
        if alike and not data.get("is_own_name"):
            meant = " or ".join(f"“{title}”" for title in alike)
            rules = system_title(self.system)
            question = f"{rules} has no such scenario. Did you mean {meant}? If not, confirm it below."
            self.add_error("scenario", question)
        elif not alike:
            self.fields.pop("is_own_name", None)
        first, last = data.get("first_move_by"), data.get("ends_by")
        if first and last and last <= first:
            self.add_error("ends_by", "The deadline is before the first orders. Change one of them.")
        return data

    def _alike(self, text: str) -> tuple[str, ...]:
        """Return titles that resemble a text or start with it, as “River Plate (EasyShips)” for “River
        Plate”.
        """
        longer = [title for title in self.titles if text and name_key(title).startswith(name_key(text))]
        return tuple(longer[:MOST_ALIKE]) or tuple(near(text, self.titles))

    def setting(self, by: Player) -> Setting:
        """Return the entries of a valid form, with the scenario of the site if the title matches one."""
        said = self._setting(by)
        minutes = self.cleaned_data.get("bid_minutes") or USUAL_MINUTES
        return replace(said, bid_minutes=minutes if self.cleaned_data.get("sides_are_bid") else None)

    def _setting(self, by: Player) -> Setting:
        dates = (self.cleaned_data.get("first_move_by"), self.cleaned_data.get("ends_by"))
        if "scenario" not in self.fields:
            return Setting(first_move_by=dates[0], ends_by=dates[1])
        text = self.cleaned_data["scenario"]
        scenario = the_one_called(by, text, self.system, "scenario")
        typed = (self.cleaned_data["first_side"], self.cleaned_data["second_side"])
        keys = list(sides_of(scenario))
        if scenario is None or len(keys) != 2:
            first, second = (
                one or usual for one, usual in zip(typed, ("First side", "Second side"), strict=True)
            )
            return Setting(None, text, first, second, *dates)
        names = sides_of(scenario)
        is_turned = name_key(typed[0]) in (name_key(keys[1]), name_key(names[keys[1]]))
        first, second = (keys[1], keys[0]) if is_turned else (keys[0], keys[1])
        return Setting(scenario, "", first, second, *dates)


class ReportForm(forms.Form):
    """Result of a table; only remarks if a recorded battle gives the result."""

    winner = forms.ChoiceField(widget=forms.RadioSelect)
    first_points = forms.DecimalField(max_digits=8, decimal_places=2, required=False)
    second_points = forms.DecimalField(max_digits=8, decimal_places=2, required=False)
    first_losses = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    second_losses = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    battle = forms.UUIDField(required=False, widget=forms.HiddenInput)
    remarks = FreeTextField(required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 2}))
    is_sure = forms.BooleanField(required=False, label="Correct as entered: the winner has fewer points")
    is_theirs = forms.BooleanField(required=False, label="Link this battle anyway")

    def __init__(
        self,
        *args: Any,
        first: str,
        second: str,
        given: tuple[int, int] = (0, 0),
        is_logged: bool = False,
        is_doubted: bool = False,
        **kwargs: Any,
    ) -> None:
        """Make the form; ``is_logged``: a log gives the result; ``is_doubted``: others seem to have fought
        the battle.
        """
        super().__init__(*args, **kwargs)
        self.given, self.names = given, (first, second)
        if not is_doubted:
            del self.fields["is_theirs"]
        if is_logged:
            for name in TYPED:
                del self.fields[name]
            return
        self.fields["winner"] = forms.ChoiceField(
            label="Winner",
            widget=forms.RadioSelect,
            choices=[(FIRST, first), (SECOND, second), (DRAW, "A draw")],
        )
        for place, name, more in zip(("first", "second"), (first, second), given, strict=True):
            self.fields[f"{place}_points"].label = f"Points of {name}"
            if more:
                help_text = f"Without the bid; the site adds its {more} points."
                self.fields[f"{place}_points"].help_text = help_text
            self.fields[f"{place}_losses"].label = f"Ships lost by {name}"
        if not self.is_bound:
            del self.fields["is_sure"]

    def clean(self) -> dict[str, Any]:
        """Ask for confirmation if the winner has fewer points: often two fields were swapped."""
        data = super().clean() or self.cleaned_data
        if "winner" not in self.fields or data.get("is_sure"):
            return data
        made = (data.get("first_points"), data.get("second_points"))
        if made[0] is None or made[1] is None:
            del self.fields["is_sure"]
            return data
        points = (made[0] + self.given[0], made[1] + self.given[1])
        if points[0] != points[1] and data.get("winner") == (FIRST if points[0] < points[1] else SECOND):
            both = "; ".join(
                counted_text(name, mine, more)
                for name, mine, more in zip(self.names, (made[0], made[1]), self.given, strict=True)
            )
            question = f"The winner has fewer points ({both}). Correct the result, or confirm it here."
            self.add_error("is_sure", question)
        else:
            del self.fields["is_sure"]
        return data

    @property
    def reported(self) -> Reported:
        """The entries of a valid form."""
        data = self.cleaned_data
        if "winner" not in self.fields:
            is_theirs = data.get("is_theirs", False)
            return Reported(DRAW, remarks=data["remarks"], battle=data["battle"], is_theirs=is_theirs)
        points = (data["first_points"], data["second_points"])
        return Reported(
            data["winner"],
            (_kept(points[0]), _kept(points[1])),
            (data["first_losses"], data["second_losses"]),
            data["remarks"],
        )


def _kept(points: Any) -> Any:
    return None if points is None else hundredths(points)
