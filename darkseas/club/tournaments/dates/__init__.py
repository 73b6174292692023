"""By when rounds are fought: times that two agree on, more time, and what follows when it is up."""
