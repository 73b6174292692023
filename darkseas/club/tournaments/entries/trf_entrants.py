"""Entrants from a FIDE Tournament Report File (TRF16 and later): names and ratings of its player lines (001).

Rounds are not read: a TRF knows neither scenario, sides, points nor losses, and results here need an answer.
The reader is our own because every fault has to name its line in the file; libraries skip what they do not
know.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from darkseas.club.tournaments.tournament_errors import TournamentRefused

from .entries import MOST_ENTRANTS

MOST_BYTES = 1024 * 1024
#: Columns of a player line, from 0: starting number, name, rating.
_NUMBER, _NAME, _RATING = slice(4, 8), slice(14, 47), slice(48, 52)
#: Faults that are listed at once.
_MOST_FAULTS = 5


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player line; ``line`` counts from 1. The strength is None for rating 0 or none."""

    line: int
    number: int
    name: str
    strength: int | None


class _BadLine(ValueError):
    pass


def text_of(data: bytes) -> str:
    """Return the text of an uploaded file: UTF-8, or Windows-1252 as older programs write it.

    Raises TournamentRefused.
    """
    if len(data) > MOST_BYTES:
        raise TournamentRefused("The file is larger than 1 MB.", "trf")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise TournamentRefused("This is not a text file. Choose a TRF file.", "trf")


def read_trf(text: str) -> list[TrfPlayer]:
    """Return the players in the order of their starting numbers. Raises TournamentRefused, naming the
    lines.
    """
    players, faults = list[TrfPlayer](), list[str]()
    for line, row in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        if not row.startswith("001"):
            continue
        try:
            players.append(_player(line, row))
        except _BadLine as fault:
            faults.append(f"Line {line}: {fault}")
    faults += [*_twice(players, lambda one: one.number), *_twice(players, lambda one: one.name.casefold())]
    if not (players or faults):
        raise TournamentRefused("The file has no player lines: they begin with 001.", "trf")
    if faults:
        more = f" And {left} more." if (left := len(faults) - _MOST_FAULTS) > 0 else ""
        raise TournamentRefused(f"Nobody was entered. {' '.join(faults[:_MOST_FAULTS])}{more}", "trf")
    if len(players) > MOST_ENTRANTS:
        raise TournamentRefused(f"The file has {len(players)} players; {MOST_ENTRANTS} can enter.", "trf")
    return sorted(players, key=lambda one: one.number)


def entry_lines(players: list[TrfPlayer], is_known: Callable[[str], bool]) -> str:
    """Return the players as lines for `enter_lines`. “Jones, Ann” becomes “Ann Jones” if the club knows that
    name only.
    """
    return "\n".join(
        _name(one.name, is_known) + ("" if one.strength is None else f", {one.strength}") for one in players
    )


def _name(name: str, is_known: Callable[[str], bool]) -> str:
    last, comma, first = (part.strip() for part in name.partition(","))
    turned = f"{first} {last}"
    return turned if comma and first and not is_known(name) and is_known(turned) else name


def _player(line: int, row: str) -> TrfPlayer:
    if "\t" in row:
        raise _BadLine("it contains a tab. TRF has fixed columns, filled with spaces.")
    number, name, rating = row[_NUMBER].strip(), " ".join(row[_NAME].split()), row[_RATING].strip()
    if not (number.isascii() and number.isdigit() and int(number) > 0):
        raise _BadLine(f"“{number}” in columns 5 to 8 is no starting number.")
    if not name:
        raise _BadLine("columns 15 to 47 have no name.")
    if any(sign in name for sign in ":+"):
        raise _BadLine(f"the name “{name}” contains a colon or a plus. Enter this player by hand.")
    if not (rating == "" or (rating.isascii() and rating.isdigit())):
        raise _BadLine(f"“{rating}” in columns 49 to 52 is no rating.")
    return TrfPlayer(line, int(number), name, int(rating) if rating and int(rating) else None)


def _twice(players: list[TrfPlayer], part: Callable[[TrfPlayer], int | str]) -> Iterator[str]:
    """Yield a fault for each player line that repeats this part of an earlier one."""
    first: dict[int | str, TrfPlayer] = {}
    for one in players:
        earlier = first.setdefault(part(one), one)
        if earlier is not one:
            what = f"starting number {one.number}" if part(one) == one.number else f"name “{one.name}”"
            yield f"Line {one.line}: the {what} is already in line {earlier.line}."
