"""Scenario licences and what they mean for forks."""

from darkseas.engine.scenario.spec import ScenarioSpec

CC_BY, CC_BY_SA, CC0, RESERVED = "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0", "All rights reserved"

#: Licences offered when publishing, with their meaning.
LICENCES = {
    CC_BY: "Others may change and share it if they credit you.",
    CC_BY_SA: "Others may change and share it if they credit you and keep the licence.",
    CC0: "Others may use it without conditions.",
    RESERVED: "Others may play it here but not fork it.",
}

#: Licence of library scenarios whose files state none.
OF_LIBRARY = CC_BY


def may_be_forked(licence: str) -> bool:
    """Return whether a licence allows forks: CC licences without ND, and public domain."""
    name = licence.casefold().replace("-", " ")
    if name.startswith(("public domain", "cc0")):
        return True
    return name.startswith("cc ") and "nd" not in name.split()


def fits_after(licence: str, forked: ScenarioSpec) -> bool:
    """Return whether a fork may use this licence; "share alike" restricts it."""
    return "sa" not in forked.about.licence.casefold().replace("-", " ").split() or (
        licence == forked.about.licence
    )
