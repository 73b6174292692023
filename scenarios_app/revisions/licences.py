"""What an author lets others do with a scenario, and what follows for whoever goes on from it."""

from darkseas.engine.scenario.spec import ScenarioSpec

CC_BY, CC_BY_SA, CC0, RESERVED = "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0", "All rights reserved"

#: What may be chosen when a scenario is published, and what it means.
LICENCES = {
    CC_BY: "Others may change it and pass it on, naming you.",
    CC_BY_SA: "Others may change it and pass it on, naming you, under the same licence.",
    CC0: "Others may do with it what they like.",
    RESERVED: "Others may fight it here, and may not go on from it.",
}

#: What the library's own scenarios are under, where their files do not say.
OF_LIBRARY = CC_BY


def may_be_forked(licence: str) -> bool:
    """Return whether a licence lets others go on from a work: CC licences without ND, public domain."""
    name = licence.casefold().replace("-", " ")
    if name.startswith(("public domain", "cc0")):
        return True
    return name.startswith("cc ") and "nd" not in name.split()


def fits_after(licence: str, forked: ScenarioSpec) -> bool:
    """Return whether a work that goes on from another may be under this licence: "share alike" binds it."""
    return "sa" not in forked.about.licence.casefold().replace("-", " ").split() or (
        licence == forked.about.licence
    )
