"""Live stream: followers of a battle learn within a second that the log has grown.

An event only has the number of entries that the follower may see; the entries themselves come from the API,
so a reconnect neither loses nor repeats any. Seat holders also get a signal of new chat lines.
"""
