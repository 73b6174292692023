"""Club results: reported, confirmed, disputed, decided, corrected or void; every step stays on record."""
