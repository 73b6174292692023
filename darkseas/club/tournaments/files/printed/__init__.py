"""What a tournament has as PDF: certificates, standings, pairing slips and result slips."""
