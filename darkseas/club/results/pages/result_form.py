"""The result form for reports, decisions and corrections."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from darkseas.club.models import Player
from darkseas.club.results.checks import LONGEST, LONGEST_SIDE, MOST_PLAYERS, ResultRefused
from darkseas.club.results.facts import ResultFacts, SideFacts, hundredths, scores
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import counted_text, side_text, system_key
from darkseas.club.results.naming.scenarios import named, side_key, sides_of
from darkseas.club.results.recorded.recorded_battles import Recorded, doubt
from darkseas.web.invisible_characters import FreeTextField
from scenarios_app.models import Scenario

from .first_values import DRAW, initial

#: Empty player fields in addition to the filled ones.
SPARE_PLAYERS = 3


class NamesField(forms.Field):
    """Several inputs with the same name, one player each; empty ones are ignored."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[str]:
        return [name for name in (" ".join(str(one).split()) for one in value or ()) if name][
            : MOST_PLAYERS + 1
        ]


@dataclass(frozen=True, slots=True)
class SideInputs:
    """The fields of one side; ``fixed`` describes what its battle already says.

    ``counted`` explains its points if they include the other side's bid.
    """

    place: int
    name: str
    side: forms.BoundField
    points: forms.BoundField
    losses: forms.BoundField
    bid: forms.BoundField
    players: list[str]
    spare: range
    player_errors: list[str]
    fixed: str
    counted: str
    is_winner: bool


