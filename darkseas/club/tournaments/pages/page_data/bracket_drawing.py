"""A bracket as SVG: a column for each round, a box for each pairing, lines to the winner's next pairing."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from darkseas.club.pairing.knock_out.tree import BracketPairing
from darkseas.club.tournaments.round_draw.brackets import Drawn
from darkseas.club.tournaments.tournament_so_far import Fought

#: Follows the name of a player who advanced but is not the current winner.
WENT_ON = " (went on)"
WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN, HEAD = 190, 48, 40, 14, 8, 22
LONGEST = 24
_TITLES = {
    "winners": "Round {}",
    "losers": "Losers {}",
    "final": "Final",
    "reset": "Final again",
    "third_place": "Third place",
}


def bracket_svg(fought: Fought, drawn: Drawn) -> SafeString:
    """Return the bracket of a knock-out as SVG."""
    tree, places = drawn.tree, _places(drawn.tree.pairings)
    boxes = format_html_join("", "{}", ((_box(fought, drawn, one, places),) for one in tree.pairings))
    lines = format_html_join("", "{}", ((_lines(one, places),) for one in tree.pairings))
    right = max(x for x, _ in places.values()) + WIDTH + MARGIN
    bottom = max(y for _, y in places.values()) + HEIGHT + MARGIN
    return format_html(
        '<svg class="bracket" viewBox="0 0 {} {}" width="{}" role="img" aria-label="Bracket; '
        'the rounds list the same pairings as text">{}{}</svg>',
        right,
        bottom,
        right,
        lines,
        boxes,
    )


def _places(pairings: tuple[BracketPairing, ...]) -> dict[str, tuple[int, int]]:
    """Return the position of each box: winners above, losers below, the final on the right."""
    first = sum(one.bracket == "winners" and one.round_number == 1 for one in pairings)
    last = max(one.round_number for one in pairings if one.bracket == "winners")
    lost = max((one.round_number for one in pairings if one.bracket == "losers"), default=0)
    step = HEIGHT + GAP_Y
    below = HEAD + first * step + HEAD
    found: dict[str, tuple[int, int]] = {}
    for one in pairings:
        column, slot = one.round_number - 1, one.place - 1
        if one.bracket == "winners":
            spread = 1 << column
            found[one.key] = (_x(column), HEAD + int((slot * spread + (spread - 1) / 2) * step))
        elif one.bracket == "losers":
            spread = 1 << (column // 2)
            found[one.key] = (_x(column), below + int((slot * spread + (spread - 1) / 2) * step))
        elif one.bracket == "third_place":
            found[one.key] = (_x(last - 1), HEAD + first * step)
        else:
            found[one.key] = (_x(max(last, lost) + column), HEAD + int((first - 1) / 2 * step))
    return found


def _x(column: int) -> int:
    return MARGIN + column * (WIDTH + GAP_X)


def upset_sentences(fought: Fought, drawn: Drawn) -> list[str]:
    """Return a sentence for each pairing whose current winner is not the one that advanced."""
    sentences = []
    for key in drawn.upsets:
        table, winner = drawn.tables[key], drawn.winners.get(key)
        went = fought.name(drawn.filled[key].winner or "")
        stands = f"{fought.name(winner)} has won" if winner else "nobody has won"
        sentences.append(
            f"Round {table.round.number}, table {table.table}: {went} advanced, and the later rounds stay as"
            f" paired; by the current result {stands}."
        )
    return sentences


def _box(
    fought: Fought, drawn: Drawn, pairing: BracketPairing, places: dict[str, tuple[int, int]]
) -> SafeString:
    x, y = places[pairing.key]
    filled = drawn.filled[pairing.key]
    is_upset = pairing.key in drawn.upsets
    winner = drawn.winners.get(pairing.key) if is_upset else filled.winner
    title = _TITLES[pairing.bracket].format(pairing.round_number) if pairing.place == 1 else ""
    head = format_html('<text class="bracket-head" x="{}" y="{}">{}</text>', x, y - 6, title) if title else ""
    rows = format_html_join(
        "",
        '<text class="{}" x="{}" y="{}">{}</text>',
        (
            (
                "bracket-won" if key and key == winner else "bracket-name",
                x + 10,
                y + 19 + 22 * row,
                _name(fought, key, WENT_ON if is_upset and key == filled.winner else ""),
            )
            for row, key in enumerate((filled.first, filled.second))
        ),
    )
    return format_html(
        '{}<rect class="bracket-box" x="{}" y="{}" width="{}" height="{}" rx="4"/>{}',
        head,
        x,
        y,
        WIDTH,
        HEIGHT,
        rows,
    )


def _name(fought: Fought, key: str | None, mark: str) -> str:
    if key is None:
        return "…"
    if not key:
        return "nobody"
    name, longest = fought.name(key), LONGEST - len(mark)
    return (name if len(name) <= longest else f"{name[: longest - 1]}…") + mark


def _lines(pairing: BracketPairing, places: dict[str, tuple[int, int]]) -> SafeString:
    """Return lines from the two pairings whose winners meet here."""
    x, y = places[pairing.key]
    ways = [places[one.key] for one in (pairing.first, pairing.second) if one.kind == "winner"]
    return format_html_join(
        "",
        '<path class="bracket-line" d="M{} {}H{}V{}H{}"/>',
        (
            (from_x + WIDTH, from_y + HEIGHT // 2, x - GAP_X // 2, y + HEIGHT // 2, x)
            for from_x, from_y in ways
            if from_x < x
        ),
    )
