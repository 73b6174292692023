"""The pages on which a battle is fought: on the chart, and as plain fields."""