class ResultForm(forms.Form):
    """Asks how a battle ended. ``recorded`` comes from its battle and cannot be edited.

    At a tournament table, ``given`` are each side's points from the other's bid.
    """

    scenario = forms.CharField(max_length=LONGEST["scenario_text"], required=False, label="Scenario")
    system = forms.CharField(max_length=LONGEST["system"], required=False, label="Rules")
    winner = forms.CharField(max_length=10, required=False)
    day = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    place = forms.CharField(max_length=LONGEST["place"], required=False)
    remarks = FreeTextField(
        max_length=LONGEST["remarks"], required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    reason = FreeTextField(max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2}))
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    guests = forms.BooleanField(required=False)
    is_theirs = forms.BooleanField(required=False)
    is_sure = forms.BooleanField(required=False)

    def __init__(
        self,
        data: "MultiValueDict[str, Any] | None",
        *,
        by: Player,
        names: Names,
        before: ResultFacts,
        recorded: ResultFacts | None = None,
        side_names: Mapping[str, str],
        given: Mapping[str, int] | None = None,
    ) -> None:
        """Fill the form from the request, or else from the facts ``before``."""
        self.by, self.names, self.before, self.recorded = by, names, before, recorded
        self.side_names, self.given = side_names, given
        self.is_asked_points = data is not None and "is_sure" in data
        self.unknown: list[str] = []
        self.shared: list[str] = []
        self.doubt, self.is_doubted = "", data is not None and "is_theirs" in data
        self.count = len((recorded or before).sides)
        super().__init__(data, initial=initial(before, names, side_names), use_required_attribute=False)
        for place in range(self.count):
            self.fields[f"side_{place}"] = forms.CharField(max_length=LONGEST_SIDE, required=False)
            self.fields[f"players_{place}"] = NamesField(required=False)
            self.fields[f"points_{place}"] = forms.DecimalField(
                max_digits=8, decimal_places=2, required=False, localize=False
            )
            self.fields[f"losses_{place}"] = forms.IntegerField(required=False, min_value=0)
            self.fields[f"bid_{place}"] = forms.DecimalField(
                max_digits=8, decimal_places=2, required=False, min_value=0
            )

    @property
    def sides(self) -> list[SideInputs]:
        return [self._inputs(place) for place in range(self.count)]

    @property
    def is_draw(self) -> bool:
        return str(self["winner"].value()) == DRAW

    def facts(self) -> ResultFacts:
        """Return the facts of a valid form. Raises ResultRefused for unknown names."""
        data = self.cleaned_data
        if self.recorded is not None:
            scenario, system, battle = None, self.recorded.system, self.recorded.battle
            key, text = self.recorded.scenario, self.recorded.scenario_text
        else:
            scenario, battle = self._scenario(), None
            key = scenario.key if scenario else ""
            text = scenario.title if scenario else data["scenario"]
            system = scenario.system if scenario else system_key(data["system"])
        return ResultFacts(
            system=system,
            day=data["day"],
            sides=self._sides(scenario),
            scenario=key,
            scenario_text=text,
            battle=battle,
            place=data["place"],
            remarks=data["remarks"],
            source=self.before.source,
        )

    @property
    def near_names(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return unknown names, each with similar known ones."""
        return [(name, self.names.near(name)) for name in self.unknown]

    def ask_whose(self, linked: Recorded, facts: ResultFacts) -> None:
        """Require confirmation if the named players may not have fought the battle."""
        question = doubt(linked, facts)
        if question:
            self.is_doubted = True
            raise ResultRefused("is_theirs", question)

    def ask_points(self, facts: ResultFacts) -> None:
        """Require confirmation if the winner at a tournament table has fewer points, including bids."""
        won = facts.winner
        if self.given is None or self.recorded is not None or won is None or won.points is None:
            return
        more = [side for side in facts.sides if side.points is not None and side.points > won.points]
        if more:
            self.is_asked_points = True
            told = "; ".join(self._counted(side) for side in (won, *more))
            reason = f"The winner has fewer points ({told}). Correct the result, or confirm it here."
            raise ResultRefused("is_sure", reason)

    def _counted(self, side: SideFacts) -> str:
        given = (self.given or {}).get(side.side, 0)
        name = self.side_names.get(side.side, side.side)
        return counted_text(name, (side.points or Decimal(0)) - given, given)

    def show_doubt(self, linked: Recorded) -> None:
        """Show the question at once if the named players may not have fought the battle."""
        self.doubt = doubt(linked, self.before)
        self.is_doubted = bool(self.doubt)

    def refuse(self, refusal: ResultRefused) -> None:
        """Show an error at its field."""
        field = refusal.field
        if field.startswith("side."):
            _, place, name = field.split(".")
            field = f"{name}_{place}"
        self.add_error(field if field in self.fields else None, refusal.reason)

    def _scenario(self) -> Scenario | None:
        """Return the named scenario; an unchanged name keeps the result's scenario."""
        text = self.cleaned_data["scenario"]
        if self.before.scenario and text == self.before.scenario_text:
            return Scenario.objects.filter(key=self.before.scenario).first()
        return named(self.by, text)

    def _sides(self, scenario: Scenario | None) -> tuple[SideFacts, ...]:
        players = [self._players(place) for place in range(self.count)]
        if self.shared:
            raise ResultRefused("names", " ".join(map(self.names.which_of, self.shared)))
        if self.unknown:
            told = ", ".join(self.unknown)
            raise ResultRefused("names", f"The club has no players with these names: {told}.")
        data = self.cleaned_data
        if self.recorded is not None:
            return tuple(
                SideFacts(
                    side.side, side.score, found, side.points, side.losses, data[f"bid_{place}"] or Decimal(0)
                )
                for place, (side, found) in enumerate(zip(self.recorded.sides, players, strict=True))
            )
        marks = scores(self.count, self._winner())
        return tuple(
            SideFacts(
                self._side_key(place, sides_of(scenario)),
                marks[place],
                players[place],
                None if data[f"points_{place}"] is None else hundredths(data[f"points_{place}"]),
                data[f"losses_{place}"],
                hundredths(data[f"bid_{place}"] or 0),
            )
            for place in range(self.count)
        )

    def _side_key(self, place: int, names: Mapping[str, str]) -> str:
        text: str = self.cleaned_data[f"side_{place}"]
        key = side_key(text, names)
        if names and key is None:
            told = " and ".join(names.values())
            raise ResultRefused(f"side.{place}.side", f"The sides of this scenario are {told}.")
        return key or text

    def _players(self, place: int) -> tuple[int, ...]:
        typed: list[str] = self.cleaned_data[f"players_{place}"]
        found = [(name, self.names.find(name)) for name in typed]
        for name in dict.fromkeys(name for name, player in found if player is None):
            (self.shared if self.names.shared(name) else self.unknown).append(name)
        return tuple(dict.fromkeys(player for _, player in found if player is not None))

    def _winner(self) -> int | None:
        text: str = self.cleaned_data["winner"]
        if text == DRAW:
            return None
        if text not in map(str, range(self.count)):
            raise ResultRefused("winner", "Choose a winner, or a draw.")
        return int(text)

    def _inputs(self, place: int) -> SideInputs:
        fixed = self.recorded.sides[place] if self.recorded else None
        stood = fixed or self.before.sides[place]
        players = [str(name) for name in self[f"players_{place}"].value() or () if str(name).strip()]
        name = self.side_names.get(fixed.side, fixed.side) if fixed else self[f"side_{place}"].value() or ""
        return SideInputs(
            place=place,
            name=str(name),
            side=self[f"side_{place}"],
            points=self[f"points_{place}"],
            losses=self[f"losses_{place}"],
            bid=self[f"bid_{place}"],
            players=players or [""],
            spare=range(SPARE_PLAYERS),
            player_errors=[str(fault) for fault in self.errors.get(f"players_{place}", ())],
            fixed=side_text(fixed) if fixed else "",
            counted=self._counted(stood)
            if stood.points is not None and stood.side in (self.given or {})
            else "",
            is_winner=str(self["winner"].value()) == str(place),
        )
