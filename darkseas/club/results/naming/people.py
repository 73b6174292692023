"""Names of players in forms and files, with a number if two share one."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from darkseas.club.membership.merging import ends_of
from darkseas.club.models import Club, Player
from darkseas.web.texts.name_keys import name_key
from darkseas.web.texts.similar_names import near

#: Suffix of a shared name.
NUMBERED = re.compile(r" \(no\. \d+\)$")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a club's players: display names, lookup, and today's members."""

    of: Mapping[int, str]
    numbers: Mapping[str, int]
    today: tuple[str, ...]

    def find(self, text: str) -> int | None:
        """Return the player with this name, ignoring case, or None."""
        return self.numbers.get(name_key(text))

    def near(self, text: str) -> tuple[str, ...]:
        """Return current names that are similar to a new one, the most likely first."""
        return near(text, self.today)

    def near_anybody(self, text: str) -> tuple[str, ...]:
        """Return similar names of all past and present players, for old records."""
        return near(text, sorted(set(self.of.values())))

    def shared(self, text: str) -> tuple[str, ...]:
        """Return the numbered names of players who share this name; empty if only one has it."""
        wanted = name_key(text)
        keys = {name: name_key(name) for name in self.of.values()}
        return tuple(sorted(name for name, key in keys.items() if NUMBERED.sub("", key) == wanted != key))

    def which_of(self, text: str) -> str:
        """Return a sentence that asks which of the players with this name is meant; "" if one at most has it.

        One query if several have it.
        """
        shared = self.shared(text)
        if not shared:
            return ""
        found = Player.objects.in_bulk([self.numbers[name_key(name)] for name in shared])
        told = "; ".join(f"{name}, {_kind(found[self.numbers[name_key(name)]])}" for name in shared)
        return f"{len(shared)} players are called “{text}”. Enter the one you mean: {told}."

    def listed(self, players: Iterable[int]) -> str:
        return ", ".join(self.of.get(player, "a former player") for player in players)


def _kind(player: Player) -> str:
    kind = "guest" if player.member_id is None else "member"
    return f"a {kind}" if player.left_at is None else f"a former {kind}"


def names_in(club: Club) -> Names:
    """Return the names of a club's players, including former ones; one query.

    For forms and files, which may name anybody; pages use `shown_names`. A guest whose record a member
    claimed has the member's name.
    """
    everybody = Player.objects.filter(club=club).annotate(shown=Coalesce("member__username", "name"))
    rows = list(everybody.values_list("pk", "shown", "merged_into", "left_at"))
    merged = ends_of({player: into for player, _, into, _ in rows if into is not None})
    of = distinct({player: name for player, name, into, _ in rows if into is None})
    numbers = {name_key(name): number for number, name in of.items()}
    of |= {guest: of[player] for guest, player in merged.items() if player in of}
    today = sorted(
        (of[player] for player, _, into, left in rows if into is None and left is None), key=str.casefold
    )
    return Names(of, numbers, tuple(today))


def distinct(names: Mapping[int, str]) -> dict[int, str]:
    """Return display names, with a number if a name is ambiguous."""
    of, told = dict(names), set[int]()
    while True:
        shared = Counter(map(name_key, of.values()))
        again = {player for player, name in of.items() if shared[name_key(name)] > 1} - told
        if not again:
            return of
        told |= again
        of |= {player: numbered(names[player], player) for player in again}


def numbered(name: str, player: int) -> str:
    """Return a name with its player's number, as written for shared names."""
    return f"{name} (no. {player})"
