"""A club's emblem, as a device (text) and as SVG.

The charge is counterchanged (a heraldic term): over each tincture it is drawn in the other, so it is visible
on every field.
"""

from dataclasses import dataclass

from .charges import CHARGES, SQUARE, Charge
from .fields import FIELDS, HEIGHT, WIDTH, Field
from .tinctures import TINCTURES, Tincture

USUAL = "anchor.plain.navy.white"
#: The words of a device: charge, field, two tinctures.
PARTS = 4
INCOMPLETE = "Choose the emblem’s charge, field and two tinctures from the lists."
#: The width of a flag's outline; the flag is 40 high.
EDGE = 1


class BadDevice(ValueError):
    """The text is not a valid device; the message says why."""


@dataclass(frozen=True, slots=True)
class Device:
    """A charge on a field of two tinctures."""

    charge: Charge
    field: Field
    first: Tincture
    second: Tincture

    @property
    def in_words(self) -> str:
        """The device as you would describe it to a flag maker."""
        ground = self.first.name if not self.field.path else f"{self.first.name} and {self.second.name}"
        shape = "" if not self.field.path else f", {self.field.name}"
        return f"{self.charge.name} on {ground}{shape}"


def device_of(text: str) -> Device:
    """Parse a device: four words separated by dots. Raise BadDevice.

    One tincture must be a metal and the other a colour, so that the flag is recognisable at a distance.
    """
    parts = text.split(".")
    if len(parts) != PARTS:
        raise BadDevice(INCOMPLETE)
    charge, field, first, second = parts
    if charge not in CHARGES or field not in FIELDS or not {first, second} <= TINCTURES.keys():
        raise BadDevice(INCOMPLETE)
    device = Device(CHARGES[charge], FIELDS[field], TINCTURES[first], TINCTURES[second])
    if device.first.is_metal == device.second.is_metal:
        raise BadDevice("Combine white or gold with another colour: a flag must be visible from afar.")
    return device


def drawn(text: str, key: str) -> str:
    """Return the inner SVG of a device, 60 by 40; ``key`` makes its element ids unique on a page.

    An invalid device is drawn as the default one, so that pages do not fail.
    """
    try:
        device = device_of(text)
    except BadDevice:
        device = device_of(USUAL)
    first, second, parting = device.first.colour, device.second.colour, device.field.path
    shapes = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{first}"/>']
    if parting:
        shapes += [
            f'<clipPath id="{key}"><path d="{parting}"/></clipPath>',
            f'<path d="{parting}" fill="{second}"/>',
        ]
    shapes.append(_charge(device, second))
    if parting:
        shapes.append(f'<g clip-path="url(#{key})">{_charge(device, first)}</g>')
    shapes.append(
        f'<rect x="{EDGE / 2}" y="{EDGE / 2}" width="{WIDTH - EDGE}" height="{HEIGHT - EDGE}" fill="none" '
        f'stroke="#000" stroke-opacity=".35" stroke-width="{EDGE}"/>'
    )
    return "".join(shapes)


def _charge(device: Device, colour: str) -> str:
    """Return the charge in one colour, scaled and placed on the field."""
    (x, y), size = device.field.at, device.field.size
    scale = size / SQUARE
    place = f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({scale:.3f})"
    strokes = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for width, path in device.charge.strokes
    )
    filled = f'<path d="{device.charge.filled}" fill="{colour}"/>'
    return f'<g transform="{place}">{filled}{strokes}</g>'
