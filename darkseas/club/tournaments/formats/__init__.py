"""What each format makes of its battles: standings by points, brackets, ladders, leagues of divisions."""
