"""What makes a battle live for the people in it: news at once, letters when they are called, and chat."""
