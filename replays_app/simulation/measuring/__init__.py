"""How captains fare in many battles, measured, and as tables of the rules' READMEs."""
