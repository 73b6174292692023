"""Club forms: founding and changing a club, invitation links, meetings, seasons."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms

from darkseas.club.emblems.charges import CHARGES
from darkseas.club.emblems.drawing import USUAL, BadDevice, device_of
from darkseas.club.emblems.fields import FIELDS
from darkseas.club.emblems.tinctures import TINCTURES
from darkseas.club.membership.calendar import MeetingTerms, SeasonTerms
from darkseas.club.membership.founding import ClubTerms
from darkseas.club.membership.invitations import MOST_DAYS, MOST_USES
from darkseas.club.models import Club
from darkseas.club.standings.outcomes import Ending, points_rule
from darkseas.club.standings.seasons import SeasonRule
from darkseas.web.invisible_characters import FreeTextField, NameField

from .date_fields import DayField, MomentField
from .zone_fields import ZoneField

LANGUAGES = {
    "en": "English", "cs": "čeština", "da": "dansk", "de": "Deutsch", "es": "español", "fi": "suomi",
    "fr": "français", "it": "italiano", "ja": "日本語", "nb": "norsk", "nl": "Nederlands", "pl": "polski",
    "pt": "português", "sv": "svenska", "uk": "українська",
}  # fmt: skip
LONGEST_RULES = 20_000
MOST_SILENT_DAYS, MOST_RATED_FROM = 60, 100
#: Limits of a season rule: points, places that score points, minimum participations.
MOST_POINTS, MOST_PLACES, MOST_TIMES = 1000, 20, 100
#: Format of points; it excludes “1e-9”, which would become a fraction with nine decimals.
_POINTS = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?", re.ASCII)
SIGN = ("charge", "field", "first", "second")


class ClubForm(forms.Form):
    """A club's name, emblem, visibility and rules."""

    name = NameField(max_length=100)
    place = NameField(max_length=100, required=False, help_text="A town, “by mail”, or nothing.")
    charge = forms.ChoiceField(choices=[(key, charge.name) for key, charge in CHARGES.items()])
    field = forms.ChoiceField(choices=[(key, field.name) for key, field in FIELDS.items()])
    first = forms.ChoiceField(
        label="First tincture", choices=[(key, tincture.name) for key, tincture in TINCTURES.items()]
    )
    second = forms.ChoiceField(
        label="Second tincture", choices=[(key, tincture.name) for key, tincture in TINCTURES.items()]
    )
    language = forms.ChoiceField(choices=list(LANGUAGES.items()), help_text="Language of the club’s rules.")
    time_zone = ZoneField(label="Time zone", help_text="For the club’s meetings and deadlines.")
    seen_by = forms.ChoiceField(
        label="Visibility",
        choices=[
            ("all", "Everybody. Members of the site can apply to join"),
            ("members", "Only its members; others never see it. People join by invitation link"),
        ],
    )
    rules = FreeTextField(
        label="Rules of the club",
        required=False,
        max_length=LONGEST_RULES,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="Shown on the club’s page. Markdown: paragraphs, lists, **bold**, links.",
    )
    silence = forms.ChoiceField(
        label="If nobody answers a reported result",
        choices=[(Club.Silence(value).value, label.capitalize()) for value, label in Club.Silence.choices],
        help_text="If no opponent could answer (guests, former members), a director decides.",
    )
    silence_days = forms.IntegerField(label="Days to answer", min_value=1, max_value=MOST_SILENT_DAYS)
    rated_from = forms.IntegerField(
        label="Battles before a rating is shown", min_value=1, max_value=MOST_RATED_FROM
    )

    def __init__(self, *args: Any, terms: ClubTerms | None = None, **kwargs: Any) -> None:
        now = terms or ClubTerms(name="", device=USUAL)
        first = {name: getattr(now, name) for name in ClubTerms.__dataclass_fields__ if name != "device"}
        first["seen_by"] = "members" if now.is_closed else "all"
        first |= dict(zip(SIGN, now.device.split("."), strict=True))
        super().__init__(*args, **{"initial": first, **kwargs})
        zone = self.fields["time_zone"]
        if isinstance(zone, ZoneField) and terms is None and not self.is_bound:
            zone.offer_own()

    def clean(self) -> dict[str, Any]:
        """Combine the parts of the emblem."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["is_closed"] = cleaned.get("seen_by") == "members"
        if all(part in cleaned for part in SIGN):
            cleaned["device"] = ".".join(cleaned[part] for part in SIGN)
            try:
                device_of(cleaned["device"])
            except BadDevice as refusal:
                self.add_error("second", str(refusal))
        return cleaned

    @property
    def terms(self) -> ClubTerms:
        return ClubTerms(**{name: self.cleaned_data[name] for name in ClubTerms.__dataclass_fields__})

    @property
    def device(self) -> str:
        """Return the emblem now selected, or the default."""
        chosen = ".".join(str(self[part].value()) for part in SIGN)
        try:
            device_of(chosen)
        except BadDevice:
            return USUAL
        return chosen


class InvitationForm(forms.Form):
    """How long a link is valid, and for how many people."""

    days = forms.IntegerField(label="Valid for how many days", min_value=1, max_value=MOST_DAYS, initial=14)
    uses = forms.IntegerField(label="For how many people", min_value=1, max_value=MOST_USES, initial=1)


class MeetingForm(forms.Form):
    """A meeting's title, place and times, in the current time zone."""

    title = NameField(max_length=120)
    place = NameField(max_length=120, required=False)
    begins_at = MomentField(label="Begins")
    ends_at = MomentField(label="Ends")
    text = FreeTextField(
        label="Description",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Plain Markdown.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "begins_at" in cleaned and "ends_at" in cleaned and cleaned["ends_at"] <= cleaned["begins_at"]:
            self.add_error("ends_at", "The meeting ends before it begins. Change one of the times.")
        return cleaned

    @property
    def terms(self) -> MeetingTerms:
        return MeetingTerms(**self.cleaned_data)


def _points(label: str, help_text: str = "") -> forms.DecimalField:
    return forms.DecimalField(
        label=label, min_value=0, max_value=MOST_POINTS, decimal_places=2, help_text=help_text
    )


class SeasonRuleForm(forms.Form):
    """Season scoring: tournament places, free battles, how many count, and the minimum."""

    places = forms.CharField(
        label="Points for places in a tournament",
        max_length=200,
        required=False,
        help_text="From the first place down, such as 10, 7, 5, 3, 2, 1. Leave empty for none.",
    )
    taking_part = _points("Points for taking part in a tournament")
    won = _points("Points for winning a free battle", "A free battle belongs to no tournament.")
    drawn = _points("Points for drawing a free battle")
    lost = _points("Points for losing a free battle")
    best_of = forms.IntegerField(
        label="How many tournaments count",
        min_value=1,
        max_value=MOST_TIMES,
        required=False,
        help_text="Each player’s best ones count. Leave empty to count all.",
    )
    fewest = forms.IntegerField(
        label="Minimum participations",
        min_value=0,
        max_value=MOST_TIMES,
        help_text="Tournaments and free battles together. The table leaves out players with fewer.",
    )

    def __init__(self, *args: Any, rule: SeasonRule, **kwargs: Any) -> None:
        ends = {"won": Ending.WON, "drawn": Ending.DRAWN, "lost": Ending.LOST}
        first = {name: _decimal(rule.free_battles.of(ending)) for name, ending in ends.items()}
        first |= {
            "places": ", ".join(_decimal(points) for points in rule.for_places),
            "taking_part": _decimal(rule.for_taking_part),
        }
        first |= {"best_of": str(rule.best_of or ""), "fewest": str(rule.fewest)}
        super().__init__(*args, **{"initial": first, **kwargs})

    def clean_places(self) -> tuple[Fraction, ...]:
        """Return the points for places, which must not increase from place to place."""
        texts = [text for text in self.cleaned_data["places"].replace(";", ",").split(",") if text.strip()]
        points = [Decimal(text) for text in map(str.strip, texts) if _POINTS.fullmatch(text)]
        if not len(points) == len(texts) <= MOST_PLACES or any(each > MOST_POINTS for each in points):
            raise forms.ValidationError(
                f"Enter up to {MOST_PLACES} numbers from 0 to {MOST_POINTS}, separated by commas."
            )
        if points != sorted(points, reverse=True):
            raise forms.ValidationError("No place can be worth more than the place above it.")
        return tuple(Fraction(each) for each in points)

    def clean(self) -> dict[str, Any]:
        """Refuse more points for a draw than for a win, or for a loss than for a draw."""
        cleaned = super().clean() or self.cleaned_data
        ends: list[Decimal] = [cleaned[name] for name in ("won", "drawn", "lost") if name in cleaned]
        if ends != sorted(ends, reverse=True):
            self.add_error("won", "A win must score at least as much as a draw, and a draw as a loss.")
        return cleaned

    @property
    def rule(self) -> SeasonRule:
        data = self.cleaned_data
        return SeasonRule(
            for_places=data["places"],
            for_taking_part=Fraction(data["taking_part"]),
            free_battles=points_rule(*(Fraction(data[name]) for name in ("won", "drawn", "lost"))),
            best_of=data["best_of"],
            fewest=data["fewest"],
        )


def _decimal(points: Fraction) -> str:
    """Format points for a field, with at most two decimals."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


class SeasonForm(forms.Form):
    name = NameField(max_length=80, help_text="For example 1942/43 or Spring.")
    first_day = DayField(label="First day")
    last_day = DayField(label="Last day")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "first_day" in cleaned and "last_day" in cleaned and cleaned["last_day"] < cleaned["first_day"]:
            self.add_error("last_day", "The last day is before the first. Change one of them.")
        return cleaned

    @property
    def terms(self) -> SeasonTerms:
        return SeasonTerms(**self.cleaned_data)
