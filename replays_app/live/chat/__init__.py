"""Chat and private notes beside a battle: for the people in its seats alone, also when it is over."""
