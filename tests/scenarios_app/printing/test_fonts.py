"""Letters and shapes on paper: what is shown, what fits, outlines as the charts have them."""

import re
from pathlib import Path

import pytest

from scenarios_app.printing.document.fonts import (
    ELLIPSIS,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    SIGN,
    WIDE_BOLD,
    cut,
    fitted,
    is_legible,
    printable,
    set_in,
    width_of,
    wrapped,
)
from scenarios_app.printing.document.silhouettes import KIN, NAMES, PROFILES, WOOD, profile_of, type_name
from scenarios_app.printing.document.svg_paths import strokes_of
from tests.support.every_case import every_case

STATIC = Path(__file__).resolve().parents[3] / "darkseas" / "static" / "darkseas" / "chart"


@every_case(
    ("said", "shown"),
    [
        ("Čačak Łódź", "Čačak Łódź"),
        ("Ōyodo", "Ōyodo"),
        ("о 27½ and 2⅔", "о 27½ and 2 2/3"),
        ("a\x00b\tc\nd", "a b c d"),
        ("\u202eabc\u200b", "abc"),
        ("戦艦", SIGN * 2),
        ("west → east", "west -> east"),
        ("\ud83d!", "!"),
        ("  two   spaces ", "two spaces"),
    ],
)
def test_letters_that_no_font_has_give_way(said: str, shown: str) -> None:
    assert printable(said) == shown


def test_name_without_a_letter_that_shows_is_not_legible() -> None:
    assert not is_legible("戦艦")
    assert not is_legible("\x00")
    assert is_legible("U 108")


def test_font_that_lacks_a_letter_gives_way_for_the_whole_line() -> None:
    assert set_in(SERIF, "Lützow") == (SERIF, "Lützow")
    assert set_in(SERIF, "Łódka")[0] == SANS
    assert set_in(SERIF_BOLD, "Łódź, Θήρα, Орёл")[0] == WIDE_BOLD


def test_line_shrinks_before_it_is_cut() -> None:
    wide = width_of("Admiral Hipper", SANS_BOLD, 10)
    assert fitted("Admiral Hipper", SANS_BOLD, 10, wide) == ("Admiral Hipper", 10)
    text, size = fitted("Admiral Hipper", SANS_BOLD, 10, wide * 0.6)
    assert text == "Admiral Hipper"
    assert size == pytest.approx(6)
    text, size = fitted("Admiral Hipper", SANS_BOLD, 10, wide * 0.2)
    assert text.endswith(ELLIPSIS)
    assert size == 4
    assert width_of(text, SANS_BOLD, size) <= wide * 0.2


def test_nothing_is_left_where_not_even_an_ellipsis_fits() -> None:
    assert cut("Hipper", SANS, 10, 1) == ""


def test_paragraph_breaks_between_words_and_within_the_longest() -> None:
    lines = wrapped(f"one two three {'x' * 300} four", SERIF, 10, 80)
    assert all(width_of(line, SERIF, 10) <= 80 for line in lines)
    assert "".join(lines).replace(" ", "") == f"onetwothree{'x' * 300}four"
    assert lines[0] == "one two three"
    short = wrapped("word " * 100, SERIF, 10, 80, most=3)
    assert len(short) == 3
    assert short[-1].endswith(ELLIPSIS)


def test_outline_is_read_as_its_strokes() -> None:
    assert strokes_of("M-2 1 3-.5H4V-1Q1 2-3.500 4Z") == (
        ("M", (-2, 1)), ("L", (3, -0.5)), ("L", (4, -0.5)), ("L", (4, -1)), ("Q", (1, 2, -3.5, 4)), ("Z", ()),
    )  # fmt: skip


def test_shapes_are_those_of_the_charts() -> None:
    written = (STATIC / "pieces" / "silhouettes.js").read_text(encoding="utf-8")
    joined = re.sub(r'" \+\s+"', "", written)
    pairs = dict(re.findall(r'(\w+):\s+"([^"]+)"', joined))
    assert {code: pairs[code] for code in PROFILES} == PROFILES | {
        code: pairs[code] for code in PROFILES if code in NAMES and pairs[code] == NAMES[code]
    }
    assert {code: pairs[code] for code in KIN} == KIN
    blocks = (STATIC / "hexes" / "blocks.js").read_text(encoding="utf-8")
    assert all(f'"{shape}"' in blocks for shape in WOOD)


def test_every_kind_in_use_has_a_profile_and_a_name() -> None:
    assert (profile_of("CLAA"), type_name("CLAA")) == ("CL", "light cruiser")
    assert profile_of("dd") == "DD"
    assert (profile_of("airship"), type_name("airship")) == ("", "")
