"""What a giver of orders is told before they give one: values in words."""
