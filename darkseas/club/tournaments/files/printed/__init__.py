"""PDF papers of a tournament: certificates, standings, pairing slips and result slips."""
