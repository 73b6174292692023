"""What a club sends out to who asked for it: calendar and feed for programs, a weekly letter, webhooks."""
