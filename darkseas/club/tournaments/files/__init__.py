"""Files of tournaments: JSON, CSV, TRF, PDF, and the import of results."""
