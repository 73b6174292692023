"""Creates finished pictures: a map with its caption."""

from dataclasses import dataclass

from darkseas.engine.presentation.chart import Chart

from .battle import draw_battle
from .easel import Easel, broken, width_of
from .sea import SEA

#: Size of link previews in pixels, as other sites expect it; lists use the small one.
WIDE, HIGH = 1200, 630
SMALL_WIDE, SMALL_HIGH = 320, 180
_STRIP = 148
_PAPER, _INK, _SOFT, _ACCENT = "#fffcf4", "#1b2733", "#4d5964", "#0d5166"
_MARGIN, _TITLE, _WORDS = 34, 31, 27


@dataclass(frozen=True, slots=True)
class Words:
    """The caption under a map: subject, moment and perspective, and the current event."""

    title: str
    about: str
    sentence: str


def picture(chart: Chart, words: Words) -> bytes:
    """Return a chart with its caption as a PNG."""
    easel = Easel(WIDE, HIGH, SEA)
    draw_battle(easel, chart, WIDE, HIGH - _STRIP)
    top = HIGH - _STRIP
    easel.shape([(0, top), (WIDE, top), (WIDE, HIGH), (0, HIGH)], _PAPER)
    easel.line([(0, top), (WIDE, top)], _ACCENT, 3)
    site = "darkseas"
    room = WIDE - 3 * _MARGIN - width_of(site, 24, bold=True)
    [title] = broken(words.title, _TITLE, room, 1)
    easel.text((_MARGIN, top + 42), title, _TITLE, _INK, bold=True)
    after = _MARGIN + width_of(title, _TITLE, bold=True) + 18
    if after + width_of(words.about, 22) < WIDE - 2 * _MARGIN - width_of(site, 24, bold=True):
        easel.text((after, top + 42), words.about, 22, _SOFT)
    easel.text((WIDE - _MARGIN, top + 42), site, 24, _ACCENT, bold=True, anchor="rs")
    for number, line in enumerate(broken(words.sentence, _WORDS, WIDE - 2 * _MARGIN, 2)):
        easel.text((_MARGIN, top + 86 + 38 * number), line, _WORDS, _INK)
    return easel.png()


def small_picture(chart: Chart) -> bytes:
    """Return a small chart without caption as a PNG."""
    easel = Easel(SMALL_WIDE, SMALL_HIGH, SEA)
    draw_battle(easel, chart, SMALL_WIDE, SMALL_HIGH)
    return easel.png()
