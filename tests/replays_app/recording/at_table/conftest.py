"""Battles at a table begin alike in every run: what hangs on how a battle goes fails always, or never."""

from tests.replays_app.recording.foreseen_battles import battles_go_as_before

__all__ = ["battles_go_as_before"]
