"""What recorders at a table do besides giving orders: confirm dice, sign logs, correct names."""
