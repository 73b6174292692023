"""A club's device in words, and its sign as SVG.

The charge is counterchanged, as heralds say: where the field has one tincture it has the other, so that it
can be made out on every field.
"""

from dataclasses import dataclass

from .charges import CHARGES, SQUARE, Charge
from .fields import FIELDS, HEIGHT, WIDTH, Field
from .tinctures import TINCTURES, Tincture

USUAL = "anchor.plain.navy.white"
#: Charge, field, two tinctures.
PARTS = 4
INCOMPLETE = "A sign has a charge, a field and two tinctures of those that there are."
#: How heavy the line around a flag is, of the 40 that it is high.
EDGE = 1


class BadDevice(ValueError):
    """This is no device; the text is a sentence that says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Device:
    """A charge upon a field of two tinctures."""

    charge: Charge
    field: Field
    first: Tincture
    second: Tincture

    @property
    def in_words(self) -> str:
        """The device as one would tell it to a flag maker."""
        ground = self.first.name if not self.field.path else f"{self.first.name} and {self.second.name}"
        shape = "" if not self.field.path else f", {self.field.name}"
        return f"{self.charge.name} on {ground}{shape}"


def device_of(text: str) -> Device:
    """Return the device that four words with dots between say. Raises BadDevice.

    One tincture is a metal and the other a colour, as flags must be made out far off at sea.
    """
    parts = text.split(".")
    if len(parts) != PARTS:
        raise BadDevice(INCOMPLETE)
    charge, field, first, second = parts
    if charge not in CHARGES or field not in FIELDS or not {first, second} <= TINCTURES.keys():
        raise BadDevice(INCOMPLETE)
    device = Device(CHARGES[charge], FIELDS[field], TINCTURES[first], TINCTURES[second])
    if device.first.is_metal == device.second.is_metal:
        raise BadDevice("Choose white or gold with one of the other colours: a flag is seen far off.")
    return device


def drawn(text: str, key: str) -> str:
    """Return the inside of the SVG of a device, 60 by 40; ``key`` tells it from others on a page.

    What is no device is drawn as the usual one: a page does not fail for it.
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
    """Return the charge in one colour, where the field has it."""
    (x, y), size = device.field.at, device.field.size
    scale = size / SQUARE
    place = f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({scale:.3f})"
    strokes = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for width, path in device.charge.strokes
    )
    filled = f'<path d="{device.charge.filled}" fill="{colour}"/>'
    return f'<g transform="{place}">{filled}{strokes}</g>'
