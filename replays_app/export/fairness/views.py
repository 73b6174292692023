"""Pages about dice: results, whether they look fair, and which battles have committed dice."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from darkseas.engine.dice import ledger
from darkseas.engine.presentation.words import joined
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import holder_of

from . import register, tallies
from .bar_plots import bar_plot
from .tallies import HOUSE, LEAST_A_FACE, TABLE, Kind

BATTLES = 100
#: The source of the site's dice, if it involves more than the site's seed.
_DRAWN_FROM = {ledger.SCHEME: "Drawn from sealed seeds of the site and of every side"}


def fairness(request: HttpRequest) -> HttpResponse:
    """Show all dice of finished battles."""
    return render(request, "replays_app/fairness/fairness.html", _plots(tallies.of_all_battles()))


def battle_dice(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the dice of one battle, also to people who hold one of its seats."""
    battle = get_object_or_404(battle_access.visible(request.user, holder_of(request)), pk=battle_id)
    kinds = tallies.of_battle(battle)
    house = _DRAWN_FROM.get(battle.dice_scheme, "Drawn from a sealed seed of the site")
    groups = _judged_and_few(_plots(kinds, house)["groups"])
    context = {"battle": battle, "least": LEAST_A_FACE, "groups": groups}
    return render(request, "replays_app/fairness/battle.html", context)


def register_of_battles(request: HttpRequest) -> HttpResponse:
    """Show every battle of ds-dice-1 and its status."""
    page = Paginator(register.committed_battles(), BATTLES).get_page(request.GET.get("page"))
    asker = (request.user, holder_of(request))
    unnamed = page.paginator.count - register.named(*asker)
    context = {"page": page, "lines": register.lines(page, *asker), "unnamed": unnamed}
    return render(request, "replays_app/fairness/register.html", context)


def _plots(kinds: Mapping[str, list[Kind]], house: str = "Drawn from sealed seeds") -> dict[str, Any]:
    return {
        "groups": [
            {"key": HOUSE, "title": house, "kinds": _drawn(kinds[HOUSE])},
            {"key": TABLE, "title": "Thrown at the table", "kinds": _drawn(kinds[TABLE])},
        ],
        "least": LEAST_A_FACE,
    }


def _judged_and_few(plotted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Split the dice of one battle into kinds with enough dice for the test, and the others."""
    groups: list[dict[str, Any]] = []
    for group in plotted:
        judged = [shown for shown in group["kinds"] if shown["fit"]]
        few = [shown["kind"] for shown in group["kinds"] if not shown["fit"]]
        groups.append({**group, "kinds": judged, "few": few, "few_words": _in_words(few)})
    return groups


def _in_words(kinds: list[Kind]) -> str:
    """Return the number of dice of each kind in words: "12 D6 and 1 D20"."""
    return joined([f"{kind.total} D{kind.sides}" for kind in kinds])


def _drawn(kinds: list[Kind]) -> list[dict[str, Any]]:
    return [{"kind": kind, "fit": kind.fit, "plot": bar_plot(kind)} for kind in kinds]
