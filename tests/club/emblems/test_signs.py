"""Signs: every device that can be chosen is drawn, and what is none is refused."""

from itertools import product
from xml.etree import ElementTree

import pytest
from django.test import Client

from darkseas.club.emblems.charges import CHARGES
from darkseas.club.emblems.drawing import USUAL, BadDevice, device_of, drawn
from darkseas.club.emblems.fields import FIELDS
from darkseas.club.emblems.tinctures import TINCTURES


def test_every_charge_on_every_field_is_well_formed_and_counterchanged() -> None:
    for charge, field in product(CHARGES, FIELDS):
        tree = ElementTree.fromstring(f"<svg>{drawn(f'{charge}.{field}.navy.white', 'k')}</svg>")
        colours = [shape.get("fill") for shape in tree.iter() if shape.get("fill") not in (None, "none")]
        assert set(colours) == {TINCTURES["navy"].colour, TINCTURES["white"].colour}
        # On a parted field the charge is drawn in both, one of them only within the parting.
        clips = [shape.get("id") for shape in tree.iter("clipPath")]
        assert clips == (["k"] if FIELDS[field].path else [])


@pytest.mark.parametrize(
    "text",
    ["", "anchor", "anchor.plain.navy", "anchor.plain.navy.white.red", "kraken.plain.navy.white",
     "anchor.plain.navy.red", "anchor.plain.white.gold", '"><script>.plain.navy.white'],
)  # fmt: skip
def test_what_is_no_device_is_refused_and_drawn_as_the_usual_one(text: str) -> None:
    with pytest.raises(BadDevice):
        device_of(text)
    assert drawn(text, "k") == drawn(USUAL, "k")
    assert Client().get(f"/clubs/signs/{text}.svg").status_code == 404


def test_sign_is_an_image_that_may_be_kept_and_needs_no_club() -> None:
    answer = Client().get("/clubs/signs/rose.saltire.gold.green.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert ElementTree.fromstring(answer.content).get("viewBox") == "0 0 60 40"
    assert device_of("rose.saltire.gold.green").in_words == (
        "a compass rose on gold and bottle green, with a saltire"
    )
