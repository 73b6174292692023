"""The API as a whole: its OpenAPI description, and the page that shows it to people."""
