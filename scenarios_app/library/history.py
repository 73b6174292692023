"""Historical losses of a scenario by side."""

from dataclasses import dataclass

from darkseas.engine.scenario.spec import Loss, ScenarioSpec


@dataclass(frozen=True, slots=True)
class SideLosses:
    """A side's ships sunk and damaged in history, with its mark; `won` if it won the battle."""

    key: str
    name: str
    navy: str
    notch: int
    won: bool
    sunk: tuple[Loss, ...]
    damaged: tuple[Loss, ...]


def losses_by_side(spec: ScenarioSpec) -> list[SideLosses]:
    """Return the losses of each side; empty if the scenario has neither losses nor a winner."""
    about = spec.about
    if not about.losses and not about.winner:
        return []
    return [
        SideLosses(
            key=side.key,
            name=side.name,
            navy=side.navy,
            notch=notch,
            won=about.winner == side.key,
            sunk=tuple(loss for loss in about.losses if loss.side == side.key and loss.fate == "sunk"),
            damaged=tuple(loss for loss in about.losses if loss.side == side.key and loss.fate == "damaged"),
        )
        for notch, side in enumerate(spec.sides)
    ]
