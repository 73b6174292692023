"""The standalone verifier, loaded from its file as it stands, beside the project."""

import importlib.util
from pathlib import Path

from darkseas.engine.log import battle_file
from replays_app.export.verify_battle import Battle

PROGRAM = Path(battle_file.__file__).parents[3] / "replays_app" / "export" / "verify_battle.py"

_spec = importlib.util.spec_from_file_location("verify_battle", PROGRAM)
assert _spec is not None
assert _spec.loader is not None
verify_battle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(verify_battle)


def verified(data: bytes) -> Battle:
    """The verifier's battle after a check without complaint."""
    battle: Battle = verify_battle.Battle()
    battle.check(data)
    return battle


def refused(data: bytes) -> tuple[int, str]:
    """At which line and why the verifier refuses what it must."""
    found = refusal(data)
    assert found is not None
    return found


def refusal(data: bytes) -> tuple[int, str] | None:
    """At which line and why the verifier refuses, or None."""
    battle = verify_battle.Battle()
    try:
        battle.check(data)
    except Exception as why:
        return battle.seq + 2 if hasattr(battle, "seq") else 1, str(why)
    return None
