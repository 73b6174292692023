"""What battles add to the pages of scenarios."""
