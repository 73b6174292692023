"""Analysis of a finished battle: chance to win at every order, luck and judgement."""
