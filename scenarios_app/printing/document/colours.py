"""Print colours: those of the site's light theme, distinguishable in greyscale or paired with a shape."""

from reportlab.lib.colors import Color, HexColor, white

INK = HexColor("#1b2733")
SOFT = HexColor("#4d5964")
RULE = HexColor("#b9ad93")
FAINT = HexColor("#e4dcc9")
BAND = HexColor("#f3eddf")
PAPER = white
ACCENT = HexColor("#0d5166")

SEA = HexColor("#f1f7f7")
SHOAL = HexColor("#d6e6e8")
LAND = HexColor("#efe4c8")
LAND_MARK = HexColor("#8d7645")
COAST = HexColor("#57482d")
HEX_LINE = HexColor("#6d8a97")
CHART_INK = HexColor("#31414c")

NIGHT = HexColor("#3b4753")

_NAVIES = {
    "blue": HexColor("#2b5c9b"),
    "red": HexColor("#b0322b"),
    "orange": HexColor("#b05808"),
    "black": HexColor("#2c2d31"),
    "grey": HexColor("#666d74"),
    "wood": HexColor("#7f623a"),
}
_COLOUR_OF = {
    "USN": "blue", "RNN": "blue",
    "RN": "red", "RAN": "red", "RCN": "red", "RNZN": "red", "RIN": "red",
    "IJN": "orange", "KM": "black", "IGN": "black", "RM": "grey", "IRN": "grey",
}  # fmt: skip


def navy_colour(navy: str) -> Color:
    """Return a navy's block colour, or plain wood if it has none."""
    return _NAVIES[_COLOUR_OF.get(navy, "wood")]
