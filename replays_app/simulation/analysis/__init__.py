"""Play-outs from recorded battles: analysis of finished ones, advice on running ones."""
