"""Chat and private notes of a battle, for its seat holders only, also after the end."""
