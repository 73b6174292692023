"""How players are named in forms and files: by the name everybody is shown, told apart where two share it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from darkseas.club.membership.merging import ends_of
from darkseas.club.models import Club, Player
from darkseas.web.texts.similar_names import near

#: What is put behind a name that several have.
NUMBERED = re.compile(r" \(no\. \d+\)$")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a club's players: what each is called, who is called so, and who is there today."""

    of: Mapping[int, str]
    numbers: Mapping[str, int]
    today: tuple[str, ...]

    def find(self, text: str) -> int | None:
        """Return the player whom a text names, whatever its case; none where nobody is called so."""
        return self.numbers.get(plain(text))

    def near(self, text: str) -> tuple[str, ...]:
        """Return names of today that a new one may be a slip of, the likeliest first."""
        return near(text, self.today)

    def near_anybody(self, text: str) -> tuple[str, ...]:
        """Return the same of everybody who ever was on the books, as old records name them."""
        return near(text, sorted(set(self.of.values())))

    def shared(self, text: str) -> tuple[str, ...]:
        """Return what those are called, with their numbers, who share a name; none where one alone has it."""
        wanted = plain(text)
        found = (name for name in self.of.values() if NUMBERED.sub("", plain(name)) == wanted != plain(name))
        return tuple(sorted(set(found)))

    def listed(self, players: Iterable[int]) -> str:
        """Return the names of players in a row."""
        return ", ".join(self.of.get(player, "a player of former days") for player in players)


def names_in(club: Club) -> Names:
    """Return the names of a club's players, those who have left included; one query.

    It is for forms and files, which may name anybody: pages ask `shown_names` for those whom they show.
    A guest whose record has become another's goes by that one's name.
    """
    everybody = Player.objects.filter(club=club).annotate(shown=Coalesce("member__username", "name"))
    rows = list(everybody.values_list("pk", "shown", "merged_into", "left_at"))
    merged = ends_of({player: into for player, _, into, _ in rows if into is not None})
    of = distinct({player: name for player, name, into, _ in rows if into is None})
    numbers = {plain(name): number for number, name in of.items()}
    of |= {guest: of[player] for guest, player in merged.items() if player in of}
    today = sorted(
        (of[player] for player, _, into, left in rows if into is None and left is None), key=str.casefold
    )
    return Names(of, numbers, tuple(today))


def distinct(names: Mapping[int, str]) -> dict[int, str]:
    """Return what each is called: with their number where others are called so, by name or by number."""
    of, told = dict(names), set[int]()
    while True:
        shared = Counter(map(plain, of.values()))
        again = {player for player, name in of.items() if shared[plain(name)] > 1} - told
        if not again:
            return of
        told |= again
        of |= {player: numbered(names[player], player) for player in again}


def numbered(name: str, player: int) -> str:
    """Return a name with the number of who has it, as one is written that several have."""
    return f"{name} (no. {player})"


def plain(text: str) -> str:
    """Return a name as it is compared: phones write O’Neill, desks O'Neill, and it is one person."""
    return " ".join(text.replace("’", "'").split()).casefold()
