"""Other tasks of recorders at a table: confirm dice, sign logs, correct names."""
