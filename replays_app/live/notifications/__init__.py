"""Who is called and does not look hears of it once: by letter, by webhook, or both, as they wish."""
