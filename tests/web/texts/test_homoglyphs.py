"""Names that look like one another."""

import re

import pytest

from darkseas.web.texts.homoglyphs import folded, looks_like_one_of, pattern_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ɑlice", "alice"),
        ("admın", "admin"),
        ("Ian", "lan"),
        ("PLAYER1", "playerl"),
        ("B0b", "Bob"),
        ("ɡɩɑ", "Gia"),
        ("еmil", "emil"),  # the first letter is Cyrillic
        ("ｅmil", "emil"),
        ("ｅｍｉｌ", "emi1"),
        ("Lаdder Club", "Ladder Club"),
        ("Ladder Club", "ＬＡＤＤＥＲ ＣＬＵＢ"),
        ("РОСА", "poca"),
        ("Νίνα", "Nίva"),
        ("сосо", "coco"),
        ("ꓦꓰꓣꓮ", "VERA"),
        ("ꓦꓰꓣꓮ", "vera"),
        ("ꓳꓡꓲꓦꓲꓮ", "Olivia"),
        ("ꓲꓮꓠ", "ian"),
        ("ꓲꓮꓠ", "Ian"),
        ("ᎪᎠᎪ", "Ada"),
        ("ꭺꭰꭺ", "Ada"),
        ("ⲔⲒⲘ", "Kim"),
        ("ᴠᴇʀᴀ", "Vera"),
        ("ΝΙΚΙ", "Niki"),
        ("սո", "un"),
        ("Iron\u2010Clads", "Iron-Clads"),
        ("Iron\u2013Clads", "Iron-Clads"),
        ("Tom\u2019s", "Tom's"),
        ("ꟾvan", "Ivan"),
        ("ĸraken", "kraken"),
        ("Tom\u02bcs", "Tom's"),
    ],
)
def test_letters_that_are_read_alike_make_one_name(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        assert looks_like_one_of(first, [second])
        assert re.search(pattern_of(first), second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ada", "adá"),
        ("Neil", "Nell"),
        ("Łukasz", "Lukasz"),
        ("a.b", "axb"),
        ("ian", "lan"),
        ("мария", "maria"),
        ("Ιωάννα", "Ioanna"),
        ("Нина", "Huna"),
        ("Ηλίας", "Νλίας"),
        ("Արո", "Արռ"),
        ("דן", "דו"),
    ],
)
def test_names_that_can_be_told_apart_are_two(one: str, other: str) -> None:
    assert folded(one) != folded(other)
    assert not looks_like_one_of(one, [other])
    assert not re.search(pattern_of(one), other)


@pytest.mark.parametrize("name", ["ada", "ADA"])
def test_a_name_does_not_look_like_itself(name: str) -> None:
    assert not looks_like_one_of(name, ["Ada"])


def test_pattern_of_a_long_name_is_read_at_once() -> None:
    assert len(pattern_of("olivia" * 6)) < 10_000
