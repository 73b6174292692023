"""Signs of clubs as flags at sea: a charge upon a field of two tinctures, drawn as SVG. Pure."""
