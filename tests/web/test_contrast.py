"""Colours of controls can be told apart, by day and by night (WCAG 1.4.3, 1.4.11)."""

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = Path("darkseas/static/darkseas/css/tokens.css")
_PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
TEXT, BOUNDARY = 4.5, 3.0
#: Of each navy, whose ships lie on the sea and whose points are drawn on pages, and of those without one.
NAVIES = sorted({"navy-wood", *re.findall(r"--navy: var\(--([\w-]+)\)", TOKENS.read_text())})
#: Text of buttons, pressed and not, on what lies behind it.
TEXTS = [
    ("accent-ink", "accent"), ("ink", "accent-wash"), ("ink", "now-wash"), ("ink-soft", "now-wash"),
    ("accent", "now-wash"), ("alarm", "now-wash"), ("ink", "well"), ("ink", "paper"), ("ink", "sheet"),
]  # fmt: skip
#: What bounds a button, or says that it is pressed, beside what lies around it.
BOUNDS = [
    *(("rule-strong", around) for around in ("sheet", "paper", "well", "now-wash")),
    *(("accent", around) for around in ("sheet", "paper", "well", "now-wash", "sea-deep", "sea-mid")),
    *(("focus", around) for around in ("sheet", "paper", "now-wash")),
    *(("ink-soft", around) for around in ("sea-deep", "sea-mid", "sea-near", "sea-shoal", "land")),
    *product(NAVIES, ("sea-deep", "sea-mid", "sea-near", "sea-shoal", "paper", "sheet", "well")),
]


def light_of(colour: str) -> float:
    """The relative luminance of a colour in hex."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("ink", "around", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, BOUNDARY) for pair in BOUNDS)],
)
def test_buttons_can_be_read_and_seen_by_day_and_by_night(ink: str, around: str, least: float) -> None:
    colours = {name: (day, night) for name, day, night in _PAIR.findall(TOKENS.read_text())}
    for one, other in zip(colours[ink], colours[around], strict=True):
        dark, light = sorted((light_of(one), light_of(other)))
        assert (light + 0.05) / (dark + 0.05) >= least


@pytest.mark.parametrize("navy", NAVIES)
def test_the_white_number_on_a_block_can_be_read_by_day_and_by_night(navy: str) -> None:
    """It is large."""
    for colour in next(pair[1:] for pair in _PAIR.findall(TOKENS.read_text()) if pair[0] == navy):
        assert 1.05 / (light_of(colour) + 0.05) >= BOUNDARY
