"""Club emblems in the style of naval flags: a charge on a field of two tinctures, drawn as SVG. Pure
functions.
"""
