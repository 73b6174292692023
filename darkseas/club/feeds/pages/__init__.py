"""Pages and files of what a club sends out."""
