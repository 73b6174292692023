"""Personal tokens: keys by which programs act as a member, within scopes."""
