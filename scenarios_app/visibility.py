"""Visibility of scenarios and maps: the owner's choice, and access that other apps grant.

This module does not depend on clubs. A Grants record defines its own choices; a scenario or map shown through
one has the visibility "club".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q

from darkseas.members.models import Member
from darkseas.web.extensions import extensions

from .models import HexMap, Scenario, Visibility

Thing = Scenario | HexMap

#: Choices of every owner: values with their labels.
FOR_EVERYBODY = (
    (Visibility.PUBLIC.value, "Everybody: listed in the library"),
    (Visibility.UNLISTED.value, "Anyone with the link"),
    (Visibility.PRIVATE.value, "You and your helpers"),
)
#: The choice “As it is now”: offered if the current choice is not one of the member's.
STAYS = ""
_AS_IT_IS = "As it is now"
#: Scenarios and maps that a club sees: published and not taken down.
_STANDS = Q(visibility=Visibility.CLUB, current__isnull=False, taken_down_at=None)


class NoSuchChoice(ValueError):
    """The choice does not exist, or not for this member."""


@dataclass(frozen=True, slots=True)
class Grants:
    """Extension point: additional access that one app grants.

    - ``scenarios`` and ``maps`` return the condition under which a member may see one
    - ``choices`` returns the choices of an owner: values with labels
    - ``choice_of`` returns the current choice of an item, or an empty text
    - ``words_of`` describes the choice to a member, without names that they may not know
    - ``share`` shows an item to the people of one choice only, or to nobody without a choice
    """

    scenarios: Callable[[Member], Q]
    maps: Callable[[Member], Q]
    choices: Callable[[Member], Sequence[tuple[str, str]]]
    choice_of: Callable[[Thing], str]
    words_of: Callable[[Thing, Member], str]
    share: Callable[[Thing, Member, str], None]


@dataclass(frozen=True, slots=True)
class VisibilityFollower:
    """Extension point: ``follow`` runs whenever a scenario's or map's visibility or title has changed."""

    follow: Callable[[Thing], None]


def granted_scenarios(person: Member | AnonymousUser) -> Q:
    """Return the condition for scenarios that a person sees besides public ones and their own."""
    return _granted(person, [grants.scenarios for grants in extensions(Grants)])


def granted_maps(person: Member | AnonymousUser) -> Q:
    """Return the condition for maps that a person sees besides public ones and their own."""
    return _granted(person, [grants.maps for grants in extensions(Grants)])


def choices_for(member: Member) -> list[tuple[str, str]]:
    """Return the choices of a member for their scenarios and maps: values with labels."""
    return [*FOR_EVERYBODY, *(choice for grants in extensions(Grants) for choice in grants.choices(member))]


def choice_of(thing: Thing) -> str:
    """Return the chosen visibility of a scenario or map; "" if its club no longer exists."""
    if thing.visibility != Visibility.CLUB:
        return thing.visibility
    return next((choice for grants in extensions(Grants) if (choice := grants.choice_of(thing))), "")


def choice_shown_to(member: Member, thing: Thing) -> str:
    """Return the chosen visibility of a scenario or map if the member could choose it too; otherwise "".

    The choice may name something secret, such as a closed club.
    """
    choice = choice_of(thing)
    return choice if choice in dict(choices_for(member)) else ""


def choices_about(thing: Thing, member: Member) -> list[tuple[str, str]]:
    """Return the choices that a form offers to the owner of a scenario or map: values with labels.

    STAYS comes first if the owner could not choose the current visibility, such as a club that they
    have left.
    """
    offered = choices_for(member)
    if choice_of(thing) in dict(offered):
        return offered
    words = next((words for grants in extensions(Grants) if (words := grants.words_of(thing, member))), "")
    return [(STAYS, f"{_AS_IT_IS}: {words or 'no longer a club; you and your helpers'}"), *offered]


def choice_about(thing: Thing, member: Member) -> str:
    """Return the initial choice of a form: the current one, from ``choices_about``.

    Unpublished scenarios and maps without a chosen visibility start with "everybody", except forks of
    scenarios that are not public.
    """
    return Visibility.PUBLIC.value if is_fresh(thing) else choice_shown_to(member, thing)


def is_fresh(thing: Thing) -> bool:
    """Return whether a scenario or map is unpublished and its visibility was never chosen.

    A fork of a scenario that is not public is never fresh.
    """
    if thing.current_id is not None or thing.visibility != Visibility.PRIVATE:
        return False
    if not isinstance(thing, Scenario):
        return True
    origin = thing.forked_from
    return not thing.is_shown_as_said and (origin is None or origin.scenario.visibility == Visibility.PUBLIC)


def check_choice(member: Member, choice: str) -> None:
    """Raise NoSuchChoice if the member cannot choose this."""
    if choice not in dict(choices_for(member)):
        raise NoSuchChoice("Choose one of: " + ", ".join(value for value, _ in choices_for(member)) + ".")


def show_to(thing: Thing, member: Member, choice: str) -> None:
    """Set the visibility of a scenario or map. Raises NoSuchChoice if the member cannot choose it."""
    check_choice(member, choice)
    is_plain = choice in dict(FOR_EVERYBODY)
    with transaction.atomic():
        for grants in extensions(Grants):
            is_theirs = not is_plain and choice in dict(grants.choices(member))
            grants.share(thing, member, choice if is_theirs else "")
        thing.visibility = choice if is_plain else Visibility.CLUB
        changed = ["visibility"]
        if isinstance(thing, Scenario):
            thing.is_shown_as_said = True
            changed.append("is_shown_as_said")
        thing.save(update_fields=changed)
        tell_followers(thing)


def handed_over(thing: Thing, giver: Member) -> None:
    """Make a scenario or map private if it is shown to a club in which its new owner cannot share it."""
    if thing.owner is not None and choice_of(thing) not in dict(choices_for(thing.owner)):
        show_to(thing, giver, Visibility.PRIVATE.value)


def tell_followers(thing: Thing) -> None:
    """Call every VisibilityFollower after a change of visibility or title."""
    for follower in extensions(VisibilityFollower):
        follower.follow(thing)


def _granted(person: Member | AnonymousUser, conditions: Sequence[Callable[[Member], Q]]) -> Q:
    if not isinstance(person, Member) or not conditions:
        return Q(pk=None)
    granted = Q(pk=None)
    for condition in conditions:
        granted |= condition(person)
    return _STANDS & granted
