"""How players are named in forms and files: by the name everybody is shown, told apart where two share it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from darkseas.club.membership.merging import ends_of
from darkseas.club.models import Club, Player
from darkseas.web.texts.likeness import near


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a club's players: what each is called, who is called so, and who is there today."""

    of: Mapping[int, str]
    numbers: Mapping[str, int]
    today: tuple[str, ...]

    def find(self, text: str) -> int | None:
        """Return the player whom a text names, whatever its case; none where nobody is called so."""
        return self.numbers.get(_plain(text))

    def near(self, text: str) -> tuple[str, ...]:
        """Return names of today that a new one may be a slip of, the likeliest first."""
        return near(text, self.today)

    def listed(self, players: Iterable[int]) -> str:
        """Return the names of players in a row."""
        return ", ".join(self.of.get(player, "a player of former days") for player in players)


def names_in(club: Club) -> Names:
    """Return the names of a club's players, those who have left included; one query.

    A guest whose record has become another's goes by that one's name.
    """
    everybody = list(Player.objects.filter(club=club).select_related("member"))
    merged = ends_of({one.pk: one.merged_into_id for one in everybody if one.merged_into_id is not None})
    players = [player for player in everybody if player.pk not in merged]
    of = _distinct({player.pk: str(player) for player in players})
    numbers = {_plain(name): number for number, name in of.items()}
    of |= {guest: of[player] for guest, player in merged.items() if player in of}
    today = sorted((of[player.pk] for player in players if player.left_at is None), key=str.casefold)
    return Names(of, numbers, tuple(today))


def _distinct(names: Mapping[int, str]) -> dict[int, str]:
    """Return what each is called: with their number where others are called so, by name or by number."""
    of, numbered = dict(names), set[int]()
    while True:
        shared = Counter(map(_plain, of.values()))
        again = {player for player, name in of.items() if shared[_plain(name)] > 1} - numbered
        if not again:
            return of
        numbered |= again
        of |= {player: f"{names[player]} (no. {player})" for player in again}


def _plain(text: str) -> str:
    """Return a name as it is compared: phones write O’Neill, desks O'Neill, and it is one person."""
    return " ".join(text.replace("’", "'").split()).casefold()
