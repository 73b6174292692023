"""Who may answer what is reported of a battle: opponents, and everybody else who fought in it."""
