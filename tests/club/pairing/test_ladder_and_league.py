"""Ladder and league: whom one may challenge; who goes up and down."""

import pytest

from darkseas.club.pairing.ladder import (
    LadderChallenge,
    LadderRules,
    challengeable,
    refusal,
    without,
)
from darkseas.club.pairing.league import Division, LeagueRules, Move, next_season, schedules
from darkseas.club.pairing.round_records import UnfitSituation

ORDER = ("a", "b", "c", "d", "e", "f")
RULES = LadderRules(reach=2)


@pytest.mark.parametrize(
    ("challenger", "challenged", "kind", "words"),
    [
        ("c", "c", "oneself", "Nobody can challenge themselves."),
        ("x", "a", "not_on_ladder", "x and a must both be on the ladder"),
        ("b", "c", "not_above", "c is below b"),
        ("f", "c", "out_of_reach", "c is more than 2 places above f"),
        ("b", "a", "challenged_busy", "Somebody else has already challenged a"),
        ("c", "b", "challenger_busy", "c already has an open challenge"),
        ("d", "b", "met_already", "d and b already have an open challenge"),
        ("f", "e", "too_soon", "Other battles that f must play first: 1."),
    ],
)
def test_challenge_that_may_not_be_made_says_why(
    challenger: str, challenged: str, kind: str, words: str
) -> None:
    past = [
        LadderChallenge("f", "e", is_over=True),
        LadderChallenge("c", "a"),
        LadderChallenge("b", "d"),  # who climbs past somebody has one of theirs to fight all the same
    ]
    if kind == "challenged_busy":
        past.pop()
    found = refusal(ORDER, RULES, past, challenger, challenged)
    assert found is not None
    assert found.kind == kind
    assert words in found.text


def test_who_is_challenged_challenges_and_who_challenges_is_challenged() -> None:
    """Else somebody who always has a challenge open would keep their place from everybody."""
    past = [LadderChallenge("d", "c")]
    assert refusal(ORDER, RULES, past, "c", "b") is None
    assert refusal(ORDER, RULES, past, "e", "d") is None


def test_one_may_challenge_whoever_is_within_reach_and_free() -> None:
    assert challengeable(ORDER, RULES, [], "e") == ("c", "d")
    assert challengeable(ORDER, RULES, [], "a") == ()
    assert challengeable(ORDER, RULES, [LadderChallenge("e", "d", is_over=True)], "e") == ("c",)
    again = LadderRules(reach=2, battles_between=0)
    assert challengeable(ORDER, again, [LadderChallenge("e", "d", is_over=True)], "e") == ("c", "d")


def test_fewer_battles_than_must_lie_between_two_of_the_same_do_not_open_the_pair() -> None:
    past = [LadderChallenge("e", "d", is_over=True), LadderChallenge("e", "c", is_over=True)]
    assert challengeable(ORDER, LadderRules(reach=2, battles_between=3), past, "e") == ()


def test_challenge_of_somebody_unreliable_keeps_its_maker_alone_busy() -> None:
    past = [LadderChallenge("d", "c", keeps_nobody=True)]
    assert challengeable(ORDER, RULES, past, "e") == ("c", "d")
    assert challengeable(ORDER, RULES, [LadderChallenge("d", "c")], "e") == ("d",)
    assert challengeable(ORDER, RULES, past, "d") == ()


def test_a_battle_with_somebody_else_opens_the_old_pair_again() -> None:
    past = [LadderChallenge("e", "d", is_over=True), LadderChallenge("e", "c", is_over=True)]
    assert challengeable(ORDER, RULES, past, "e") == ("d",)


def test_who_is_new_begins_at_the_foot_and_who_leaves_makes_room() -> None:
    assert without(ORDER, "c") == ("a", "b", "d", "e", "f")


DIVISIONS = (
    Division("First", tuple("abcd")),
    Division("Second", tuple("efgh")),
    Division("Third", tuple("ijk")),
)


def names(divisions: tuple[Division, ...]) -> list[str]:
    """Return the keys of each division in a row."""
    return ["".join(one.keys) for one in divisions]


def test_the_last_go_down_and_the_first_go_up() -> None:
    season = next_season(DIVISIONS, LeagueRules(moves=1))
    assert names(season.divisions) == ["abce", "dfgi", "hjk"]
    assert [move.text for move in season.moves] == [
        "e goes up from Second to First.",
        "d goes down from First to Second.",
        "i goes up from Third to Second.",
        "h goes down from Second to Third.",
    ]


def test_where_somebody_leaves_first_one_is_spared_then_more_go_up() -> None:
    one = next_season(DIVISIONS, LeagueRules(moves=1), leaving=("b",))
    assert names(one.divisions) == ["acde", "fghi", "jk"]
    assert Move("spared", "d", "First", "First") in one.moves
    assert Move("spared", "h", "Second", "Second") in one.moves
    two = next_season(DIVISIONS, LeagueRules(moves=1), leaving=("a", "b"))
    assert names(two.divisions) == ["cdef", "ghij", "k"]
    assert Move("fills_gap", "f", "Second", "First") in two.moves
    assert "a leaves First." in [move.text for move in two.moves]


def test_who_is_new_begins_in_the_lowest() -> None:
    season = next_season(DIVISIONS, LeagueRules(moves=1), new=("x", "y"))
    assert names(season.divisions)[-1] == "hjkxy"
    assert season.moves[-1].text == "y begins in Third."


@pytest.mark.parametrize("moves", [0, 1, 2])
@pytest.mark.parametrize("leaving", ["", "a", "ah", "efg", "abcd", "dehk"])
def test_nobody_is_lost_or_doubled_and_upper_divisions_stay_full(moves: int, leaving: str) -> None:
    season = next_season(DIVISIONS, LeagueRules(moves), leaving=tuple(leaving))
    keys = "".join(names(season.divisions))
    assert sorted(keys) == sorted(set("abcdefghijk") - set(leaving))
    sizes = [len(one.keys) for one in season.divisions]
    assert sizes[:2] == [4, 4] or sizes[2] == 0 or moves == 0


def test_every_division_has_its_rounds() -> None:
    rounds = schedules(next_season(DIVISIONS, LeagueRules(moves=1)), cycles=2)
    assert {name: len(plans) for name, plans in rounds.items()} == {"First": 6, "Second": 6, "Third": 6}


def test_what_is_no_league_is_refused() -> None:
    with pytest.raises(UnfitSituation, match="two divisions"):
        next_season((Division("First", ("a",)), Division("Second", ("a",))), LeagueRules(1))
    with pytest.raises(UnfitSituation, match="x cannot leave"):
        next_season(DIVISIONS, LeagueRules(1), leaving=("x",))
    with pytest.raises(UnfitSituation, match="at least one division"):
        next_season((), LeagueRules(1))
    with pytest.raises(UnfitSituation, match="Second has fewer entrants than the 6"):
        next_season(DIVISIONS, LeagueRules(3))
