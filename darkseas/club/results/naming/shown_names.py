"""Names of a few players, equal to `people.names_in` but without loading the whole club.

Players who share a name are shown with numbers, so namesakes must be queried too. Databases fold case
differently (SQLite only ASCII), so we query the usual spellings and compare the matches in Python.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce, Lower, Replace

from darkseas.club.membership.merging import owners_of_records
from darkseas.club.models import Club, Player
from darkseas.web.texts.name_keys import name_key
from darkseas.web.texts.search_words import finds

from .people import NUMBERED, Names, distinct, numbered

#: The most names suggested while typing; every page carries all of them.
MOST_SUGGESTED = 200
#: The displayed name of a player.
_SHOWN = Coalesce("member__username", "name")
#: Texts in one query, below the limits of databases.
_AT_ONCE = 5_000
_TO_PLAIN = str.maketrans({chr(one): chr(one + 32) for one in range(ord("A"), ord("Z") + 1)} | {"’": "'"})


def names_of(club: Club, players: Iterable[int]) -> Names:
    """Return the names of these players; at most five queries for a few thousand players.

    A guest whose record a member claimed has the member's name.
    """
    wanted = set(players)
    called, merged = _called(club, wanted), dict[int, int]()
    if wanted - called.keys():
        owners = owners_of_records(club)
        merged = {guest: owners[guest] for guest in wanted if guest in owners}
        called |= _called(club, set(merged.values()) - called.keys())
    of = distinct({**_called_so(club, _texts_beside(called)), **called})
    of = {player: of[player] for player in called}
    numbers = {name_key(name): player for player, name in of.items()}
    return Names({**of, **{guest: of[end] for guest, end in merged.items() if end in of}}, numbers, ())


def found_in(club: Club, text: str) -> int | None:
    """Return the player that a text names, ignoring case, or None."""
    called = _called_so(club, {text, NUMBERED.sub("", text)})
    return names_of(club, called).find(text)


def players_named(club: Club, text: str) -> set[int]:
    """Return the player with this name, or else all whose names have words that begin so.

    Only the second search ignores accents and reads the names of the whole club.
    """
    player = found_in(club, text)
    if player is not None:
        return {player}
    return {pk for pk, name in _owners(club).values_list("pk", _SHOWN) if finds(text, name)}


def suggested_in(club: Club) -> tuple[str, ...]:
    """Return current players by name, or nobody if the club has too many. One query."""
    rows = list(_owners(club).values_list("pk", _SHOWN, "left_at")[: MOST_SUGGESTED + 1])
    if len(rows) > MOST_SUGGESTED:
        return ()
    of = distinct({player: name for player, name, _ in rows})
    return tuple(sorted((of[player] for player, _, left in rows if left is None), key=str.casefold))


def _owners(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, merged_into=None)


def _called(club: Club, players: Iterable[int]) -> dict[int, str]:
    """Return the names of players, without merged ones, before adding numbers."""
    return dict(_owners(club).filter(pk__in=players).values_list("pk", _SHOWN))


def _texts_beside(called: Mapping[int, str]) -> set[str]:
    """Return these names with and without number, to find namesakes."""
    beside = {NUMBERED.sub("", name) for name in called.values()}
    return {*called.values(), *beside, *(numbered(name, player) for player, name in called.items())}


def _called_so(club: Club, texts: Iterable[str]) -> dict[int, str]:
    """Return the players with one of these names, in any spelling."""
    wanted = {name_key(text) for text in texts}
    spellings = sorted({way.translate(_TO_PLAIN) for text in texts for way in _written(text)})
    rows = _owners(club).annotate(low=Lower(Replace(_SHOWN, Value("’"), Value("'"))))
    found: dict[int, str] = {}
    for first in range(0, len(spellings), _AT_ONCE):
        some = rows.filter(low__in=spellings[first : first + _AT_ONCE]).values_list("pk", _SHOWN)
        found |= {player: name for player, name in some if name_key(name) in wanted}
    return found


def _written(text: str) -> Iterator[str]:
    """Yield the usual spellings of a name; names from before we composed accents may have them apart."""
    joined = " ".join(text.split())
    for form in ("NFC", "NFD"):
        one = unicodedata.normalize(form, joined)
        yield from (one, one.lower(), one.upper(), one.title(), one.casefold())
