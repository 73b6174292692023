"""The standalone verifier, loaded from its file as it stands, beside the project."""

import importlib.util
from pathlib import Path

from darkseas.engine.log import battle_file

PROGRAM = Path(battle_file.__file__).parents[3] / "replays_app" / "export" / "verify_battle.py"

_spec = importlib.util.spec_from_file_location("verify_battle", PROGRAM)
verify_battle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(verify_battle)


def verified(data):
    """The verifier's battle after a check without complaint."""
    battle = verify_battle.Battle()
    battle.check(data)
    return battle


def refusal(data):
    """Why and at which line the verifier refuses, or None."""
    battle = verify_battle.Battle()
    try:
        battle.check(data)
    except Exception as why:
        return battle.seq + 2 if hasattr(battle, "seq") else 1, str(why)
    return None
