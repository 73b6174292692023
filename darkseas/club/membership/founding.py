"""Founding and changing a club. Only this module writes the club's row."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from django.db import IntegrityError, transaction

from darkseas.club import audit
from darkseas.club.models import Club, Player, Right
from darkseas.members.models import Member
from darkseas.web.texts.homoglyphs import looks_like_one_of, pattern_of
from darkseas.web.texts.name_keys import name_key
from darkseas.web.texts.slugs import slug_of

from .refusals import ClubRefused, locked

LONGEST_STEM = 48
#: Reserved slugs: they are addresses of other pages.
RESERVED = ("new", "join", "signs")
#: How many open clubs may have slugs that differ only in a number at the end.
MOST_ALIKE = 99
NAME_TAKEN = "An open club already has this name. Choose another."
NAME_LOOKS_TAKEN = "An open club already has a name that looks like this one. Choose another."


@dataclass(frozen=True, slots=True)
class ClubTerms:
    """A club's description and visibility."""

    name: str
    device: str
    place: str = ""
    language: str = "en"
    time_zone: str = "UTC"
    rules: str = ""
    is_closed: bool = False
    silence: str = Club.Silence.CONFIRM
    silence_days: int = 7
    rated_from: int = 5


def found_club(member: Member, terms: ClubTerms) -> Club:
    """Create a club owned by this member. Raises ClubRefused if the name is taken."""
    with transaction.atomic():
        club = _new_club(terms)
        owner = Player.objects.create(club=club, member=member)
        Right.objects.create(player=owner, kind=Right.Kind.OWNER)
        Right.objects.create(player=owner, kind=Right.Kind.MEMBER)
        audit.note(club, owner, "club.founded", club, after=_as_founded(terms))
    return club


def found_for_the_house(terms: ClubTerms, owner_name: str) -> Player:
    """Create a demonstration club and return its owner. The owner cannot log in.

    So nobody can change the club, join it or report results in it. Raises ClubRefused if the name is taken.
    """
    with transaction.atomic():
        club = _new_club(terms)
        club.is_demonstration = True
        club.save(update_fields=["is_demonstration"])
        owner = Player.objects.create(club=club, name=owner_name)
        Right.objects.create(player=owner, kind=Right.Kind.OWNER)
        audit.note(club, owner, "club.founded", club, after=_as_founded(terms))
    return owner


def change(by: Player, terms: ClubTerms) -> Club:
    """Change a club; its address stays. Raises ClubRefused if the name is taken."""
    try:
        with transaction.atomic():
            club = locked(by.club_id)
            before = terms_of(club)
            if terms.name != before.name or (before.is_closed and not terms.is_closed):
                _check_name(terms, club)
            for name, value in asdict(terms).items():
                setattr(club, name, value)
            club.save()
            old, new = asdict(before), asdict(terms)
            changed = [name for name in new if old[name] != new[name]]
            if changed:
                audit.note(
                    club,
                    by,
                    "club.changed",
                    club,
                    before={name: old[name] for name in changed},
                    after={name: new[name] for name in changed},
                )
    except IntegrityError:
        raise ClubRefused(NAME_TAKEN) from None
    return club


def terms_of(club: Club) -> ClubTerms:
    return ClubTerms(**{name: getattr(club, name) for name in ClubTerms.__dataclass_fields__})


def _as_founded(terms: ClubTerms) -> dict[str, object]:
    return {"name": terms.name, "is_closed": terms.is_closed}


def _new_club(terms: ClubTerms) -> Club:
    """Create the club under the first free slug, although another request may take a slug or name at the same
    time.
    """
    _check_name(terms)
    for slug in _slugs(terms):
        if slug in RESERVED or Club.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(slug=slug, **asdict(terms))
        except IntegrityError:
            if not terms.is_closed and Club.objects.filter(is_closed=False, name__iexact=terms.name).exists():
                raise ClubRefused(NAME_TAKEN) from None
    raise ClubRefused("Too many clubs already have names like this. Choose another.")


def _check_name(terms: ClubTerms, club: Club | None = None) -> None:
    """Refuse a name that another open club has, or that looks like one. Closed clubs are not revealed.

    Databases differ in how they compare accented letters, so we compare names in Python.
    """
    if terms.is_closed:
        return
    others = Club.objects.filter(is_closed=False, name__regex=pattern_of(terms.name))
    if club is not None:
        others = others.exclude(pk=club.pk)
    names = list(others.values_list("name", flat=True))
    if looks_like_one_of(terms.name, names):
        raise ClubRefused(NAME_LOOKS_TAKEN)
    if name_key(terms.name) in map(name_key, names):
        raise ClubRefused(NAME_TAKEN)


def _slugs(terms: ClubTerms) -> Iterator[str]:
    """Yield the slugs to try. A closed club's slug ends in random characters, so that nobody can guess it."""
    stem = slug_of(terms.name, LONGEST_STEM, "club")
    if not terms.is_closed:
        yield stem
        yield from (f"{stem}-{number}" for number in range(2, 1 + MOST_ALIKE))
    yield from (f"{stem}-{secrets.token_hex(4)}" for _ in range(MOST_ALIKE))
