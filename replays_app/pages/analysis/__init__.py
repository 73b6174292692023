"""The page that explains a finished battle: chance to win, luck and judgement."""
