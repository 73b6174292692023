"""One word, one meaning: what the glossary bans or has retired is part of no name."""

import pytest

from tests.architecture.words import Name, Word, banned_words, is_lawful, lawful, retired_words, uses


def test_no_name_uses_a_word_that_the_glossary_bans() -> None:
    banned = banned_words()
    assert len(banned) > 60
    faults = [
        f"{name.path}: {name.text} ({' '.join(word.parts)})"
        for name, word in uses(banned)
        if not is_lawful(word, name)
    ]
    assert sorted(faults) == []


def test_no_name_uses_a_word_that_was_retired() -> None:
    retired = retired_words()
    assert len(retired) > 90
    faults = [f"{name.path}: {name.text} ({' '.join(word.parts)})" for name, word in uses(retired)]
    assert sorted(faults) == []


def test_only_banned_words_need_a_lawful_meaning() -> None:
    assert lawful().keys() - {word.parts for word in banned_words()} == set()


@pytest.mark.parametrize(
    ("word", "name", "is_fault"),
    [
        (Word(("told",)), Name("entry_told", "a.py"), True),
        (Word(("told",)), Name("ToldApart", "a.js"), True),
        (Word(("fair", "dice")), Name("FairDice", "a.py"), True),
        (Word(("told",)), Name("untold", "a.py"), False),
        (Word(("go", "on")), Name("_go_on", "a.py"), True),
        (Word(("go", "on")), Name("go_back_on", "a.py"), False),
        (Word(("found",), alone=True), Name("_found", "a.py"), True),
        (Word(("found",), alone=True), Name("page_not_found", "a.py"), False),
        (Word(("lines",), places=("rules/*",)), Name("lines", "rules/a.py"), True),
        (Word(("lines",), places=("rules/*",)), Name("lines", "engine/a.py"), False),
    ],
)
def test_word_is_seen_in_a_name(word: Word, name: Name, is_fault: bool) -> None:
    assert word.is_in(name) is is_fault
