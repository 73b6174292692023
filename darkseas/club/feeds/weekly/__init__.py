"""The weekly email to members who subscribed: results, coming events and open requests in their clubs."""
