"""Competitions for tests: written in short, or drawn by chance."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from darkseas.club.standings.outcomes import Competition, Ending, Entrant, Outcome, Showing, Unfought

SHORT = {
    "1-0": (Ending.WON, Ending.LOST),
    "0-1": (Ending.LOST, Ending.WON),
    "=": (Ending.DRAWN, Ending.DRAWN),
    "+-": (Ending.WON_BY_FORFEIT, Ending.FORFEITED),
    "-+": (Ending.FORFEITED, Ending.WON_BY_FORFEIT),
    "--": (Ending.FORFEITED, Ending.FORFEITED),
}
ALONE = {"bye": Ending.BYE, "half": Ending.HALF_BYE, "absent": Ending.ABSENT}
SEED = bytes(range(32))


def outcome(text: str, number: int, *, is_ratified: bool = True) -> Outcome:
    """Return an outcome written as `A 1-0 B`, with victory points as `A 1-0 B 12:7`, or as `A bye`."""
    first, ending, *rest = text.split()
    if not rest:
        return Outcome(number, Showing(first, ALONE[ending]), is_ratified=is_ratified)
    own, other = SHORT[ending]
    points = rest[1].split(":") if len(rest) > 1 else ("0", "0")
    return Outcome(
        number,
        Showing(first, own, "axis", Fraction(points[0]), losses=int(own is Ending.LOST)),
        Showing(rest[0], other, "allies", Fraction(points[1]), losses=int(other is Ending.LOST)),
        is_ratified,
    )


def competition(
    entrants: str,
    *rounds: str,
    tie_breaks: Sequence[str] = ("points",),
    unfought: Unfought = Unfought.SWISS,
    battles_a_round: int = 1,
) -> Competition:
    """Return a competition of entrants, a letter each, and of rounds, their outcomes parted by commas."""
    return Competition(
        tuple(Entrant(name, number) for number, name in enumerate(entrants)),
        tuple(
            outcome(text, number)
            for number, texts in enumerate(rounds, 1)
            for text in texts.split(",")
            if text.strip()
        ),
        tuple(tie_breaks),
        unfought=unfought,
        battles_a_round=battles_a_round,
        lot_seed=SEED,
    )


#: Everybody against everybody, all fought: points A 1½, B 2, C 1½, D 1.
ROUND_ROBIN = ("A 1-0 D,B = C", "A = B,C 0-1 D", "C 1-0 A,B 1-0 D")


@st.composite
def round_robins(draw: st.DrawFn) -> Competition:
    """Everybody against everybody once, all fought."""
    names = "ABCDEFG"[: draw(st.integers(2, 7))]
    pairs = [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]
    endings = draw(st.lists(st.sampled_from(["1-0", "0-1", "="]), min_size=len(pairs), max_size=len(pairs)))
    texts = [f"{first} {ending} {second}" for (first, second), ending in zip(pairs, endings, strict=True)]
    return competition(names, ",".join(texts), unfought=Unfought.ROUND_ROBIN)


@st.composite
def swiss(draw: st.DrawFn) -> Competition:
    """Some rounds, in each of which anybody may meet anybody, have a bye, stay away or forfeit."""
    names = "ABCDEFGH"[: draw(st.integers(2, 8))]
    rounds: list[str] = []
    for _ in range(draw(st.integers(1, 5))):
        waiting = list(draw(st.permutations(names)))
        texts: list[str] = []
        while waiting:
            first = waiting.pop()
            is_met = draw(st.integers(0, 4)) > 0
            if waiting and is_met:
                ending = draw(st.sampled_from(sorted(SHORT)))
                points = f"{draw(st.integers(0, 20))}:{draw(st.integers(0, 20))}"
                texts.append(f"{first} {ending} {waiting.pop()} {points}")
            elif ending := draw(st.sampled_from([*ALONE, ""])):
                texts.append(f"{first} {ending}")
        rounds.append(",".join(texts))
    return competition(names, *rounds)
