"""Who is of a club and what it shows of itself: founding, coming and going, rights, guests, meetings."""
