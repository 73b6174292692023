"""OpenAPI schema of the whole API, and its documentation page."""
