"""What of a Tiled file was left out or needs a look, in sentences: one for each layer and reason."""

from collections import defaultdict
from dataclasses import dataclass, field

#: How many objects a sentence names.
_NAMED = 5

OUTSIDE = "outside the map and left out"
WRONG_SHAPE = "left out, because this layer has no use for the shape"
TEMPLATES = (
    "left out, because their templates are files of their own; in Tiled, choose Detach in the context menu"
)
NO_SIZE = "left out, because the size of their tiles is in another file; embed the tilesets in Tiled"
NO_HEXSIDE = "left out, because they follow no hexside of the map; draw from corner to corner of the hexes"
PART_OF_LINE = "read only where they follow hexsides of the map; the rest was left out"
TOO_LONG = "left out, because the lines of the file are too long"
ON_BORDER = "on the border of hexes; check where they are now"
LARGE = "larger than a hex; the hex in their middle counts"
HIDDEN = "hidden in Tiled, but read"


@dataclass(slots=True)
class Findings:
    """Collects sentences about the whole file, and objects by their layer and reason."""

    _sentences: list[str] = field(default_factory=list)
    _objects: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def say(self, sentence: str) -> None:
        """Add a sentence, unless it is there already."""
        if sentence not in self._sentences:
            self._sentences.append(sentence)

    def of_object(self, layer: str, reason: str, shown_as: str) -> None:
        """Add an object of a layer to a reason from this module."""
        self._objects[layer, reason].append(shown_as)

    def sentences(self) -> tuple[str, ...]:
        """Return all sentences. Half characters, which JSON may hold, become question marks."""
        of_objects = (_sentence(*key, named) for key, named in self._objects.items())
        return tuple(one.encode(errors="replace").decode() for one in (*self._sentences, *of_objects))


def _sentence(layer: str, reason: str, named: list[str]) -> str:
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return f"On the layer “{layer[:60]}”, {reason}: {', '.join(named[:_NAMED])}{more}."
