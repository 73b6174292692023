"""What a row of the library says of a balance to who hears it read."""

import re

from django.template.loader import render_to_string

from tests.support.one_line import one_line


def test_shares_are_read_as_sentences() -> None:
    shares = [{"navy": "usn", "notch": 0, "name": "Allies", "percent": 57}]
    added = {"shares": shares, "drawn": 4}
    text = one_line(render_to_string("replays_app/scenario_section/balance_cell.html", {"added": added}))
    assert re.sub(r"<[^>]+>", "", text).strip() == "Allies:57 %won4 % drawn"
