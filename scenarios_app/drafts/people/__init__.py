"""Who works on a scenario and whose it is: members are asked first, and answer."""
