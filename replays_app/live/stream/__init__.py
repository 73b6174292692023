"""Live stream: followers of a battle learn within a second that the log has grown.

An event only carries the number of entries the follower may see; the entries come from the API, so a
reconnect loses and repeats nothing. Seat holders also get a signal of new chat lines.
"""
