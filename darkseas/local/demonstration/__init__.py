"""A demonstration club whose members are bots, with a season of battles that the bots really fought."""
