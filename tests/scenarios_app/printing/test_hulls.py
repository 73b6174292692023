"""Pictures of a chart with ships that have bow and stern: hulls lie along their hexes."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from darkseas.engine.hexes.board import FACINGS, neighbour, parse_label
from darkseas.engine.presentation.chart import Chart
from darkseas.rules.easyships.chart.chart import chart
from scenarios_app.printing.map.geometry import centre
from scenarios_app.printing.map.png.battle import colour_of
from scenarios_app.printing.map.png.picture import SMALL_HIGH, SMALL_WIDE, small_picture
from scenarios_app.printing.map.png.sea import window_about
from tests.rules.easyships.support import a_battle, ship

#: How far the three parts of a colour may lie from what was wanted, as a picture has few colours.
NEAR = 40


def drawn(facing: str) -> Chart:
    """A battle-cruiser of three hexes that heads so, her bow in 1010."""
    at = {"gs": f"1010 {facing}", "far": "1010 E"}
    whole = chart(a_battle({"gs": ship("BC")}, {"far": ship("DD")}, at=at).state)
    return replace(whole, pieces=tuple(piece for piece in whole.pieces if piece.key == "gs"))


@pytest.mark.parametrize("facing", FACINGS)
def test_hull_lies_from_bow_to_stern(facing: str) -> None:
    shown = drawn(facing)
    [piece] = shown.pieces
    assert piece.hexes[0] == "1010"
    assert shown.ground.map is not None
    picture = Image.open(BytesIO(small_picture(shown))).convert("RGB")
    window = window_about(shown.ground.map, {*map(parse_label, piece.hexes)}, SMALL_WIDE, SMALL_HIGH)
    (side,) = [side for side in shown.ground.sides if side.key == piece.side]
    wanted = tuple(bytes.fromhex(colour_of(side)[1:]))

    def is_hull(label: str) -> bool:
        x, y = window.at(centre(parse_label(label)))
        seen = picture.getpixel((round(x), round(y)))
        assert isinstance(seen, tuple)
        return all(abs(one - other) < NEAR for one, other in zip(seen, wanted, strict=True))

    before = neighbour(parse_label("1010"), facing)
    assert [is_hull(label) for label in (piece.hexes[0], piece.hexes[-1])] == [True, True]
    assert not is_hull(f"{before.col:02}{before.row:02}")
