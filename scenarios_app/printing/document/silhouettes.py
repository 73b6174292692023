"""Ship profiles by type: the print version of the shapes in `silhouettes.js`.

The box is 64 wide, the waterline at y = 8, the bow to the right.
"""

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from .svg_paths import draw_outline

#: Width of every profile's box.
BOX = 64

PROFILES = {
    # Long heavy hull, tall fore tower, paired turrets fore and aft.
    "BB": (
        "M-31 1 -28 8H25L32-.5H22V-2.500H31V-4H22V-5H16V-6H24V-7.500H16V-8.500H10V-2H8V-15H5V-17H2"
        "V-13H-1V-3H-3V-11H-8V-3H-10V-12H-11.500V-3H-13V-7H-18V-6H-24V-4.500H-18V-3H-24V-2.500H-31"
        "V-1H-24V1Z"
    ),
    # A flat deck from end to end, a small island.
    "CV": "M-28 2 -25 8H24L29 2H32V-2H12V-10H9V-15H7.500V-10H4V-2H-32V2Z",
    # Two raked funnels, stepped bridge, turrets.
    "CA": (
        "M-29 2.500-26 8H23L30 1H21V-1H27V-2.200H21V-3H16V-1H14V-3H19V-4.500H14V-5.500H9V1H7V-9H5"
        "V-12H3.500V-9H1V1H0L-1-9H-5L-4 1H-7L-8-8H-12L-11 1H-14V-6H-15.200V1H-16V-3H-20V-2H-25V-.8"
        "H-20V2.500Z"
    ),
    # Slim, three thin funnels, single guns.
    "CL": (
        "M-26 4.500-23 8H19L27 2.500H18V.5H22V-.5H18V-1.500H14V3H10V-6H8V-11H7V-6H5V3H2.500V-8H0V3"
        "H-2.500V-8H-5V3H-7.500V-7H-10V3H-14V-1H-16.500V0H-20V1H-16.500V4.500Z"
    ),
    # Short and low, raised forecastle, two funnels.
    "DD": (
        "M-19 5-17 8H13L21 1.500H11V-.5H14.500V-1.500H9V1.500H8V-5H6.500V-8H5.500V-5H3.500V4H1.500"
        "V-4H-2V4H-5V-3H-8.500V4H-9.500V1.500H-13.500V2.200H-17V3.200H-13.500V5Z"
    ),
    # High slab sides, house and funnel amidships, king posts with derricks.
    "AP": (
        "M-27-1-24 8H21L27-3H20V0H17V-10L24-5V-6.500L16.500-12H15V0H8V-7H3.500V-14H-2V-7H-8V0H-14"
        "V-12H-15.500L-23-6.500V-5L-16-10V0H-20V-1Z"
    ),
    # A small craft with sweep gear over the stern.
    "MS": ("M-15 4-13 8H10L16 1.500H7V4H5V-2H3V-9H2V-2H-2V4H-5V-2H-8V4H-11V-3L-15 0V-1.500L-11-5H-10V4Z"),
    # A long, low hull, a conning tower with two periscopes, a gun before it.
    "SS": (
        "M-31 6.200-26 8H22Q28 7 32 3.500L24 4.200H18V3H22V2H15.500V4.200H9L7.500-1H5.500V-7.500"
        "H4.500V-1H2.500V-5H1.500V-1H-3.500L-4.500 1.500H-9.500V4.200H-25Z"
    ),
    # Very small and fast, stern down.
    "PT": "M-12 5-11 8H8L13 3.500 4 4V1H0V-3H-1V1H-3V4Z",
    # Three ships from above, in column.
    "TG": (
        "M-28-1Q-16-6-2-1-16 4-28-1ZM-6-9.500Q6-14.500 20-9.500 6-4.500-6-9.500ZM-6 7.500"
        "Q6 2.500 20 7.500 6 12.500-6 7.500Z"
    ),
    # An empty crate.
    "DUMMY": (
        "M-13-11H13V9H-13ZM-11-9V7H11V-9ZM-11-7.500-9.500-9 11 5.500 9.500 7Z"
        "M9.500-9 11-7.500-9.500 7-11 5.500Z"
    ),
}

KIN = {
    "BC": "BB", "CB": "BB", "OBB": "BB", "BM": "CL", "CVL": "CV", "CVE": "CV", "AV": "AP", "CLAA": "CL",
    "CS": "CL", "APD": "DD", "DE": "DD", "TB": "DD", "SL": "MS", "PF": "DD", "PG": "MS", "AK": "AP",
    "AO": "AP", "AH": "AP", "M": "AP", "XAP": "AP", "MTB": "PT", "PB": "MS", "PC": "MS", "SC": "PT",
    "DMS": "MS", "AM": "MS", "CM": "MS", "AMC": "AP", "LST": "AP", "LC": "PT",
    "PDN": "BB", "AC": "CA", "AUX": "AP",
}  # fmt: skip

#: Names of ship types.
NAMES = {
    "BB": "battleship",
    "CV": "carrier",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "DD": "destroyer",
    "AP": "merchantman",
    "MS": "minesweeper",
    "SS": "submarine",
    "PT": "torpedo boat",
    "TG": "task group",
    "DUMMY": "dummy",
}

#: Block shapes by the side's notch: plain, upper corner cut, notched on top, lower corners cut.
WOOD = (
    "M-20-24H20Q24-24 24-20V20Q24 24 20 24H-20Q-24 24-24 20V-20Q-24-24-20-24Z",
    "M-12-24H12L24-12V20Q24 24 20 24H-20Q-24 24-24 20V-12Z",
    "M-20-24H-9L0-15 9-24H20Q24-24 24-20V20Q24 24 20 24H-20Q-24 24-24 20V-20Q-24-24-20-24Z",
    "M-20-24H20Q24-24 24-20V12L12 24H-12L-24 12V-20Q-24-24-20-24Z",
)
#: Width of a block's shape in its own units.
WOOD_BOX = 48


def profile_of(kind: str) -> str:
    """Return the profile of a ship type, empty if unknown."""
    code = kind.upper()
    return code if code in PROFILES else KIN.get(code, "")


def type_name(kind: str) -> str:
    """Return the name of a ship type, empty if unknown."""
    return NAMES.get(profile_of(kind), "")


def draw_silhouette(canvas: Canvas, kind: str, x: float, y: float, wide: float, ink: Color) -> None:
    """Draw a ship centred on a point, its box `wide` points wide; draw nothing for an unknown type."""
    profile = profile_of(kind)
    if profile:
        canvas.setFillColor(ink)
        draw_outline(canvas, PROFILES[profile], x, y, wide / BOX)


def draw_wood(canvas: Canvas, notch: int, x: float, y: float, wide: float, colour: Color) -> None:
    """Draw a side's block, with its shape and colour, centred on a point."""
    canvas.setFillColor(colour)
    draw_outline(canvas, WOOD[notch % len(WOOD)], x, y, wide / WOOD_BOX)
