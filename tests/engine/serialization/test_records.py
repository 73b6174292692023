"""Records: what a frozen, slotted dataclass does, they do."""

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from darkseas.engine.serialization.records import named_tuple_of, record, replacing


@record
class Gun:
    """A record as most are."""

    calibre: int
    factor: Fraction = Fraction(1)
    marks: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)


@record
class Turret(Gun):
    """An heir with a field of its own."""

    guns: int = 2


@record
class Checked:
    """A record that looks at itself."""

    size: int

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("a size under 0")


@dataclass(frozen=True, slots=True)
class Plain:
    """The same as Gun, the usual way."""

    calibre: int
    factor: Fraction = Fraction(1)
    marks: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)


def test_record_is_what_it_was_given_with_defaults_for_the_rest() -> None:
    gun = Gun(8, marks=("a",))
    assert (gun.calibre, gun.factor, gun.marks, gun.notes) == (8, Fraction(1), ("a",), {})
    assert type(gun) is Gun
    assert Gun(8).notes is not Gun(8).notes
    assert repr(gun) == repr(Plain(8, marks=("a",))).replace("Plain", "Gun")
    assert Turret(8, guns=3) == Turret(8, Fraction(1), (), {}, 3)
    assert Turret(8) != Gun(8)


def test_record_does_not_change() -> None:
    gun = Gun(8)
    with pytest.raises(FrozenInstanceError):
        gun.calibre = 6  # type: ignore[misc]  # types forbid it as well
    with pytest.raises(FrozenInstanceError):
        del gun.calibre
    with pytest.raises((AttributeError, TypeError)):
        gun.colour = "grey"  # type: ignore[attr-defined]  # types forbid it as well
    assert not hasattr(gun, "__dict__")
    assert hash(Checked(3)) == hash(Checked(3))


@pytest.mark.parametrize("given", [{}, {"calibre": 8, "colour": "grey"}])
def test_record_takes_its_fields_and_no_others(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Gun(**given)


def test_record_looks_at_itself_once_it_is_whole() -> None:
    assert Checked(3).size == 3
    with pytest.raises(ValueError, match="a size under 0"):
        Checked(-1)


def test_records_are_dataclasses_to_everybody() -> None:
    gun = Gun(8, notes={"a": "b"})
    assert [part.name for part in fields(gun)] == [part.name for part in fields(Plain)]
    assert replace(gun, calibre=6) == Gun(6, notes={"a": "b"})
    assert pickle.loads(pickle.dumps(gun)) == gun
    match gun:
        case Gun(calibre, factor):
            assert (calibre, factor) == (8, 1)  # type: ignore[comparison-overlap]  # Fraction(1) == 1


class Ship(NamedTuple):
    """A named tuple with one field that is filled by default."""

    name: str
    speed: int
    place: str = "port"


def test_named_tuple_is_made_of_all_its_parts() -> None:
    made = named_tuple_of(Ship, ("Hood", 3, "sea"))
    assert type(made) is Ship
    assert made == Ship("Hood", 3, "sea")


def test_some_fields_are_replaced_and_the_others_stay() -> None:
    steered = replacing(Ship, "place", "speed")
    ship = Ship("Hood", 3)
    changed = steered(ship, "sea", 4)
    assert type(changed) is Ship
    assert changed == ship._replace(place="sea", speed=4)
    assert ship == Ship("Hood", 3, "port")


def test_what_replaces_asks_for_every_new_value() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'speed'"):
        replacing(Ship, "place", "speed")(Ship("Hood", 3), "sea")


def test_field_that_there_is_not_is_not_replaced() -> None:
    with pytest.raises(TypeError, match="Ship has no field course, draught"):
        replacing(Ship, "draught", "speed", "course")
