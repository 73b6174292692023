"""The names of a few players: the same that `people.names_in` gives them, without reading all of the club's.

Where two go by one name both are told apart by their numbers, so whoever shares a name with one of the few
is asked for too. Databases fold the case of letters each in its own way, SQLite that of plain ones alone:
they are asked for the ways in which a name is commonly written, and Python says which found are the same.
"""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce, Lower, Replace

from darkseas.club.membership.merging import owners_of_records
from darkseas.club.models import Club, Player

from .people import NUMBERED, Names, distinct, numbered, plain

#: Names that suggest themselves while one is typed: more are no help, and a page carries each of them.
MOST_SUGGESTED = 200
#: What everybody is shown of a player.
_SHOWN = Coalesce("member__username", "name")
#: Texts in one query: below what databases take.
_AT_ONCE = 5_000
_TO_PLAIN = str.maketrans({chr(one): chr(one + 32) for one in range(ord("A"), ord("Z") + 1)} | {"’": "'"})


def names_of(club: Club, players: Iterable[int]) -> Names:
    """Return what these players of a club are called; five queries at the most, for some thousands of them.

    A guest whose record has become another's goes by that one's name.
    """
    wanted = set(players)
    called, merged = _called(club, wanted), dict[int, int]()
    if wanted - called.keys():
        owners = owners_of_records(club)
        merged = {guest: owners[guest] for guest in wanted if guest in owners}
        called |= _called(club, set(merged.values()) - called.keys())
    of = distinct({**_called_so(club, _texts_beside(called)), **called})
    of = {player: of[player] for player in called}
    numbers = {plain(name): player for player, name in of.items()}
    return Names({**of, **{guest: of[end] for guest, end in merged.items() if end in of}}, numbers, ())


def found_in(club: Club, text: str) -> int | None:
    """Return the player of a club whom a text names, whatever its case; none where nobody is called so."""
    called = _called_so(club, {text, NUMBERED.sub("", text)})
    return names_of(club, called).find(text)


def suggested_in(club: Club) -> tuple[str, ...]:
    """Return who is there today, in the order of names; nobody where the books have too many. One query."""
    rows = list(_owners(club).values_list("pk", _SHOWN, "left_at")[: MOST_SUGGESTED + 1])
    if len(rows) > MOST_SUGGESTED:
        return ()
    of = distinct({player: name for player, name, _ in rows})
    return tuple(sorted((of[player] for player, _, left in rows if left is None), key=str.casefold))


def _owners(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, merged_into=None)


def _called(club: Club, players: Iterable[int]) -> dict[int, str]:
    """Return what those of some players are called who are nobody else by now, before any are told apart."""
    return dict(_owners(club).filter(pk__in=players).values_list("pk", _SHOWN))


def _texts_beside(called: Mapping[int, str]) -> set[str]:
    """Return the names by which others could be taken for some players: theirs, with and without number."""
    beside = {NUMBERED.sub("", name) for name in called.values()}
    return {*called.values(), *beside, *(numbered(name, player) for player, name in called.items())}


def _called_so(club: Club, texts: Iterable[str]) -> dict[int, str]:
    """Return who goes by one of these names, however it is written."""
    wanted = {plain(text) for text in texts}
    spellings = sorted({way.translate(_TO_PLAIN) for text in texts for way in _written(text)})
    rows = _owners(club).annotate(low=Lower(Replace(_SHOWN, Value("’"), Value("'"))))
    found: dict[int, str] = {}
    for first in range(0, len(spellings), _AT_ONCE):
        some = rows.filter(low__in=spellings[first : first + _AT_ONCE]).values_list("pk", _SHOWN)
        found |= {player: name for player, name in some if plain(name) in wanted}
    return found


def _written(text: str) -> tuple[str, ...]:
    joined = " ".join(text.split())
    return joined, joined.lower(), joined.upper(), joined.title(), joined.casefold()
