"""A player's record in a club: rating curves, results and opponents."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from darkseas.club.club_or_404 import club_or_404, club_page
from darkseas.club.models import Club, Player, RatingDocument, Result, ResultPlayer
from darkseas.club.ratings.rating_lists import Rating
from darkseas.club.records.scenario_names import Called, called_in
from darkseas.club.records.tallies import Tallies, between, met, tallies_of
from darkseas.club.results.confirmed_results import Ratified, records_of
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.pages.result_rows import rows_of
from darkseas.club.standings.numbers_in_words import number_text

from .curve_drawing import CurveDrawing, curve_drawing
from .shown_ratings import ratings_of

#: Battles listed against one opponent.
MOST_LISTED = 10
_LONGEST_NUMBER = 18


@dataclass(frozen=True, slots=True)
class ShownCurve:
    """A player's rating and its curve in one rules system; ``drawing`` is None for a curve without points."""

    key: str
    title: str
    rating: Rating
    drawing: CurveDrawing | None


@never_cache
@require_safe
def player_record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's record; with ``against`` (an opponent's number), also their head-to-head record."""
    club = club_or_404(request, slug)
    shown = get_object_or_404(Player.objects.filter(club=club).select_related("member"), pk=number)
    if shown.merged_into_id is not None:
        return redirect("club-player-record", slug, shown.merged_into_id)
    records = fought_records(club, shown)
    met_by_them = {player for record in records for side in record.sides for player in side.players}
    names = names_of(club, {shown.pk} | met_by_them)
    names_of_sides = called_in(club, records)
    tallies = tallies_of(records, shown.pk, names_of_sides, lambda player: names.listed([player]))
    opponent = _opponent(request, tallies)
    return club_page(
        request,
        "club/records/player.html",
        club,
        shown=shown,
        name=names.listed([shown.pk]),
        curves=curves_of(club, shown),
        tallies=tallies,
        kinds=[
            ("Rules", tallies.systems),
            ("Side", tallies.sides),
            ("Scenario", tallies.scenarios),
        ],
        met=_met(records, shown, opponent, names, names_of_sides) if opponent else None,
        opponent=opponent,
    )


def fought_records(club: Club, player: Player) -> list[Ratified]:
    """Return a player's confirmed results, oldest first; three queries."""
    fought = ResultPlayer.objects.filter(player=player).values("side__result")
    return records_of(Result.objects.filter(club=club, is_ratified=True, pk__in=fought))


def curves_of(club: Club, player: Player) -> list[ShownCurve]:
    """Return a player's ratings with curves, most used rules system first; one query."""
    documents = RatingDocument.objects.filter(club=club)
    return [
        ShownCurve(
            document.system,
            system_title(document.system),
            rating,
            curve_drawing(kept.curve_of(rating.player)),
        )
        for document, kept, rating in ratings_of(documents, player.pk)
    ]


def _opponent(request: HttpRequest, tallies: Tallies) -> int | None:
    """Return the opponent named in the URL, who must have met the player."""
    text = request.GET.get("against", "")
    if not text:
        return None
    met_before = {row.opponent for row in tallies.opponents}
    is_number = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    if not is_number or int(text) not in met_before:
        raise Http404
    return int(text)


def _met(
    records: list[Ratified], shown: Player, opponent: int, names: Names, names_of_sides: Called
) -> dict[str, Any]:
    """Return the template context for the head-to-head record."""
    table = met(records, shown.pk, opponent, names_of_sides)
    latest = [record.result for record in between(records, shown.pk, opponent)][-MOST_LISTED:]
    results = Result.objects.filter(pk__in=latest).select_related("scenario").defer("scenario__words")
    return {
        "name": names.listed([opponent]),
        "table": table,
        "sides": sorted(table.by_side.items()),
        "points": number_text(table.victory_points),
        "points_against": number_text(table.victory_points_against),
        "rows": rows_of(shown.club, results.order_by("-day", "-id"), names),
    }
