"""Forms for the regulations of a tournament, and for the next season of a league."""

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
    MOST_HALF_BYES,
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

#: Half points of a win and a draw, by the value of the form.
POINTS = {"1": (2, 1), "2": (4, 2), "3": (6, 2)}
#: Required fields, and the reason for a change.
FIRST_FIELDS = ("title", "kind", "system", "rounds", "first_day", "reason")
#: Other fields by group, each group with a text about its defaults.
THEMES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Scenarios and sides": (
        "The director sets the scenario; sides are drawn.",
        ("chosen_by", "candidates", "sides_are_bid", "answer_minutes"),
    ),
    "Points and tie-breaks": (
        "A win is worth 1; default tie-breaks.",
        ("points", "tie_break_1", "tie_break_2", "tie_break_3", "tie_break_4"),
    ),
    "Pairing": (
        "Even sides first, then points; no rematches; one battle per pair.",
        ("paired_by", "is_mirrored", "has_third_place", "groups_apart_through", "half_byes"),
    ),
    "Places and waiting list": ("No limit.", ("places", "offer_hours")),
    "Deadlines": ("No automatic decisions.", ("late", "extension_days")),
    "Ladder": (
        "Up to 3 places up, within 14 days; the winner takes the loser’s place.",
        ("reach", "battles_between", "climb", "challenge_days"),
    ),
    "League": ("Two divisions; two promoted, two relegated.", ("divisions", "moves", "cycles")),
    "Season and description": ("No season.", ("season", "text")),
}
TIE_BREAK_FIELDS = tuple(f"tie_break_{number}" for number in range(1, 5))
#: Fields with the same name in `Terms`.
OF_TERMS = (
    "rounds", "paired_by", "is_mirrored", "has_third_place", "groups_apart_through", "half_byes",
    "reach", "battles_between", "climb", "challenge_days", "moves", "cycles", "late", "extension_days",
    "places", "offer_hours", "chosen_by", "sides_are_bid", "answer_minutes",
)  # fmt: skip
#: Defaults for empty fields.
USUAL = Terms()
CLIMBS = {
    Climb.TAKES_PLACE: "takes the loser’s place",
    Climb.CHANGES_PLACES: "swaps places with the loser",
    Climb.HALF_WAY: "climbs half of the distance",
}
_KINDS = [(kind.value, Tournament.Kind(kind).label.capitalize()) for kind in KINDS]
_OTHER_TIE_BREAKS = [("", "–")] + [(key, one.name) for key, one in TIE_BREAKS.items() if key != "points"]


#: Groups of fields that only one kind of tournament uses.
KIND_OF_THEME: Mapping[str, Kind] = {"Ladder": Kind.LADDER, "League": Kind.LEAGUE}


@dataclass(frozen=True, slots=True)
class PlanTheme:
    """A group of fields; ``usual`` describes the defaults, ``kind`` is the only kind that uses it, or ""."""

    title: str
    usual: str
    fields: list[forms.BoundField]
    is_open: bool
    kind: str


