"""Stores a submitted form as a result, with its new guests and recorded battle."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.membership import guests
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Club, Player, Result
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.facts import ResultFacts
from darkseas.club.results.naming.people import names_in
from darkseas.club.results.recorded.recorded_battles import Recorded
from darkseas.web.texts.name_keys import name_key

from .result_form import ResultForm

Keep = Callable[[ResultFacts], Result]


def kept(form: ResultForm, club: Club, keep: Keep, linked: Recorded | None = None) -> Result | None:
    """Store a valid form's result; None if it was refused, with the error in the form.

    Unknown names become guests if the user may and wants to add them. All or nothing.
    """
    try:
        with transaction.atomic():
            facts = _facts(form, club)
            if linked is not None and not form.cleaned_data["is_theirs"]:
                form.ask_whose(linked, facts)
            if not form.cleaned_data["is_sure"]:
                form.ask_points(facts)
            return keep(facts)
    except ResultRefused as refusal:
        form.refuse(refusal)
        return None


def _facts(form: ResultForm, club: Club) -> ResultFacts:
    try:
        return form.facts()
    except ResultRefused:
        if form.shared or not (
            form.unknown and form.cleaned_data["guests"] and access.may(form.by, Deed.ADMIT)
        ):
            raise
    _enter_guests(form.by, form.unknown)
    form.names, form.unknown = names_in(club), []
    return form.facts()


def _enter_guests(by: Player, names: list[str]) -> None:
    """Enter guests under these names, each once."""
    try:
        guests.add_all(by, list({name_key(name): name for name in names}.values()))
    except ClubRefused as refusal:
        raise ResultRefused("names", str(refusal)) from None


def battle_in(text: str) -> UUID | None:
    """Return the battle id in an address, or the id itself; None if there is none."""
    for part in reversed(text.split("?")[0].split("#")[0].strip().split("/")):
        try:
            return UUID(part)
        except ValueError:
            continue
    return None
