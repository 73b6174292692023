"""The form in which a tournament is planned, and the next season of a league."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from darkseas.club.membership.pages.date_fields import DayField, SpanField
from darkseas.club.models import Club, Tournament
from darkseas.club.pairing.dutch import LARGEST
from darkseas.club.results.naming.results_in_words import system_key, system_title
from darkseas.club.standings.ladder import Climb
from darkseas.club.standings.tie_breaks.catalogue import TIE_BREAKS
from darkseas.club.tournaments.create_and_change import Plan
from darkseas.club.tournaments.regulations import (
    BY_DICE,
    BY_DIRECTOR,
    BY_VOTE,
    DUTCH,
    FORFEIT,
    KINDS,
    LEAST_CHALLENGE_DAYS,
    LEAST_COST,
    MOST_BETWEEN,
    MOST_CANDIDATES,
    MOST_CHALLENGE_DAYS,
    MOST_CYCLES,
    MOST_DIVISIONS,
    MOST_EXTENSION_DAYS,
    MOST_MINUTES,
    MOST_MOVES,
    MOST_OFFER_HOURS,
    MOST_PLACES,
    MOST_REACH,
    MOST_ROUNDS,
    NOTHING,
    TO_DIRECTOR,
    Kind,
    Terms,
    usual_tie_breaks,
)
from darkseas.rules.registry import SYSTEMS
from darkseas.web.invisible_characters import FreeTextField, NameField

from .scenario_vote_form import CANDIDATE_HELP, lines_in

#: Half points of a win and a draw, by what stands in the form.
POINTS = {"1": (2, 1), "2": (4, 2), "3": (6, 2)}
#: Fields without which there is no tournament; those of a change, too.
FIRST_FIELDS = ("title", "kind", "system", "rounds", "first_day", "reason")
#: All other fields by theme, each theme with what is usual.
THEMES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Scenarios and sides": (
        "The director says what is fought; sides are drawn.",
        ("chosen_by", "candidates", "sides_are_bid", "answer_minutes"),
    ),
    "Points and tie-breaks": (
        "A win is worth 1; the usual tie-breaks of its kind.",
        ("points", "tie_break_1", "tie_break_2", "tie_break_3", "tie_break_4"),
    ),
    "Pairing": (
        "Even sides first, then points; never the same two; each pair fights once.",
        ("paired_by", "is_mirrored", "has_third_place", "groups_apart_through"),
    ),
    "Places and alternates": ("As many as come.", ("places", "offer_hours")),
    "Time that is up": ("Nothing happens by itself.", ("late", "extension_days")),
    "Of a ladder": (
        "Up to 3 places up, in 14 days, for the place of who was beaten.",
        ("reach", "battles_between", "climb", "challenge_days"),
    ),
    "Of a league": ("Two divisions, two up and two down.", ("divisions", "moves", "cycles")),
    "Season, and more about it": ("No season.", ("season", "text")),
}
TIE_BREAK_FIELDS = tuple(f"tie_break_{number}" for number in range(1, 5))
#: What the form asks of terms by their own names.
OF_TERMS = (
    "rounds", "paired_by", "is_mirrored", "has_third_place", "groups_apart_through",
    "reach", "battles_between", "climb", "challenge_days", "moves", "cycles", "late", "extension_days",
    "places", "offer_hours", "chosen_by", "sides_are_bid", "answer_minutes",
)  # fmt: skip
#: What is meant where a field is left empty.
USUAL = Terms()
CLIMBS = {
    Climb.TAKES_PLACE: "takes the place of who was beaten",
    Climb.CHANGES_PLACES: "changes places with who was beaten",
    Climb.HALF_WAY: "climbs half the way",
}
_KINDS = [(kind.value, Tournament.Kind(kind).label.capitalize()) for kind in KINDS]
_OTHER_TIE_BREAKS = [("", "–")] + [(key, one.name) for key, one in TIE_BREAKS.items() if key != "points"]


#: The kind of tournament that a theme is of, where it is of one: shown for that kind alone.
KIND_OF_THEME: Mapping[str, Kind] = {"Of a ladder": Kind.LADDER, "Of a league": Kind.LEAGUE}


@dataclass(frozen=True, slots=True)
class PlanTheme:
    """Fields that belong together, what is usual for them, whether they are open, for which kind alone."""

    title: str
    usual: str
    fields: list[forms.BoundField]
    is_open: bool
    kind: str


class PlanForm(forms.Form):
    """Asks what a tournament is, and how it is fought."""

    title = NameField(max_length=120)
    kind = forms.ChoiceField(choices=_KINDS)
    system = NameField(
        max_length=60,
        label="Rules",
        help_text="Such as Dark Seas, or any other game.",
        widget=forms.TextInput({"list": "systems"}),
    )
    rounds = forms.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        initial=3,
        help_text="For Swiss tournaments and campaigns; the others end by themselves.",
    )
    first_day = DayField(required=False)
    season = forms.ChoiceField(required=False)
    points = forms.ChoiceField(
        label="A win is worth",
        choices=[("1", "1, a draw ½"), ("2", "2, a draw 1"), ("3", "3, a draw 1")],
        initial="1",
    )
    paired_by = forms.ChoiceField(
        label="Swiss rounds are paired by",
        choices=[
            (LEAST_COST, "points, new opponents and even sides, looking ahead"),
            (DUTCH, f"the Dutch system of FIDE, of up to {LARGEST} entrants"),
        ],
        required=False,
        help_text="The first keeps sides even before all else: two winners who had the same side meet others "
        "first, and in three rounds may never meet. The second lets winners meet, whatever side they had.",
    )
    is_mirrored = forms.BooleanField(
        required=False, label="Mirrored", help_text="Each pair fights the scenario from both sides."
    )
    has_third_place = forms.BooleanField(
        required=False, label="Battle for the third place", help_text="In a knock-out."
    )
    groups_apart_through = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        label="Those of one group stay apart through round",
        help_text="A group is what an entry says: a club, a town. 0 for never.",
    )
    reach = forms.IntegerField(
        min_value=1,
        max_value=MOST_REACH,
        required=False,
        initial=3,
        label="On a ladder one challenges so many places up",
    )
    battles_between = forms.IntegerField(
        min_value=0,
        max_value=MOST_BETWEEN,
        required=False,
        initial=1,
        label="Battles between two of the same pair on a ladder",
    )
    climb = forms.ChoiceField(
        required=False, label="Who wins a challenge", choices=[(one.value, CLIMBS[one]) for one in Climb]
    )
    challenge_days = forms.IntegerField(
        min_value=LEAST_CHALLENGE_DAYS,
        max_value=MOST_CHALLENGE_DAYS,
        required=False,
        initial=USUAL.challenge_days,
        label="Days to fight a challenge",
        help_text="Where nothing happens by itself when the time of a table is up, a challenge in which "
        "not both have moved by then lapses, and they are free for others.",
    )
    divisions = FreeTextField(
        required=False,
        max_length=1000,
        label="Divisions of a league",
        initial="First division\nSecond division",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One a line, the highest first. In each all meet all.",
    )
    moves = forms.IntegerField(
        min_value=0,
        max_value=MOST_MOVES,
        required=False,
        initial=2,
        label="So many go up and down between two divisions",
    )
    cycles = forms.IntegerField(
        min_value=1,
        max_value=MOST_CYCLES,
        required=False,
        initial=1,
        label="In a division all meet so many times",
    )
    late = forms.ChoiceField(
        required=False,
        label="When the time of a table is up",
        choices=[
            (NOTHING, "nothing happens by itself"),
            (TO_DIRECTOR, "it is left to the director, in the record"),
            (FORFEIT, "who has not moved forfeits"),
        ],
        help_text="For rounds with dates. Moved has who gave an order in the battle begun here at its table.",
    )
    extension_days = forms.IntegerField(
        min_value=0,
        max_value=MOST_EXTENSION_DAYS,
        required=False,
        initial=0,
        label="Days of more time that each may take",
        help_text="For all of their tables together, in rounds with an end.",
    )
    places = forms.IntegerField(
        min_value=0,
        max_value=MOST_PLACES,
        required=False,
        initial=0,
        label="Places",
        help_text="0 for as many as come. When it is full, members wait as alternates.",
    )
    offer_hours = forms.IntegerField(
        min_value=1,
        max_value=MOST_OFFER_HOURS,
        required=False,
        initial=48,
        label="Hours for which a free place is offered to an alternate",
    )
    chosen_by = forms.ChoiceField(
        required=False,
        label="The scenario of a round is chosen",
        choices=[
            (BY_DIRECTOR, "by the director"),
            (BY_DICE, "by dice, from a list"),
            (BY_VOTE, "by vote of those who have entered"),
        ],
        help_text="For a single round you may still do otherwise; it says so there.",
    )
    candidates = FreeTextField(
        required=False,
        max_length=8000,
        label="Scenarios that dice or votes choose from",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=CANDIDATE_HELP,
    )
    sides_are_bid = forms.BooleanField(
        required=False,
        label="Sides are bid for",
        help_text="At each table both bid victory points, under seal, for the side that they want.",
    )
    answer_minutes = SpanField(
        most=MOST_MINUTES,
        required=False,
        initial=USUAL.answer_minutes,
        label="Time for a vote or a bid",
        help_text="15 minutes for an evening, 2 days for a round by letter.",
    )
    text = FreeTextField(
        label="More about it",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Plain Markdown.",
    )
    reason = FreeTextField(
        required=False, max_length=2000, help_text="Needed once it runs: it stands in the record."
    )

    def __init__(self, *args: Any, club: Club, plan: Plan | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": None if plan is None else _initial(plan), **kwargs})
        seasons = [(str(one.pk), one.name) for one in club.seasons.all()]
        self.fields["season"] = forms.ChoiceField(required=False, choices=[("", "None"), *seasons])
        for place, name in enumerate(TIE_BREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                required=False,
                choices=_OTHER_TIE_BREAKS,
                label=f"Tie-break {place}",
                help_text="" if place > 1 else "All empty: the usual ones of its kind.",
            )
        self.order_fields([name for name in self.fields if name not in ("text", "reason")])
        if plan is None:
            del self.fields["reason"]

    def clean_divisions(self) -> tuple[str, ...]:
        """Return the names of divisions, a line each."""
        return lines_in(self.cleaned_data["divisions"], MOST_DIVISIONS)

    def clean_candidates(self) -> tuple[str, ...]:
        """Return the scenarios to choose from, a line each."""
        return lines_in(self.cleaned_data["candidates"], MOST_CANDIDATES)

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """What every tournament is asked for."""
        return [self[name] for name in FIRST_FIELDS if name in self.fields]

    @property
    def themes(self) -> list[PlanTheme]:
        """What has a usual answer, theme by theme; open where a fault, or another answer, stands there."""
        return [
            PlanTheme(
                title,
                usual,
                fields,
                any(one.errors or not self._is_usual(one.name) for one in fields),
                KIND_OF_THEME.get(title, ""),
            )
            for title, (usual, names) in THEMES.items()
            for fields in [[self[name] for name in names]]
        ]

    def _is_usual(self, name: str) -> bool:
        """Whether a field shows what is meant where nobody touches it."""
        if name in TIE_BREAK_FIELDS:
            shown = tuple(key for one in TIE_BREAK_FIELDS if (key := self[one].value()))
            return shown in ((), usual_tie_breaks(str(self["kind"].value()))[1:])
        field = self.fields[name]
        shown, usual = self[name].value(), field.initial
        if usual is None and isinstance(field, forms.ChoiceField):
            usual = field.widget.choices[0][0]
            shown = shown or usual
        return _value_text(shown) == _value_text(field.prepare_value(usual))

    @property
    def plan(self) -> Plan:
        """What a form says that is valid."""
        data = self.cleaned_data
        win, draw = POINTS[data["points"]]
        chosen = tuple(key for name in TIE_BREAK_FIELDS if (key := data[name]))
        terms = Terms(
            rounds=data["rounds"] or 0,
            win=win,
            draw=draw,
            tie_breaks=("points", *chosen) if chosen else usual_tie_breaks(data["kind"]),
            paired_by=data["paired_by"] or LEAST_COST,
            groups_apart_through=data["groups_apart_through"] or 0,
            is_mirrored=data["is_mirrored"],
            has_third_place=data["has_third_place"],
            reach=data["reach"] or USUAL.reach,
            battles_between=USUAL.battles_between if (gap := data["battles_between"]) is None else gap,
            climb=data["climb"] or USUAL.climb,
            challenge_days=data["challenge_days"] or USUAL.challenge_days,
            divisions=data["divisions"] if data["kind"] == Kind.LEAGUE else (),
            moves=USUAL.moves if (moves := data["moves"]) is None else moves,
            cycles=data["cycles"] or USUAL.cycles,
            late=data["late"] or USUAL.late,
            extension_days=data["extension_days"] or 0,
            places=data["places"] or 0,
            offer_hours=data["offer_hours"] or USUAL.offer_hours,
            chosen_by=data["chosen_by"] or USUAL.chosen_by,
            candidates=data["candidates"],
            sides_are_bid=data["sides_are_bid"],
            answer_minutes=data["answer_minutes"] or USUAL.answer_minutes,
        )
        season = int(data["season"]) if data["season"] else None
        system = system_key(data["system"])
        return Plan(data["title"], data["kind"], system, terms, data["text"], data["first_day"], season)


class NextSeasonForm(forms.Form):
    """Asks what the next season of a league is called, when it begins, and who does not go on."""

    title = NameField(max_length=120)
    first_day = DayField(required=False)
    season = forms.ChoiceField(required=False)
    leaving = forms.MultipleChoiceField(
        required=False, label="Who does not go on?", widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, club: Club, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seasons = [(str(one.pk), one.name) for one in club.seasons.all()]
        self.fields["season"] = forms.ChoiceField(
            required=False,
            label="Season of the club",
            help_text="Whose table it counts for.",
            choices=[("", "None"), *seasons],
        )
        leaving = self.fields["leaving"]
        assert isinstance(leaving, forms.MultipleChoiceField)  # noqa: S101 - it stands above
        leaving.choices = list(names.items())


def _value_text(value: Any) -> str:
    """Return what a field says: nothing where it is empty, not ticked, or 0."""
    text = "" if value in (None, False) else "\n".join(str(value).split("\r\n"))
    return "" if text == "0" else text


def _initial(plan: Plan) -> dict[str, Any]:
    terms = plan.terms
    points = next((key for key, worth in POINTS.items() if worth == (terms.win, terms.draw)), "1")
    shown = {"title": plan.title, "kind": plan.kind, "text": plan.text, "first_day": plan.first_day}
    shown |= {"system": system_title(plan.system), "season": str(plan.season or ""), "points": points}
    shown |= {name: getattr(terms, name) for name in OF_TERMS}
    shown["candidates"] = "\n".join(terms.candidates)
    if terms.divisions:
        shown["divisions"] = "\n".join(terms.divisions)
    return shown | dict(zip(TIE_BREAK_FIELDS, terms.tie_breaks[1:], strict=False))


#: What the field of rules offers.
SYSTEM_TITLES = tuple(system.title for system in SYSTEMS)
