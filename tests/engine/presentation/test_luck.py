"""A word on luck: added up by side and by whose dice fell, told apart only where both fell, never of few."""

from fractions import Fraction

from darkseas.engine.presentation.luck import FEWEST_ROLLS, RollsScored, Scored, luck_sentences

NAMES = {"allies": "Allies", "japan": "Japan"}


def rolls(number: int, hits: int) -> RollsScored:
    """So many rolls with a chance of a third, of which the first so many hit."""
    added = RollsScored()
    for place in range(number):
        added.add(Scored("any", int(place < hits), Fraction(1, 3)))
    return added


def test_each_side_has_its_sentence() -> None:
    scored = {("japan", "house"): rolls(12, 1), ("allies", "house"): rolls(23, 9)}
    assert list(luck_sentences(scored, NAMES)) == [
        "Luck: the fire of the Allies scored 9 hits; expected were 7.7 (23 rolls).",
        "Luck: the fire of Japan scored 1 hit; expected were 4 (12 rolls).",
    ]


def test_dice_of_table_and_house_are_told_apart_and_few_rolls_not_at_all() -> None:
    scored = {
        ("japan", "table"): rolls(FEWEST_ROLLS, 3),
        ("japan", "house"): rolls(FEWEST_ROLLS - 1, 3),
    }
    (sentence,) = luck_sentences(scored, NAMES)
    assert sentence.endswith("scored 3 hits; expected were 3.3 (10 rolls, with table dice).")
