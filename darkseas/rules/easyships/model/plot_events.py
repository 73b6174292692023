"""Recorded plots: the orders of a stage, visible only to their own side until both are in (ES-2)."""

from collections.abc import Mapping

from darkseas.engine.serialization.records import record

from .orders import (
    AntiAircraftShot,
    DepthCharge,
    GunFire,
    PlaneTransfer,
    Repair,
    Strike,
    TorpedoFire,
)


@record
class ReadyPlotted:
    """A side is ready (ES-2)."""

    side: str
    rule: str = "ES-2"


@record
class StrikesPlotted:
    """A side's air strikes (ES-14)."""

    side: str
    strikes: tuple[Strike, ...]
    rule: str = "ES-14"


@record
class AntiAircraftPlotted:
    """A side's anti-aircraft fire (ES-16)."""

    side: str
    fire: tuple[AntiAircraftShot, ...]
    rule: str = "ES-16"


@record
class GunsPlotted:
    """A side's gunnery (ES-20)."""

    side: str
    fire: tuple[GunFire, ...]
    rule: str = "ES-20"


@record
class TorpedoesPlotted:
    """A side's torpedoes (ES-27)."""

    side: str
    torpedoes: tuple[TorpedoFire, ...]
    rule: str = "ES-27"


@record
class DepthChargesPlotted:
    """A side's depth charges (ES-30)."""

    side: str
    depth_charges: tuple[DepthCharge, ...]
    rule: str = "ES-30"


@record
class RepairsPlotted:
    """A side's repair rolls, and the ships that it abandons (ES-33, ES-35)."""

    side: str
    repairs: tuple[Repair, ...]
    abandon: tuple[str, ...]
    rule: str = "ES-33"


@record
class TransfersPlotted:
    """A side's planes that move to other carriers (ES-31)."""

    side: str
    transfers: tuple[PlaneTransfer, ...]
    rule: str = "ES-31"


Plot = (
    ReadyPlotted
    | StrikesPlotted
    | AntiAircraftPlotted
    | GunsPlotted
    | TorpedoesPlotted
    | DepthChargesPlotted
    | RepairsPlotted
    | TransfersPlotted
)

PLOT_EVENTS: Mapping[str, type] = {
    "easyships.ready_plotted": ReadyPlotted,
    "easyships.strikes_plotted": StrikesPlotted,
    "easyships.anti_aircraft_plotted": AntiAircraftPlotted,
    "easyships.guns_plotted": GunsPlotted,
    "easyships.torpedoes_plotted": TorpedoesPlotted,
    "easyships.depth_charges_plotted": DepthChargesPlotted,
    "easyships.repairs_plotted": RepairsPlotted,
    "easyships.transfers_plotted": TransfersPlotted,
}
