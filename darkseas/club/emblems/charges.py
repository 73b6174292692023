"""Charges of emblems, drawn in a square of 24 by 24 as shapes to be coloured."""

from dataclasses import dataclass

SQUARE = 24


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge: its name, a filled path, and strokes with their widths."""

    name: str
    filled: str
    strokes: tuple[tuple[float, str], ...] = ()


CHARGES: dict[str, Charge] = {
    "anchor": Charge(
        "an anchor",
        "M1.8 16.4L3.2 11.6L6.8 15.2ZM22.2 16.4L20.8 11.6L17.2 15.2Z",
        (
            (1.5, "M12 1.6A2.2 2.2 0 0 1 12 6A2.2 2.2 0 0 1 12 1.6Z"),
            (2.2, "M12 6V21.5M3.6 14.6C4.2 19 8 21.6 12 21.6S19.8 19 20.4 14.6"),
            (1.9, "M7.4 9.2H16.6"),
        ),
    ),
    "rose": Charge(
        "a compass rose",
        "M12 .4L14.1 9.9L23.6 12L14.1 14.1L12 23.6L9.9 14.1L.4 12L9.9 9.9Z"
        "M5.2 5.2L12 9.4L18.8 5.2L14.6 12L18.8 18.8L12 14.6L5.2 18.8L9.4 12Z",
        ((0.9, "M12 4.4A7.6 7.6 0 0 1 12 19.6A7.6 7.6 0 0 1 12 4.4Z"),),
    ),
    "wheel": Charge(
        "a ship’s wheel",
        "M12 9.6A2.4 2.4 0 0 1 12 14.4A2.4 2.4 0 0 1 12 9.6Z",
        (
            (2.1, "M12 5A7 7 0 0 1 12 19A7 7 0 0 1 12 5Z"),
            (1.7, "M12 1V23M1 12H23M4.2 4.2L19.8 19.8M19.8 4.2L4.2 19.8"),
        ),
    ),
    "lighthouse": Charge(
        "a lighthouse",
        "M9.3 9.8H14.7L16.3 21H7.7ZM7.8 8.1H16.2V9.3H7.8ZM9.7 4.4H14.3V7.6H9.7ZM9 3.9L12 1.3L15 3.9Z"
        "M3.6 23.4Q12 19.2 20.4 23.4Z",
        ((1.2, "M17.2 5.3L23 2.9M17.2 6.7L23 9.1M6.8 5.3L1 2.9M6.8 6.7L1 9.1"),),
    ),
    "battleship": Charge(
        "a battleship",
        "M.4 15.6H23.6L21.8 19.8H2.6ZM8.2 15.4V12H9.6V9H10.8V5.4H11.6V3H12.5V5.4H13.5V9H15V12H16.4V15.4Z"
        "M3.4 15.2V13.1H7.2V15.2ZM17.2 15.2V13.1H21V15.2ZM6.4 12.9V11.2H8.6V12.9Z",
        ((0.9, "M3.8 13.6H.9M20.6 13.6H23.4M6.8 11.8H3.8"),),
    ),
    "sail": Charge(
        "a ship under sail",
        "M2.4 16.6H21.6L18.8 22H6ZM12.9 4C18 7.2 19.5 11.6 19 15.2H12.9Z"
        "M11.1 5.8C7.6 8.8 5.6 12 4.8 15.2H11.1Z"
        "M12 .8L16.6 2.1L12 3.4Z",
        ((1.2, "M12 1.2V16.6"),),
    ),
    "trident": Charge(
        "a trident",
        "M12 .2L14.2 4.6H9.8ZM4.4 1L6.5 5.2H2.3ZM19.6 1L21.7 5.2H17.5Z",
        ((2, "M12 4V23M4.4 4.4V8.4C4.4 12 8 13.2 12 13.2S19.6 12 19.6 8.4V4.4"), (1.6, "M9 16.6H15")),
    ),
    "gull": Charge(
        "a gull",
        "M.4 9.6C4.4 5.4 9 6.4 12 11.4C15 6.4 19.6 5.4 23.6 9.6C19.2 8.8 16 10.6 13.7 15.6"
        "C13 17.2 11 17.2 10.3 15.6C8 10.6 4.8 8.8 .4 9.6Z",
    ),
    "bell": Charge(
        "a ship’s bell",
        "M10.4 3.6A1.8 1.8 0 0 1 13.6 3.6C16.8 4.6 17.6 8 17.8 12C18 16 19 17.4 20.8 18.4V19.6H3.2V18.4"
        "C5 17.4 6 16 6.2 12C6.4 8 7.2 4.6 10.4 3.6ZM10 20.4H14A2 2 0 0 1 10 20.4Z",
    ),
    "fluke": Charge(
        "a whale’s fluke",
        "M12 23.4C11 17.4 9.8 14 6.6 11.8C3.4 9.6 1 7.6.4 3C4.8 3 9.4 4.8 12 9.2C14.6 4.8 19.2 3 23.6 3"
        "C23 7.6 20.6 9.6 17.4 11.8C14.2 14 13 17.4 12 23.4Z",
    ),
    "star": Charge("a star", "M12 .8L14.8 9H23.4L16.5 14.2L19 22.4L12 17.4L5 22.4L7.5 14.2L.6 9H9.2Z"),
    "crescent": Charge("a crescent", "M16.6 2.4A10.4 10.4 0 1 0 16.6 21.6A9.6 9.6 0 0 1 16.6 2.4Z"),
}
