"""Read entries that a director types, one per line: optional rating after a comma, team name before a colon.

A line that ends with a colon names the group, or the division of a league, of the entries below it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db import transaction

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.membership import guests
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Entrant, Player, Tournament
from darkseas.club.results.files.bounds import most_new_names
from darkseas.club.results.naming.people import Names, names_in
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked
from darkseas.web.texts.name_keys import name_key, one_spelling

from . import entries

MOST_LINES = 256
#: Signs between cells of a spreadsheet; a rating follows one of them and may end in a decimal zero.
_BETWEEN_CELLS = ",;\t \u00a0"
_WITH_STRENGTH = re.compile(r"(.*?\S)\s*[,;\t]\s*(\d{1,6})(?:[.,]0+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line: “Ann”, “Ann, 1850”, “The Old Salts: Ann + Bob, 1700”."""

    players: tuple[str, ...]
    name: str = ""
    strength: int | None = None
    group: str = ""


def read_lines(text: str) -> list[EntryLine]:
    """Return the entries in a text. Raises TournamentRefused for an invalid line."""
    lines, group = [], ""
    for number, line in _numbered(text):
        if line.strip(_BETWEEN_CELLS).endswith(":"):
            group = one_spelling(line.strip(_BETWEEN_CELLS)[:-1])
        else:
            lines.append(replace(_read(number, line), group=group))
    if not lines:
        raise TournamentRefused("Enter at least one name.", "names")
    if len(lines) > MOST_LINES:
        raise TournamentRefused(f"Enter at most {MOST_LINES} lines.", "names")
    return lines


@dataclass(frozen=True, slots=True)
class NewName:
    """A name that the club does not know, with similar known names."""

    name: str
    near: tuple[str, ...]


def new_names(tournament: Tournament, text: str) -> list[NewName]:
    """Return the names in a text that the club does not know. Raises like `read_lines`."""
    names = names_in(tournament.club)
    return [NewName(name, names.near(name)) for name in _unknown(read_lines(text), names)]


@dataclass(frozen=True, slots=True)
class EnteredLines:
    """New entries, and the names in lines that were skipped because a player was already entered."""

    made: tuple[Entrant, ...]
    skipped: tuple[str, ...]


def enter_lines(by: Player, tournament: Tournament, text: str, *, makes_guests: bool) -> EnteredLines:
    """Enter everybody in a text who is not entered yet, or nobody if a line is refused.

    With ``makes_guests`` unknown names become guests. Raises TournamentRefused.
    """
    lines = read_lines(text)
    with transaction.atomic():
        locked(tournament.pk)
        names = names_in(tournament.club)
        fresh, known = _not_entered(tournament, lines, names)
        unknown = _unknown(fresh, names)
        if unknown:
            _make_guests(by, unknown, makes_guests=makes_guests)
            names = names_in(tournament.club)
        made = tuple(_enter(by, tournament, line, names) for line in fresh)
    return EnteredLines(made, tuple(line.name or line.players[0] for line in known))


def _not_entered(
    tournament: Tournament, lines: list[EntryLine], names: Names
) -> tuple[list[EntryLine], list[EntryLine]]:
    """Return the lines to enter, and those with a player who is entered or stands in a line above."""
    taken: set[int | str | None] = set(tournament.entrants.values_list("players", flat=True))
    fresh: list[EntryLine] = []
    known: list[EntryLine] = []
    for line in lines:
        players = {names.find(name) or name_key(name) for name in line.players}
        (known if players & taken else fresh).append(line)
        taken |= players
    return fresh, known


def _unknown(lines: list[EntryLine], names: Names) -> list[str]:
    """Return the unknown names, limited to as many as can be compared with all known ones."""
    found = list(dict.fromkeys(name for line in lines for name in line.players if not names.find(name)))
    shared = [sentence for name in found if (sentence := names.which_of(name))]
    if shared:
        raise TournamentRefused(" ".join(shared), "names")
    most = most_new_names(len(names.today))
    if len(found) > most:
        raise TournamentRefused(f"{len(found)} names are new to the club: enter {most} at a time.", "names")
    return found


def _make_guests(by: Player, unknown: list[str], *, makes_guests: bool) -> None:
    if not makes_guests or not access.may(by, Deed.ADMIT):
        raise TournamentRefused(f"The club has no players with these names: {', '.join(unknown)}.", "names")
    try:
        guests.add_all(by, unknown)
    except ClubRefused as refusal:
        raise TournamentRefused(str(refusal), "names") from None


def _enter(by: Player, tournament: Tournament, line: EntryLine, names: Names) -> Entrant:
    numbers = [number for name in line.players if (number := names.find(name)) is not None]
    found = Player.objects.select_related("member").in_bulk(numbers)
    players = [found[number] for number in dict.fromkeys(numbers)]
    try:
        return entries.enter(
            by, tournament, players, name=line.name, strength=line.strength, group=line.group
        )
    except TournamentRefused as refusal:
        raise TournamentRefused(f"{line.name or line.players[0]}: {refusal}", "names") from None


def _without_strength(line: str) -> tuple[str, str]:
    """Return what stands before a rating, and the rating; both are empty if a line has none.

    Lines from a spreadsheet have tabs or semicolons for the comma, and perhaps empty cells at the end.
    """
    match = _WITH_STRENGTH.fullmatch(line.strip(_BETWEEN_CELLS))
    return (match[1], match[2]) if match else ("", "")


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip(_BETWEEN_CELLS):
            yield number, line


def _read(number: int, line: str) -> EntryLine:
    head, strength = _without_strength(line)
    is_strong = bool(head)
    body = head if is_strong else line.strip(_BETWEEN_CELLS)
    name, colon, rest = body.partition(":")
    players = tuple(one_spelling(one) for one in (rest if colon else body).split("+"))
    if len(players) > entries.MOST_IN_TEAM:
        reason = f"Line {number} names {len(players)} players; a team has at most {entries.MOST_IN_TEAM}."
        raise TournamentRefused(reason, "names")
    if not all(players):
        raise TournamentRefused(f"Line {number} has no name: “{line.strip()[:60]}”.", "names")
    return EntryLine(players, one_spelling(name) if colon else "", int(strength) if is_strong else None)
