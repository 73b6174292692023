"""Live: who follows a battle hears within a second that it has gone on.

What is sent is a doorbell and nothing else: how many entries there are now for the asker. The entries
themselves are fetched from the API, so a stream that breaks off and comes again loses and doubles nothing.
For who sits in the battle another bell rings when somebody has written to all seats.
"""
