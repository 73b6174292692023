"""A round made by hand is answered with findings, never refused."""

from dataclasses import replace
from typing import get_args

import pytest

from darkseas.club.pairing.round_by_hand import DraftPairing, Finding, FindingKind, finding_text, findings
from darkseas.club.pairing.round_records import Entrant, ForcedPairing, Rules, Situation
from darkseas.club.pairing.swiss.pair_round import pair_round
from tests.club.pairing.tournaments import SEED, entrants, fought


def draft(*words: str) -> list[DraftPairing]:
    """Return pairings from words such as "ab"; "a" alone is a bye."""
    return [DraftPairing(word[0], word[1] if len(word) > 1 else None) for word in words]


def kinds(situation: Situation, *words: str) -> list[tuple[FindingKind, str]]:
    """Return what is found, with the keys in a word."""
    return [(one.kind, "".join(one.keys)) for one in findings(situation, draft(*words))]


FOUR = Situation(entrants(4), (fought(1, "ab", "cd"),), Rules(3), SEED)


def test_nothing_is_found_in_a_round_that_the_site_would_make() -> None:
    plan = pair_round(FOUR)
    assert findings(FOUR, [DraftPairing(one.first, one.second) for one in plan.pairings]) == ()


def test_names_that_do_not_fit_are_found_first() -> None:
    situation = replace(FOUR, entrants=(*FOUR.entrants, Entrant("e", absent=(2,))))
    assert kinds(situation, "ax", "bb", "ec", "cd") == [
        ("unknown", "x"),
        ("oneself", "b"),
        ("not_there", "e"),
        ("twice", "c"),
    ]


def test_who_meets_again_is_found_with_the_place_of_the_pairing() -> None:
    found = findings(FOUR, draft("dc", "ba"))
    assert found[:2] == (Finding("repeat", ("d", "c"), 0), Finding("repeat", ("b", "a"), 1))


def test_sides_are_found_or_better_turned_round() -> None:
    assert kinds(FOUR, "ad", "bc")[0] == ("turn_round", "ad")
    same = kinds(FOUR, "ac", "bd")
    assert ("sides", "a") in same
    assert ("sides", "d") in same
    mirrored = replace(FOUR, rules=Rules(2, is_mirrored=True))
    assert kinds(mirrored, "ac", "bd") == []


def test_who_is_left_over_is_found() -> None:
    assert kinds(replace(FOUR, rules=Rules(2)), "da") == [("missing", "cb")]


def test_second_bye_is_found() -> None:
    situation = Situation(entrants(3), (fought(1, "ab", byes="c"),), Rules(2), SEED)
    assert kinds(situation, "c", "ba")[0] == ("bye", "c")
    assert kinds(situation, "a", "bc") == []


def test_what_the_rules_keep_apart_is_found() -> None:
    everybody = tuple(replace(one, group="x") for one in entrants(4))
    rules = Rules(
        3,
        forbidden=(("a", "b"),),
        groups_apart_through=1,
        forced=(ForcedPairing(1, "a", "c"), ForcedPairing(2, "c", "d")),
    )
    found = kinds(Situation(everybody, (), rules, SEED), "ab", "cd")
    assert [one for one in found if one[0] != "later_rounds"] == [
        ("forbidden", "ab"),
        ("groups", "ab"),
        ("kept", "cd"),
        ("groups", "cd"),
        ("forced_missing", "ac"),
    ]


def test_a_dead_end_is_found_before_it_is_fought() -> None:
    """Six entrants, four rounds: two groups of three, of which each has met all of the other."""
    past = (fought(1, "ad", "be", "cf"), fought(2, "db", "ec", "fa"))
    situation = Situation(entrants(6), past, Rules(4), SEED)
    assert kinds(situation, "ae", "bf", "cd") == [("later_rounds", "")]


@pytest.mark.parametrize("kind", get_args(FindingKind))
def test_every_finding_is_a_sentence(kind: FindingKind) -> None:
    text = finding_text(Finding(kind, ("a", "b")), str.upper)
    assert text.endswith(".")
    assert "{" not in text
    assert ("A" in text) or kind == "later_rounds"
