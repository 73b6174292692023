"""Leaves and links to the byte, and what `first_break` finds."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal

import pytest

from darkseas.engine.log.chain import GENESIS_LINK, Break, Row, first_break, leaf, link

SALT = bytes(range(16))


def chain_of(count: int) -> list[Row]:
    rows: list[Row] = []
    last = GENESIS_LINK
    for seq in range(count):
        salt, data = bytes([seq]) * 16, b'{"seq":%d}' % seq
        one = leaf(salt, data)
        last = link(last, seq, one)
        rows.append(Row(seq, salt, data, one, last))
    return rows


def replaced(row: Row, field: str, value: bytes) -> Row:
    """The row with other bytes in the field of this name."""
    changes: dict[str, Any] = {field: value}
    return row._replace(**changes)


def test_leaf_hashes_tag_salt_and_bytes() -> None:
    assert leaf(SALT, b"{}") == sha256(b"darkseas/leaf/1\x00" + SALT + b"{}").digest()
    assert leaf(SALT, b"{}").hex() == "79e19cc1869b7c3491b86add40bd6cd4ef51956760799584b69c2a562686109d"


def test_link_hashes_tag_previous_place_and_leaf() -> None:
    one = leaf(SALT, b"{}")
    expected = sha256(b"darkseas/link/1\x00" + bytes(32) + b"\0\0\0\0\0\0\1\xa1" + one).digest()
    assert link(GENESIS_LINK, 417, one) == expected
    assert expected.hex() == "2e1766ae5777eaa3e9bbe6be3ff0d587236a08588d9041bb828ee5c21105f367"


def test_first_leaf_byte_cannot_pass_for_salt() -> None:
    assert leaf(SALT, b"ab") != leaf(SALT[1:] + b"a", b"b")


@pytest.mark.parametrize("size", [0, 15, 17, 32])
def test_leaf_refuses_salt_of_another_length(size: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        leaf(bytes(size), b"{}")


@pytest.mark.parametrize(("previous", "own"), [(31, 32), (32, 31), (0, 32), (33, 32), (32, 64)])
def test_link_refuses_hashes_of_another_length(previous: int, own: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        link(bytes(previous), 0, bytes(own))


def test_link_refuses_negative_number() -> None:
    with pytest.raises(OverflowError):
        link(GENESIS_LINK, -1, bytes(32))


def test_sound_chain_has_no_break() -> None:
    assert first_break(chain_of(20)) is None
    assert first_break([]) is None


def test_every_changed_byte_of_a_chain_is_found_where_it_is() -> None:
    rows = chain_of(5)
    expected: dict[str, Literal["leaf", "link"]] = {
        "salt": "leaf",
        "data": "leaf",
        "leaf": "leaf",
        "link": "link",
    }
    for seq, row in enumerate(rows):
        for field, what in expected.items():
            sound = getattr(row, field)
            for place in range(len(sound)):
                wrong = sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :]
                changed = [*rows[:seq], replaced(row, field, wrong), *rows[seq + 1 :]]
                assert first_break(changed) == Break(seq, what)


@pytest.mark.parametrize("field", ["salt", "data", "leaf", "link"])
@pytest.mark.parametrize("change", [lambda b: b + b"\0", lambda b: b[:-1], lambda b: b""])
def test_changed_length_is_found(field: str, change: Callable[[bytes], bytes]) -> None:
    rows = chain_of(4)
    rows[2] = replaced(rows[2], field, change(getattr(rows[2], field)))
    assert first_break(rows) == Break(2, "link" if field == "link" else "leaf")


def test_byte_that_wanders_from_the_data_to_the_salt_is_found() -> None:
    rows = chain_of(4)
    rows[2] = rows[2]._replace(salt=rows[2].salt + rows[2].data[:1], data=rows[2].data[1:])
    assert first_break(rows) == Break(2, "leaf")


def test_missing_repeated_and_swapped_entries_break_the_sequence() -> None:
    rows = chain_of(6)
    assert first_break([*rows[:3], *rows[4:]]) == Break(3, "sequence")
    assert first_break([*rows[:3], rows[2], *rows[3:]]) == Break(3, "sequence")
    assert first_break([*rows[:2], rows[3], rows[2], *rows[4:]]) == Break(2, "sequence")
    assert first_break(rows[1:]) == Break(0, "sequence")


def test_entry_given_another_number_breaks_the_link() -> None:
    rows = chain_of(6)
    renumbered = [*rows[:2], *(row._replace(seq=row.seq - 1) for row in rows[3:])]
    assert first_break(renumbered) == Break(2, "link")


def test_check_goes_on_behind_a_sound_part() -> None:
    rows = chain_of(10)
    assert first_break(rows[6:], after=rows[5].link, first=6) is None
    assert first_break(rows[6:], after=rows[4].link, first=6) == Break(6, "link")
    assert first_break(rows[6:], after=rows[5].link, first=5) == Break(5, "sequence")
