"""Fields of emblems: ways to divide a flag of 60 by 40. The path has the second tincture."""

from dataclasses import dataclass
from itertools import product

WIDTH, HEIGHT = 60, 40


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name, the path of its second tincture, and the charge's position and size.

    ``at`` is the centre of the charge and ``size`` its height; the flag is 40 high.
    """

    name: str
    path: str
    at: tuple[float, float] = (WIDTH / 2, HEIGHT / 2)
    size: float = 26


def _chequers() -> str:
    """Return every other square of a border two squares wide; squares are 5 by 5."""
    across, down, wide = WIDTH // 5, HEIGHT // 5, 2
    edge = (
        (x, y)
        for x, y in product(range(across), range(down))
        if (x + y) % 2 and not (wide <= x < across - wide and wide <= y < down - wide)
    )
    return "".join(f"M{5 * x} {5 * y}h5v5h-5Z" for x, y in edge)


def _wavy_bands(*tops: int) -> str:
    """Return a wavy band below each height."""
    forth, back = "q5-4 10 0t10 0 10 0 10 0 10 0 10 0", "q-5 4-10 0t-10 0-10 0-10 0-10 0-10 0"
    return "".join(f"M0 {top}{forth}v4{back}Z" for top in tops)


FIELDS: dict[str, Field] = {
    "plain": Field("plain", ""),
    "hoist": Field("parted upright", "M30 0H60V40H30Z"),
    "fess": Field("parted level", "M0 20H60V40H0Z"),
    "bend": Field("parted aslant", "M0 40L60 0V40Z"),
    "quarters": Field("quartered", "M30 0H60V20H30ZM0 20H30V40H0Z"),
    "bar": Field("with a bar", "M0 12H60V28H0Z"),
    "pale": Field("with a pale", "M18 0H42V40H18Z"),
    "cross": Field("with a cross", "M25 0H35V40H25ZM0 15H60V25H0Z"),
    "canton": Field("with a canton", "M0 0H28V20H0Z", (14, 10), 17),
    "saltire": Field("with a saltire", "M0 0H7L60 35.3V40H53L0 4.7ZM53 0H60V4.7L7 40H0V35.3Z"),
    "border": Field("with a border", "M0 0H60V40H0ZM5 5V35H55V5Z", size=24),
    "lozenge": Field("with a lozenge", "M30 0L60 20L30 40L0 20Z", size=22),
    "disc": Field("with a disc", "M30 4A16 16 0 0 1 30 36A16 16 0 0 1 30 4Z", size=21),
    "pile": Field("with a triangle at the hoist", "M0 0L27 20L0 40Z", (41, 20), 24),
    "chequers": Field("with a chequered edge", _chequers(), size=18),
    "waves": Field("over waves", _wavy_bands(27, 34), (30, 13), 21),
}
