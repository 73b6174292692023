"""Measurements of captains over many battles, and the tables in the rules' READMEs."""
