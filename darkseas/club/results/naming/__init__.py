"""What players, scenarios and steps are called, and which of them somebody means who types a name."""
