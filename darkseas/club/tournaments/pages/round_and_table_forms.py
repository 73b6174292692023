"""Forms of rounds and tables: what is fought about, when, and how it ended."""

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
from darkseas.web.texts.similar_names import near

from .scenario_vote_form import the_one_called

USUAL_MINUTES = Terms().answer_minutes
#: So many titles are asked about where a text is the beginning of them.
MOST_ALIKE = 3
#: What nobody types where a recorded battle says it.
TYPED = ("winner", "first_points", "second_points", "first_losses", "second_losses", "is_sure")


class CheckInForm(forms.Form):
    """Asks until when people say that they are there, in the time zone that is current."""

    until = MomentField(label="Until")


class TimeForm(forms.Form):
    """Asks for a moment in a time zone of one's own, and for the zone."""

    at = MomentField(
        label="When could you fight?",
    )
    zone = ZoneField(label="Your time zone", help_text="It is kept for the next time.")


class SettingForm(forms.Form):
    """Asks what a round is fought about."""

    scenario = NameField(
        max_length=200,
        help_text="The title of a scenario here, or of any other in your own words.",
        widget=forms.TextInput({"list": "scenario-titles", "autocomplete": "off"}),
    )
    is_own_name = forms.BooleanField(required=False, label="It is called so, and is no scenario of this site")
    first_side = NameField(
        max_length=80, required=False, help_text="A scenario of the library brings its own."
    )
    second_side = NameField(max_length=80, required=False)
    first_move_by = MomentField(
        required=False,
        label="First orders by",
        help_text="For rounds over days or weeks, in the club’s time. Empty for an evening.",
    )
    ends_by = MomentField(
        required=False,
        label="To be fought by",
    )
    sides_are_bid = forms.BooleanField(
        required=False,
        label="Sides are bid for",
        help_text="Both of a table bid victory points, under seal: the higher bid has its side.",
    )
    bid_minutes = SpanField(
        required=False,
        most=MOST_MINUTES,
        label="Time for bids",
        help_text="15 minutes, 2 days: from the beginning of the round. Who gives none by then bids 0.",
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
        """Ask for the scenario too, unless it ``is_chosen``; of a challenge for neither dates nor bids.

        ``system`` is the tournament's, ``titles`` those of scenarios here that are fought by it.
        """
        super().__init__(*args, **kwargs)
        self.system, self.titles = system, titles
        if not self.is_bound:
            del self.fields["is_own_name"]  # asked where a title may be a slip
        if is_chosen:
            for name in ("scenario", "is_own_name", "first_side", "second_side"):
                self.fields.pop(name, None)
        if is_challenge:
            for name in ("first_move_by", "ends_by", "sides_are_bid", "bid_minutes"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Ask about a title that may be a slip, and refuse first orders that are due after the end."""
        data = super().clean() or self.cleaned_data
        text = data.get("scenario") or ""
        is_title = text.casefold() in (title.casefold() for title in self.titles)
        alike = () if is_title else self._alike(text)
        if alike and not data.get("is_own_name"):
            meant = " or ".join(f"“{title}”" for title in alike)
            rules = system_title(self.system)
            question = f"No scenario by {rules} is called so. Did you mean {meant}? If not, say so below."
            self.add_error("scenario", question)
        elif not alike:
            self.fields.pop("is_own_name", None)
        first, last = data.get("first_move_by"), data.get("ends_by")
        if first and last and last <= first:
            self.add_error("ends_by", "It ends after its first orders are due. Change one of the two.")
        return data

    def _alike(self, text: str) -> tuple[str, ...]:
        """Titles that a text nearly is, or begins: “River Plate” begins “River Plate (EasyShips)”."""
        longer = [title for title in self.titles if text and title.casefold().startswith(text.casefold())]
        return tuple(longer[:MOST_ALIKE]) or tuple(near(text, self.titles))

    def setting(self, by: Player) -> Setting:
        """What a form says that is valid, with a scenario of the site where the title is of one."""
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
        is_turned = typed[0].casefold() in (keys[1].casefold(), names[keys[1]].casefold())
        first, second = (keys[1], keys[0]) if is_turned else (keys[0], keys[1])
        return Setting(scenario, "", first, second, *dates)


class ReportForm(forms.Form):
    """Asks how a battle of a tournament ended; where a recorded battle says it, for remarks alone."""

    winner = forms.ChoiceField(widget=forms.RadioSelect)
    first_points = forms.DecimalField(max_digits=8, decimal_places=2, required=False)
    second_points = forms.DecimalField(max_digits=8, decimal_places=2, required=False)
    first_losses = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    second_losses = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    battle = forms.UUIDField(required=False, widget=forms.HiddenInput)
    remarks = FreeTextField(required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 2}))
    is_sure = forms.BooleanField(required=False, label="It is so: the winner made fewer points")
    is_theirs = forms.BooleanField(required=False, label="They fought it: link it all the same")

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
        """Ask how it ended; ``is_logged``: a log knows; ``is_doubted``: others seem to have fought it."""
        super().__init__(*args, **kwargs)
        self.given, self.names = given, (first, second)
        if not is_doubted:
            del self.fields["is_theirs"]
        if is_logged:
            for name in TYPED:
                del self.fields[name]
            return
        self.fields["winner"] = forms.ChoiceField(
            label="Who won?",
            widget=forms.RadioSelect,
            choices=[(FIRST, first), (SECOND, second), (DRAW, "A draw")],
        )
        for place, name, more in zip(("first", "second"), (first, second), given, strict=True):
            self.fields[f"{place}_points"].label = f"Points of {name}"
            if more:
                help_text = f"As made in the battle: the {more} of the bid are added by the site."
                self.fields[f"{place}_points"].help_text = help_text
            self.fields[f"{place}_losses"].label = f"Ships lost by {name}"
        if not self.is_bound:
            del self.fields["is_sure"]

    def clean(self) -> dict[str, Any]:
        """Ask once more where who has won made fewer points: often two fields were changed about."""
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
            question = f"The winner has fewer points ({both}). Mend it, or say here that it is so."
            self.add_error("is_sure", question)
        else:
            del self.fields["is_sure"]
        return data

    @property
    def reported(self) -> Reported:
        """What a form says that is valid."""
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
