"""Members: persons with an account, and how they come, go and prove who they are."""
