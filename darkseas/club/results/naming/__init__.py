"""Names of players, scenarios and steps, and finding what a typed name refers to."""