class PlanForm(forms.Form):
    """Title, kind and regulations of a tournament."""

    title = NameField(max_length=120)
    kind = forms.ChoiceField(choices=_KINDS)
    system = NameField(
        max_length=60,
        label="Rules",
        help_text="Dark Seas, for example, or any other game.",
        widget=forms.TextInput({"list": "systems"}),
    )
    rounds = forms.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        initial=3,
        help_text="For Swiss tournaments and campaigns.",
    )
    first_day = DayField(required=False)
    season = forms.ChoiceField(required=False)
    points = forms.ChoiceField(
        label="Points for a win",
        choices=[("1", "1, a draw ½"), ("2", "2, a draw 1"), ("3", "3, a draw 1")],
        initial="1",
    )
    paired_by = forms.ChoiceField(
        label="Pairing of Swiss rounds",
        choices=[
            (LEAST_COST, "points, new opponents and even sides, looking ahead"),
            (DUTCH, f"Dutch system of FIDE, for up to {LARGEST} entrants"),
        ],
        required=False,
        help_text="The first option keeps sides even, so some winners may never meet.",
    )
    is_mirrored = forms.BooleanField(
        required=False, label="Mirrored", help_text="Each pair plays the scenario from both sides."
    )
    has_third_place = forms.BooleanField(
        required=False, label="Battle for third place", help_text="For knock-outs."
    )
    groups_apart_through = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        label="Groups kept apart through round",
        help_text="Groups are set in the list of entrants, such as a club or town. 0: never.",
    )
    reach = forms.IntegerField(
        min_value=1,
        max_value=MOST_REACH,
        required=False,
        initial=3,
        label="Reach of a challenge, in places",
    )
    battles_between = forms.IntegerField(
        min_value=0,
        max_value=MOST_BETWEEN,
        required=False,
        initial=1,
        label="Other battles before a rematch",
    )
    climb = forms.ChoiceField(
        required=False, label="The winner of a challenge", choices=[(one.value, CLIMBS[one]) for one in Climb]
    )
    challenge_days = forms.IntegerField(
        min_value=LEAST_CHALLENGE_DAYS,
        max_value=MOST_CHALLENGE_DAYS,
        required=False,
        initial=USUAL.challenge_days,
        label="Deadline of a challenge, in days",
        help_text="Without a rule for overdue tables, it lapses at the deadline unless both have moved.",
    )
    divisions = FreeTextField(
        required=False,
        max_length=1000,
        label="Divisions",
        initial="First division\nSecond division",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One per line, highest first. Each division is a round robin.",
    )
    moves = forms.IntegerField(
        min_value=0,
        max_value=MOST_MOVES,
        required=False,
        initial=2,
        label="Promotions and relegations between two divisions",
    )
    cycles = forms.IntegerField(
        min_value=1,
        max_value=MOST_CYCLES,
        required=False,
        initial=1,
        label="Meetings of each pair",
    )
    late = forms.ChoiceField(
        required=False,
        label="Rule for overdue tables",
        choices=[
            (NOTHING, "no automatic decision"),
            (TO_DIRECTOR, "the director decides"),
            (FORFEIT, "players who have not moved forfeit"),
        ],
        help_text="For rounds with deadlines. An order at the table’s battle here counts as moved.",
    )
    half_byes = forms.IntegerField(
        min_value=0,
        max_value=MOST_HALF_BYES,
        required=False,
        initial=0,
        label="Half-point byes per entrant",
        help_text="Swiss: players ask for them before a round is paired.",
    )
    extension_days = forms.IntegerField(
        min_value=0,
        max_value=MOST_EXTENSION_DAYS,
        required=False,
        initial=0,
        label="Days of extension per entrant",
        help_text="For all tables of an entrant together, in rounds with a deadline.",
    )
    places = forms.IntegerField(
        min_value=0,
        max_value=MOST_PLACES,
        required=False,
        initial=0,
        label="Places",
        help_text="0: no limit. When all places are taken, members can join the waiting list.",
    )
    offer_hours = forms.IntegerField(
        min_value=1,
        max_value=MOST_OFFER_HOURS,
        required=False,
        initial=48,
        label="Hours to accept a free place",
    )
    chosen_by = forms.ChoiceField(
        required=False,
        label="Choice of the scenario",
        choices=[
            (BY_DIRECTOR, "by the director"),
            (BY_DICE, "by dice, from a list"),
            (BY_VOTE, "by vote of the entrants"),
        ],
        help_text="You can change this for a single round.",
    )
    candidates = FreeTextField(
        required=False,
        max_length=8000,
        label="Scenarios for dice or vote",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=CANDIDATE_HELP,
    )
    sides_are_bid = forms.BooleanField(
        required=False,
        label="Bids for sides",
        help_text="Opponents make sealed bids of victory points for the side they want.",
    )
    answer_minutes = SpanField(
        most=MOST_MINUTES,
        required=False,
        initial=USUAL.answer_minutes,
        label="Time for a vote or bid",
        help_text="15 minutes at a meeting, for example, or 2 days by correspondence.",
    )
    text = FreeTextField(
        label="Description",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Plain Markdown.",
    )
    reason = FreeTextField(
        required=False,
        max_length=2000,
        help_text="Required once the tournament is running. It goes into the decision log.",
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
                help_text="" if place > 1 else "Leave all empty for the defaults.",
            )
        self.order_fields([name for name in self.fields if name not in ("text", "reason")])
        if plan is None:
            del self.fields["reason"]

    def clean_divisions(self) -> tuple[str, ...]:
        return lines_in(self.cleaned_data["divisions"], MOST_DIVISIONS)

    def clean_candidates(self) -> tuple[str, ...]:
        return lines_in(self.cleaned_data["candidates"], MOST_CANDIDATES)

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Fields without a default."""
        return [self[name] for name in FIRST_FIELDS if name in self.fields]

    @property
    def themes(self) -> list[PlanTheme]:
        """Groups of fields with defaults; open if a field has an error or another value."""
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
        """Whether a field has its default value."""
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
        """The entries of a valid form."""
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
            half_byes=data["half_byes"] or 0,
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
    """Title, date and leaving entrants of a league's next season."""

    title = NameField(max_length=120)
    first_day = DayField(required=False)
    season = forms.ChoiceField(required=False)
    leaving = forms.MultipleChoiceField(
        required=False, label="Leaving entrants", widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, club: Club, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seasons = [(str(one.pk), one.name) for one in club.seasons.all()]
        self.fields["season"] = forms.ChoiceField(
            required=False,
            label="Club season",
            help_text="The season whose standings it counts for.",
            choices=[("", "None"), *seasons],
        )
        leaving = self.fields["leaving"]
        assert isinstance(leaving, forms.MultipleChoiceField)  # noqa: S101 - it stands above
        leaving.choices = list(names.items())


def _value_text(value: Any) -> str:
    """Return the value of a field as text; "" for an empty or unticked field, or 0."""
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


#: Suggestions for the field “Rules”.
SYSTEM_TITLES = tuple(system.title for system in SYSTEMS)
