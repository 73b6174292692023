"""Keys of blocks, taken apart and written."""

import pytest

from darkseas.rules.dark_seas.model.block_key import BlockKey


@pytest.mark.parametrize(
    ("text", "key"), [("ijn-3", BlockKey("ijn", 3)), ("us-navy-12", BlockKey("us-navy", 12))]
)
def test_key_is_written_and_read_back(text: str, key: BlockKey) -> None:
    assert BlockKey.of(text) == key
    assert str(key) == text


@pytest.mark.parametrize(("text", "side"), [("ijn-x", "ijn"), ("fog", ""), ("", "")])
def test_text_that_ends_in_no_number_has_number_0(text: str, side: str) -> None:
    assert BlockKey.of(text) == BlockKey(side, 0)
