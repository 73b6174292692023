"""Reads iCalendar as RFC 5545 says it, knowing nothing of who wrote it."""

import re
from dataclasses import dataclass, field

_PROPERTY = re.compile(r"([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=[^;:\"]+)*):(.*)", re.DOTALL)
_ESCAPES = {"\\n": "\n", "\\N": "\n", "\\\\": "\\", "\\;": ";", "\\,": ","}


@dataclass
class Component:
    """A part between BEGIN and END: its properties, each once, and the parts within."""

    name: str
    properties: dict[str, str] = field(default_factory=dict)
    parts: list["Component"] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The value of a property that is a text, as it was meant."""
        assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", self.properties[name]), "; and , are escaped"
        return re.sub(r"\\.", lambda found: _ESCAPES[found[0]], self.properties[name])


def read_calendar(data: bytes) -> Component:
    """Read a whole calendar; every line is asked for its length and its end."""
    assert data.endswith(b"\r\n")
    lines = data.removesuffix(b"\r\n").split(b"\r\n")
    for line in lines:
        assert len(line) <= 75
        assert b"\n" not in line
        assert b"\r" not in line
        line.decode()  # no line ends within a sign
    top = Component("")
    open_parts = [top]
    for unfolded in data.replace(b"\r\n ", b"").decode().removesuffix("\r\n").split("\r\n"):
        found = _PROPERTY.fullmatch(unfolded)
        assert found, unfolded
        name, value = found[1] + found[2], found[3]
        if name == "BEGIN":
            open_parts[-1].parts.append(Component(value))
            open_parts.append(open_parts[-1].parts[-1])
        elif name == "END":
            assert open_parts.pop().name == value
        else:
            assert name not in open_parts[-1].properties
            open_parts[-1].properties[name] = value
    (calendar,) = top.parts
    assert (calendar.name, open_parts) == ("VCALENDAR", [top])
    return calendar
