"""What a member may be called."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from darkseas.members.models import Member
from darkseas.members.usernames import RESERVED, not_reserved
from darkseas.web.texts.name_keys import name_key
from tests.members.accounts import person


@pytest.mark.parametrize(
    "name",
    [
        "ada", "Jean-Bart", "J.B-Smith", "a_1", "7", "1.5", "Lt.7", "a.", "Ærøskøbing", "Ιωάννα", "мария",
        "山田ハナコ", "佐々木", "محمد٧", "דניאל", "Անի", "ნინო", "김철수",
    ],
)  # fmt: skip
def test_name_of_one_alphabet_is_accepted(name: str) -> None:
    Member(username=name, password="x").clean_fields(exclude=["name_key"])


@pytest.mark.parametrize(
    "name",
    [
        "",
        "two words",
        "<script>alert(1)</script>",
        "a@example.org",
        "bell\x07",
        "nul\0",
        "line\nbreak",
        "ada\n",
        "zero\u200bwidth",
        "\u1160\u1160",
        "김민수\u1160",
        "\u202ereversed",
        ".hidden",
        "Deleted member 7",
        "a" * 41,
        "аda",  # the first letter is Cyrillic
        "Umpire",
        "ＤＡＲＫＳＥＡＳ",
    ],
)
def test_hostile_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        Member(username=name, password="x").clean_fields(exclude=["name_key"])
    assert list(refusal.value.message_dict) == ["username"]


def refusal_of(name: str) -> list[str]:
    """By which codes a name is refused."""
    try:
        Member(username=name, password="x").clean_fields(exclude=["name_key"])
    except ValidationError as refusal:
        return [fault.code or "" for fault in refusal.error_dict["username"]]
    return []


@pytest.mark.parametrize(
    "name",
    [
        "ꓟꓳꓓꓰꓣꓮꓔꓳꓣ", "ꓮꓓꓟꓲꓠ", "ꓢꓔꓮꓝꓝ", "ꓦꓰꓣꓮ", "ᎪᎠᎪ", "ⲘⲟⲢ", "ᗩᗪᗩ", "𐐄𐐛", "𐊠𐊫", "ᛖᛁ", "ⴹⵔ", "ߊߋ",
    ],
)  # fmt: skip
def test_name_in_an_alphabet_in_which_hardly_anybody_writes_is_refused(name: str) -> None:
    assert "script" in refusal_of(name)


@pytest.mark.parametrize("name", ["b٥b", "ann૦", "bob۷"])
def test_digit_of_another_script_is_of_another_alphabet(name: str) -> None:
    assert refusal_of(name) == ["mixed"]


@pytest.mark.parametrize(
    "name",
    [
        "evil.com", "EVIL.Com", "www.evil.com", "www.7", "evil.com.", "evil.co_x", "a.b.it", "sea.xn--p1ai",
        "море.рф",
    ],
)  # fmt: skip
def test_name_that_reads_like_the_address_of_a_site_is_refused(name: str) -> None:
    assert refusal_of(name) == ["host"]


@pytest.mark.parametrize("name", ["ＡＤＭＩＮ", "ΜΕ", "ꓮꓓꓟꓲꓠ", "ᴀᴅᴍɪɴ", "ꓢꓔꓮꓝꓝ", "ꓓꓲꓣꓰꓚꓔꓳꓣ"])
def test_names_that_look_as_if_they_spoke_for_the_site_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved for the site"):
        not_reserved(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ada", "ADA"), ("Ærø", "ærø"), ("STRASSE", "straße"), ("ada", "ａｄａ"), ("ﬁn", "FIN")],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_differ_are_two() -> None:
    assert len({name_key(name) for name in ("ada", "ada.", "ada_", "adá", "аdа")}) == 5


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ADA", "ａｄａ", "ada"])
def test_database_keeps_one_of_each_name(name: str) -> None:
    person("ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        person(name, email="other@example.org")


@pytest.mark.django_db
def test_database_keeps_one_account_an_address() -> None:
    person("ada", email="Ada@Example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        person("bea", email="aDa@example.org")


@pytest.mark.django_db
def test_many_may_have_no_address() -> None:
    assert [person(name, email="").email for name in ("ada", "bea")] == ["", ""]


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_names_that_speak_for_the_site_are_refused(name: str) -> None:
    for written in (name, name.upper()):
        with pytest.raises(ValidationError, match="reserved for the site"):
            not_reserved(written)


def test_whom_the_site_speaks_as_is_reserved() -> None:
    assert {
        "admin", "anonymous", "captain", "darkseas", "director", "house", "me", "moderator", "operator",
        "root", "staff", "system", "umpire", "webmaster",
    } <= RESERVED  # fmt: skip


def test_name_has_at_most_forty_letters() -> None:
    Member(username="a" * 40, password="x").clean_fields(exclude=["name_key"])
