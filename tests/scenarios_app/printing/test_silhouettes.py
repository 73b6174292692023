"""Every type of ship has a profile, and the same one on paper and on the site's charts."""

import re

from darkseas.rules.easyships.tables.rules_tables import TYPES
from scenarios_app.printing.document.silhouettes import KIN, profile_of
from scenarios_app.ships.data import KINDS
from tests.architecture.sources import ROOT
from tests.support.every_case import every_case

SCRIPT = ROOT / "darkseas/static/darkseas/chart/pieces/silhouettes.js"


@every_case("kind", sorted({*KINDS, *TYPES}))
def test_every_type_has_a_profile(kind: str) -> None:
    assert profile_of(kind)


def test_types_stand_for_each_other_alike_on_paper_and_on_a_chart() -> None:
    table = re.search(r"const KIN = \{(.*?)\};", SCRIPT.read_text("utf-8"), re.S)
    assert table is not None
    assert dict(re.findall(r'(\w+): "(\w+)"', table[1])) == KIN
