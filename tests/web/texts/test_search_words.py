"""Searches find a text however its letters, accents and signs are written, and nothing by signs alone."""

import re
import unicodedata
from itertools import chain

import pytest

from darkseas.web.texts.name_keys import name_key, one_spelling
from darkseas.web.texts.search_words import finds, patterns_of, search_terms
from darkseas.web.texts.slugs import slug_of
from darkseas.web.texts.without_accents import plain

NAMES = (
    "Curaçao", "Łódź", "Ærø", "Straße", "Đuro Đaković", "İstanbul", "Ağrı", "Œuvre", "Ångström", "Chōkai",
    "O’Higgins", "Duguay-Trouin", "U 99", "HMS Zubian", "Þór", "Ő", "Vĩnh Yên", "Ахиллес", "Θησεύς",
)  # fmt: skip


def ways(text: str) -> set[str]:
    """A text in the ways in which people type and programs store it."""
    forms = {unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    forms |= {plain(text), text.replace("’", "'"), text.replace("’", "ʼ"), text.replace("-", " ")}
    return forms | {case for form in forms for case in (form.upper(), form.lower(), form.title())}


def found_in_database(question: str, text: str) -> bool:
    """Whether the regular expressions that databases get find a text."""
    return all(
        any(all(re.search(one, text, re.IGNORECASE) for one in way) for way in patterns_of(term))
        for term in search_terms(question)
    )


@pytest.mark.parametrize("find", [finds, found_in_database])
def test_every_way_to_write_a_name_finds_every_other(find: object) -> None:
    assert callable(find)
    missed = [
        (asked, written)
        for name in NAMES
        for asked in ways(name)
        for written in {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
        if not find(asked, written)
    ]
    assert missed == []


def test_every_latin_letter_is_found_by_its_plain_one() -> None:
    letters = [chr(one) for one in chain(range(0xC0, 0x250), range(0x1E00, 0x1F00)) if one != 0x149]
    words = [letter * 2 for letter in letters if letter.isalpha() and plain(letter).isalpha()]
    assert [word for word in words if not plain(word).isascii() and "ʾ" not in plain(word)] == []
    assert [word for word in words if not (finds(plain(word), word) and finds(word, word))] == []


@pytest.mark.parametrize("hull", ["U99", "U-99", "U 99", "u–99", "(U.99)"])
def test_a_hull_number_is_one_word(hull: str) -> None:
    assert [text for text in ("U99", "U-99", "U 99", "U–99") if not finds(hull, text)] == []
    assert [text for text in ("U 9", "U 100", "I-99") if finds(hull, text)] == []


@pytest.mark.parametrize("signs", ["", " ", "!!!", "%", "_", "\\", "—", "🚢", "'"])
def test_signs_alone_find_nothing(signs: str) -> None:
    assert search_terms(signs) == ()
    assert not finds(signs, "Hood")


def test_a_name_is_one_name_however_it_is_composed() -> None:
    same = [
        "Zoë O’Neill",
        "Zoe\u0308 O'Neill",
        " ZOË  o\u02bcneill",
        "Zoë\u00a0O’Neill",
        "Ｚｏë\u3000O’Neill",
    ]
    assert len({name_key(name) for name in same}) == 1
    assert name_key("Zoe O'Neill") != name_key(same[0])
    assert one_spelling(" Zoe\u0308 \u00a0 B ") == "Zoë B"
    assert one_spelling("½ № 5") == "½ № 5"


def test_addresses_keep_the_letters_of_a_title() -> None:
    titles = {"Łódź": "lodz", "Ørnen": "ornen", "Straße": "strasse", "Київ": "kiiv", "Çağrı": "cagri",
              "Đ & Æ": "d-ae", "Łódź-Kraków": "lodz-kr", "!!!": "club", "": "club"}  # fmt: skip
    assert {title: slug_of(title, 7, "club") for title in titles} == titles
    assert all(slug_of(name, 80) for name in NAMES)
