"""What a club's ratified results come to: ratings, honours, records, who did what, careers of ships."""
