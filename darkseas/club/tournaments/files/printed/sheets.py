"""Papers of a tournament by their names in addresses."""

from collections.abc import Callable, Mapping

from reportlab.pdfgen.canvas import Canvas

from darkseas.club.tournaments.tournament_so_far import Fought
from scenarios_app.printing.document.page import CanvasMaker
from scenarios_app.printing.document.paper import PAPERS

from .certificates import certificates
from .frame import Order
from .slips import pairing_slips, result_slips
from .standings_sheet import standings_sheet

SHEETS: Mapping[str, Callable[[Fought, Order], bytes]] = {
    "certificates": certificates,
    "standings": standings_sheet,
    "pairings": pairing_slips,
    "slips": result_slips,
}


def sheet(
    fought: Fought,
    key: str,
    paper: str = "a4",
    *,
    is_for_all: bool = False,
    canvas_maker: CanvasMaker = Canvas,
) -> bytes:
    """Return a paper of a tournament as PDF. Raises LookupError for an unknown name or size."""
    return SHEETS[key](fought, Order(PAPERS[paper], is_for_all, canvas_maker))
